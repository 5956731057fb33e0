#include "service/domain/indexes.h"

#include "service/domain/index_build.h"
#include "service/domain/index_files.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* Each open index holds a descriptor, so the ones that were used longest ago are closed; to open one again costs
 * little. */
enum { MAX_OPEN = 256, MAX_BUILDING = 64 };

struct open_index {
    char domain_id[UUID_LENGTH + 1];
    int64_t version; /* of the domain's pages */
    struct link_index *index;
    char *path;
    size_t users; /* whoever has it from indexes_use, and the table while it is the newest */
    struct open_index *next;
};

/* A domain whose index is being built right now. */
struct building {
    const char *domain_id;
    bool dropped; /* indexes_drop was called meanwhile: what comes of the building is thrown away */
};

struct index_cache {
    struct store *store;
    char *folder;
    pthread_mutex_t lock;
    pthread_cond_t built;
    struct open_index *first; /* the newest index of each domain, the one that was used last in front */
    struct building building[MAX_BUILDING];
    size_t building_count;
};

/* --- the cache --- */

enum status indexes_new(struct store *store, const char *data_folder, struct index_cache **out, struct error *err)
{
    struct index_cache *cache = calloc(1, sizeof *cache);
    if (!cache || asprintf(&cache->folder, "%s/indexes", data_folder) < 0) {
        free(cache);
        return error_memory(err);
    }
    cache->store = store;
    pthread_mutex_init(&cache->lock, NULL);
    pthread_cond_init(&cache->built, NULL);
    *out = cache;
    if (mkdir(cache->folder, 0700) != 0 && access(cache->folder, W_OK) != 0)
        return error_set(err, E_IO, NULL, "the folder %s cannot be made", cache->folder);
    return index_files_sweep(cache->folder, store, err);
}

static void close_index(struct open_index *index)
{
    link_close(index->index);
    free(index->path);
    free(index);
}

void indexes_free(struct index_cache *cache)
{
    if (!cache)
        return;
    while (cache->first) {
        struct open_index *index = cache->first;
        cache->first = index->next;
        close_index(index);
    }
    pthread_cond_destroy(&cache->built);
    pthread_mutex_destroy(&cache->lock);
    free(cache->folder);
    free(cache);
}

/* Opens the file of this version, which an earlier process may have left, or builds it. */
static enum status open_or_build(struct index_cache *cache, const struct domain *domain, struct open_index **out,
                                 struct error *err)
{
    struct open_index *index = calloc(1, sizeof *index);
    if (!index)
        return error_memory(err);
    snprintf(index->domain_id, sizeof index->domain_id, "%s", domain->id);
    index->version = domain->pages_version;
    index->users = 1;
    index->path = index_file_path(cache->folder, domain);
    enum status status = index->path ? OK : error_memory(err);
    if (status == OK && link_open(index->path, &index->index, NULL) != OK) {
        status = index_build(cache->store, domain->id, index->path, err);
        if (status == OK)
            status = link_open(index->path, &index->index, err);
    }
    if (status == OK)
        *out = index;
    else
        close_index(index);
    return status;
}

/* --- the table of open indexes; all of these functions are called under the lock --- */

static struct open_index **place_of(struct index_cache *cache, const char *domain_id)
{
    struct open_index **place = &cache->first;
    while (*place && strcmp((*place)->domain_id, domain_id) != 0)
        place = &(*place)->next;
    return place;
}

static void release(struct open_index *index)
{
    if (--index->users == 0)
        close_index(index);
}

/* Takes the index of a domain out of the table and removes its files but `keep`. Whoever uses the index keeps its
 * mapping. */
static void retire(struct index_cache *cache, const char *domain_id, const char *keep)
{
    struct open_index **place = place_of(cache, domain_id);
    struct open_index *old = *place;
    index_files_remove(cache->folder, domain_id, keep);
    if (!old)
        return;
    *place = old->next;
    release(old);
}

/* Puts an index in front, as the newest of its domain or the one used last, and closes those beyond MAX_OPEN. */
static void put_first(struct index_cache *cache, struct open_index *index)
{
    index->next = cache->first;
    cache->first = index;
    struct open_index **place = &cache->first;
    for (size_t i = 0; *place && i < MAX_OPEN; i++)
        place = &(*place)->next;
    while (*place) {
        struct open_index *old = *place;
        *place = old->next;
        release(old);
    }
}

static struct building *find_building(struct index_cache *cache, const char *domain_id)
{
    for (size_t i = 0; i < cache->building_count; i++)
        if (strcmp(cache->building[i].domain_id, domain_id) == 0)
            return &cache->building[i];
    return NULL;
}

/* Returns whether the domain was dropped since the building began. */
static bool end_building(struct index_cache *cache, const char *domain_id)
{
    struct building *building = find_building(cache, domain_id);
    bool dropped = building->dropped;
    *building = cache->building[--cache->building_count];
    pthread_cond_broadcast(&cache->built);
    return dropped;
}

/* Is the index good enough? During a crawl an older one is: to build it again after each batch of pages would be
 * wasted. */
static bool serves(const struct open_index *index, const struct domain *domain)
{
    return index && (index->version >= domain->pages_version || domain->state == DOMAIN_CRAWLING);
}

/* --- using --- */

struct domain_lookup {
    struct arena *arena;
    const char *account_id, *domain_id;
    struct domain domain;
};

static enum status read_domain(struct db *db, void *argument, struct error *err)
{
    struct domain_lookup *lookup = argument;
    enum status status = domain_get(db, lookup->arena, lookup->account_id, lookup->domain_id, &lookup->domain, err);
    if (status == E_NOT_FOUND)
        return error_set(err, E_NOT_FOUND, NULL, "There is no domain with this id.");
    if (status == OK && lookup->domain.page_count == 0)
        return error_set(err, E_INVALID, "domain_empty",
                         "The domain has no pages yet: push some, or refresh it and wait until it is ready.");
    return status;
}

/* Builds the index of the domain without the lock: others wait for this domain only. *index stays NULL, with OK,
 * when the domain was dropped while its index was built. */
static enum status build_locked(struct index_cache *cache, struct domain_lookup *lookup, struct open_index **index,
                                struct error *err)
{
    const char *id = lookup->domain_id;
    struct open_index *fresh = NULL;
    cache->building[cache->building_count++] = (struct building){.domain_id = id};
    pthread_mutex_unlock(&cache->lock);
    /* The domain is read again: one that was deleted before the building was entered is not found now, and one that
     * is deleted later is marked by indexes_drop. */
    enum status status = store_read(cache->store, read_domain, lookup, err);
    if (status == OK)
        status = open_or_build(cache, &lookup->domain, &fresh, err);
    pthread_mutex_lock(&cache->lock);
    if (end_building(cache, id)) {
        if (fresh)
            close_index(fresh);
        index_files_remove(cache->folder, id, NULL);
        return OK;
    }
    if (status != OK)
        return status;
    retire(cache, id, fresh->path);
    put_first(cache, fresh);
    fresh->users++;
    *index = fresh;
    return OK;
}

/* The lock is held, but not while waiting or building. *index as by build_locked. */
static enum status use_locked(struct index_cache *cache, struct domain_lookup *lookup, struct open_index **index,
                              struct error *err)
{
    const char *id = lookup->domain_id;
    while (find_building(cache, id) || cache->building_count == MAX_BUILDING)
        pthread_cond_wait(&cache->built, &cache->lock);
    struct open_index **place = place_of(cache, id), *have = *place;
    if (!serves(have, &lookup->domain))
        return build_locked(cache, lookup, index, err);
    *place = have->next;
    put_first(cache, have);
    have->users++;
    *index = have;
    return OK;
}

static enum status use(struct index_cache *cache, struct domain_lookup *lookup, struct open_index **index,
                       struct error *err)
{
    enum status status = OK;
    *index = NULL;
    while (status == OK && !*index) {
        status = store_read(cache->store, read_domain, lookup, err);
        if (status != OK)
            return status;
        pthread_mutex_lock(&cache->lock);
        status = use_locked(cache, lookup, index, err);
        pthread_mutex_unlock(&cache->lock);
    }
    return status;
}

enum status indexes_use(struct index_cache *cache, const char *account_id, const char *domain_id,
                        struct open_index **index, struct error *err)
{
    struct domain_lookup lookup = {.arena = arena_new(), .account_id = account_id, .domain_id = domain_id};
    if (!lookup.arena)
        return error_memory(err);
    enum status status = use(cache, &lookup, index, err);
    arena_free(lookup.arena);
    return status;
}

const struct link_index *indexes_link_index(const struct open_index *index)
{
    return index->index;
}

void indexes_release(struct index_cache *cache, struct open_index *index)
{
    pthread_mutex_lock(&cache->lock);
    release(index);
    pthread_mutex_unlock(&cache->lock);
}

enum status indexes_open(struct index_cache *cache, const char *account_id, const char *domain_id,
                         struct link_index **index, struct error *err)
{
    for (;;) {
        struct open_index *shared;
        enum status status = indexes_use(cache, account_id, domain_id, &shared, err);
        if (status != OK)
            return status;
        pthread_mutex_lock(&cache->lock); /* so that the file is not replaced between its name and its opening */
        bool is_newest = *place_of(cache, domain_id) == shared;
        if (is_newest)
            status = link_open(shared->path, index, err);
        release(shared);
        pthread_mutex_unlock(&cache->lock);
        if (is_newest)
            return status;
    }
}

void indexes_drop(struct index_cache *cache, const char *domain_id)
{
    pthread_mutex_lock(&cache->lock);
    retire(cache, domain_id, NULL);
    struct building *building = find_building(cache, domain_id);
    if (building)
        building->dropped = true;
    pthread_mutex_unlock(&cache->lock);
}
