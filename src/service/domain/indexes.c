#include "service/domain/indexes.h"

#include "service/domain/index_build.h"
#include "service/domain/index_builds.h"
#include "service/domain/index_files.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* Each open index holds a descriptor, so the ones that were used longest ago are closed; to open one again costs
 * little. */
enum { MAX_OPEN = 256 };

struct open_index {
    char domain_id[UUID_LENGTH + 1];
    int64_t version; /* of the domain's pages */
    struct link_index *index;
    char *path;
    size_t users; /* whoever has it from indexes_use, and the table while it is the newest */
    struct open_index *next;
};

struct index_cache {
    struct store *store;
    char *folder;
    pthread_mutex_t lock;
    struct index_builds *builds;
    struct open_index *first; /* the newest index of each domain, the one that was used last in front */
};

/* --- the cache --- */

static enum status make_index(void *context, const char *domain_id, const atomic_bool *cancel, struct error *err);

enum status indexes_new(struct store *store, const char *data_folder, struct index_cache **out, struct error *err)
{
    struct index_cache *cache = calloc(1, sizeof *cache);
    if (!cache || asprintf(&cache->folder, "%s/indexes", data_folder) < 0) {
        free(cache);
        return error_memory(err);
    }
    cache->store = store;
    pthread_mutex_init(&cache->lock, NULL);
    *out = cache;
    enum status status = index_builds_new(make_index, cache, &cache->builds, err);
    if (status != OK)
        return status;
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

void indexes_close(struct index_cache *cache)
{
    if (cache)
        index_builds_close(cache->builds);
}

void indexes_free(struct index_cache *cache)
{
    if (!cache)
        return;
    index_builds_free(cache->builds);
    while (cache->first) {
        struct open_index *index = cache->first;
        cache->first = index->next;
        close_index(index);
    }
    pthread_mutex_destroy(&cache->lock);
    free(cache->folder);
    free(cache);
}

/* Opens the file of this version, which an earlier process may have left, or builds it. */
static enum status open_or_build(struct index_cache *cache, const struct domain *domain, const atomic_bool *cancel,
                                 struct open_index **out, struct error *err)
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
        status = index_build(cache->store, domain->id, index->path, cancel, err);
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

/* The index when it is good enough. During a crawl an older one is: to build it again after each batch of pages would
 * be wasted. */
static struct open_index *find(struct index_cache *cache, const struct domain *domain, int64_t version)
{
    struct open_index **place = place_of(cache, domain->id), *have = *place;
    if (!have || (have->version < version && domain->state != DOMAIN_CRAWLING))
        return NULL;
    *place = have->next;
    put_first(cache, have);
    return have;
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

/* --- building --- */

/* Called by the builds. The domain is read again, for the version of its pages now. */
static enum status make_index(void *context, const char *domain_id, const atomic_bool *cancel, struct error *err)
{
    struct index_cache *cache = context;
    struct open_index *fresh = NULL;
    struct domain_lookup lookup = {.arena = arena_new(), .domain_id = domain_id};
    enum status status = lookup.arena ? store_read(cache->store, read_domain, &lookup, err) : error_memory(err);
    if (status == OK)
        status = open_or_build(cache, &lookup.domain, cancel, &fresh, err);
    pthread_mutex_lock(&cache->lock);
    /* indexes_drop calls the build off, then takes the lock: what is put into the table here it takes out again. */
    bool is_cancelled = atomic_load(cancel);
    if (is_cancelled)
        index_files_remove(cache->folder, domain_id, NULL);
    else if (status == OK)
        retire(cache, domain_id, fresh->path);
    if (fresh && is_cancelled)
        close_index(fresh);
    else if (status == OK)
        put_first(cache, fresh);
    pthread_mutex_unlock(&cache->lock);
    arena_free(lookup.arena);
    return is_cancelled ? error_set(err, E_CANCELLED, NULL, "the building of the index was called off") : status;
}

/* Somebody who waits for a build in his own thread. */
struct wait {
    pthread_mutex_t lock;
    pthread_cond_t ended;
    bool is_over;
    enum status status;
    struct error err;
};

static void end_wait(void *argument, enum status status, const struct error *err)
{
    struct wait *wait = argument;
    pthread_mutex_lock(&wait->lock);
    wait->is_over = true;
    wait->status = status;
    if (err)
        wait->err = *err;
    pthread_cond_signal(&wait->ended);
    pthread_mutex_unlock(&wait->lock);
}

static enum status build_and_wait(struct index_cache *cache, const struct domain *domain, struct error *err)
{
    struct wait wait = {.is_over = false};
    pthread_mutex_init(&wait.lock, NULL);
    pthread_cond_init(&wait.ended, NULL);
    index_builds_ask(cache->builds, domain->account_id, domain->id, end_wait, &wait);
    pthread_mutex_lock(&wait.lock);
    while (!wait.is_over)
        pthread_cond_wait(&wait.ended, &wait.lock);
    pthread_mutex_unlock(&wait.lock);
    pthread_cond_destroy(&wait.ended);
    pthread_mutex_destroy(&wait.lock);
    if (wait.status != OK && err)
        *err = wait.err;
    return wait.status;
}

/* Pages that come after the first look may be left out: under a steady stream of them no index would be new enough. */
static enum status use(struct index_cache *cache, struct domain_lookup *lookup, struct open_index **index,
                       struct error *err)
{
    int64_t version = -1;
    *index = NULL;
    for (;;) {
        enum status status = store_read(cache->store, read_domain, lookup, err);
        if (status != OK)
            return status;
        version = version < 0 ? lookup->domain.pages_version : version;
        pthread_mutex_lock(&cache->lock);
        *index = find(cache, &lookup->domain, version);
        if (*index)
            (*index)->users++;
        pthread_mutex_unlock(&cache->lock);
        if (*index)
            return OK;
        status = build_and_wait(cache, &lookup->domain, err);
        if (status != OK)
            return status;
    }
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

enum status indexes_look(struct index_cache *cache, const char *account_id, const char *domain_id, bool *is_there,
                         struct error *err)
{
    struct domain_lookup lookup = {.arena = arena_new(), .account_id = account_id, .domain_id = domain_id};
    enum status status = lookup.arena ? store_read(cache->store, read_domain, &lookup, err) : error_memory(err);
    pthread_mutex_lock(&cache->lock);
    *is_there = status == OK && find(cache, &lookup.domain, lookup.domain.pages_version);
    pthread_mutex_unlock(&cache->lock);
    arena_free(lookup.arena);
    return status;
}

void indexes_prepare(struct index_cache *cache, const char *account_id, const char *domain_id, index_made made,
                     void *argument)
{
    index_builds_ask(cache->builds, account_id, domain_id, made, argument);
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
    index_builds_drop(cache->builds, domain_id);
    pthread_mutex_lock(&cache->lock);
    retire(cache, domain_id, NULL);
    pthread_mutex_unlock(&cache->lock);
}
