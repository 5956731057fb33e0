#include "service/domain/domain.h"
#include "service/domain/index_build.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * The open indexes of domains: the newest of each, the one that was used last in front, and which files of the folder
 * belong to them (index_builds.h). Whoever uses an index counts as a user of it; one that a newer replaces goes on
 * until its last user has released it.
 *
 * No lock of its own: indexes.c holds one around every call but open_index_new.
 */

struct open_index {
    char domain_id[UUID_LENGTH + 1];
    int64_t version; /* of the domain's pages */
    struct link_index *index;
    char *path;
    size_t users;       /* whoever has it in use, and the table while it is the newest */
    bool is_refreshing; /* a newer one was asked for */
    int64_t rest_until; /* a newer one could not be built, and is not tried again before: monotonic milliseconds */
    struct open_index *next;
};

struct index_table {
    const char *folder;
    struct open_index *first;
};

/* Each open index holds a descriptor, so the ones that were used longest ago are closed; to open one again costs
 * little. */
enum { MAX_OPEN = 256 };

static void close_index(struct open_index *index)
{
    link_close(index->index);
    free(index->path);
    free(index);
}

/* The file of that version of the domain's pages, with one user. Statuses of link_open. */
static enum status open_index_new(const char *folder, const char *domain_id, int64_t version, struct open_index **out,
                                  struct error *err)
{
    struct open_index *index = calloc(1, sizeof *index);
    if (!index)
        return error_memory(err);
    snprintf(index->domain_id, sizeof index->domain_id, "%s", domain_id);
    index->version = version;
    index->users = 1;
    index->path = index_file_path(folder, domain_id, version);
    enum status status = index->path ? link_open(index->path, &index->index, err) : error_memory(err);
    if (!status)
        *out = index;
    else
        close_index(index);
    return status;
}

/* One user less; closes it behind the last. */
static void open_index_release(struct open_index *index)
{
    if (--index->users == 0)
        close_index(index);
}

static struct open_index **place_of(struct index_table *table, const char *domain_id)
{
    struct open_index **place = &table->first;
    while (*place && strcmp((*place)->domain_id, domain_id) != 0)
        place = &(*place)->next;
    return place;
}

/* The table's index of a domain, NULL when it has none. */
static struct open_index *index_table_get(struct index_table *table, const char *domain_id)
{
    return *place_of(table, domain_id);
}

/* Puts an index in front and releases those beyond MAX_OPEN. */
static void put_first(struct index_table *table, struct open_index *index)
{
    index->next = table->first;
    table->first = index;
    struct open_index **place = &table->first;
    for (size_t i = 0; *place && i < MAX_OPEN; i++)
        place = &(*place)->next;
    while (*place) {
        struct open_index *old = *place;
        *place = old->next;
        open_index_release(old);
    }
}

static struct open_index *open_version(struct index_table *table, const char *domain_id, int64_t version)
{
    struct open_index *index = NULL;
    if (version >= 0 && open_index_new(table->folder, domain_id, version, &index, NULL) == E_CORRUPT)
        index_files_remove_version(table->folder, domain_id, version);
    return index;
}

/* The newest index of the domain, in front from now on: from the table, or else from a file of its present pages or
 * older ones. A file that is no index (E_CORRUPT: of another version, or damaged) is removed. NULL: there is none. */
static struct open_index *index_table_find(struct index_table *table, const struct domain *domain)
{
    struct open_index **place = place_of(table, domain->id), *have = *place;
    if (have) {
        *place = have->next;
    } else {
        have = open_version(table, domain->id, domain->pages_version);
        if (!have)
            have = open_version(table, domain->id, index_files_newest(table->folder, domain));
    }
    if (have)
        put_first(table, have);
    return have;
}

static void take_out(struct index_table *table, const char *domain_id)
{
    struct open_index **place = place_of(table, domain_id), *old = *place;
    if (!old)
        return;
    *place = old->next;
    open_index_release(old);
}

/* Takes over an index as the newest of its domain: the one before is released and its file removed. */
static void index_table_put(struct index_table *table, struct open_index *index)
{
    take_out(table, index->domain_id);
    index_files_remove(table->folder, index->domain_id, index->path);
    put_first(table, index);
}

/* Releases the index of a domain and removes its files. */
static void index_table_drop(struct index_table *table, const char *domain_id)
{
    index_files_remove(table->folder, domain_id, NULL);
    take_out(table, domain_id);
}

/* Releases all; the files stay. */
static void index_table_free(struct index_table *table)
{
    while (table->first) {
        struct open_index *index = table->first;
        table->first = index->next;
        close_index(index);
    }
}

enum {
    REST_MS = 60 * 1000, /* after a newer index could not be built */
    SHARE_TRIES = 2      /* a file that was fetched and is of no use is replaced once */
};

struct index_cache {
    struct store *store;
    char *folder;
    struct index_share *share; /* NULL: no other node is on the database */
    struct index_builds *builds;
    pthread_mutex_t lock; /* of the table and the files in the folder */
    struct index_table table;
};

/* --- the cache --- */

static enum status make_index(void *context, const char *domain_id, const atomic_bool *cancel, struct error *err);

enum status indexes_new(const struct indexes_options *options, struct index_cache **out, struct error *err)
{
    struct index_cache *cache = calloc(1, sizeof *cache);
    if (!cache || asprintf(&cache->folder, "%s/indexes", options->data_folder) < 0) {
        free(cache);
        return error_memory(err);
    }
    cache->store = options->store;
    cache->table.folder = cache->folder;
    pthread_mutex_init(&cache->lock, NULL);
    *out = cache;
    enum status status =
        options->is_shared ? index_share_new(options->store, options->node, options->lease_ms, &cache->share, err) : OK;
    if (!status)
        status = index_builds_new(make_index, cache, &cache->builds, err);
    if (status)
        return status;
    if (mkdir(cache->folder, 0700) != 0 && access(cache->folder, W_OK) != 0)
        return error_set(err, E_IO, NULL, "the folder %s cannot be made", cache->folder);
    return index_files_sweep(cache->folder, cache->store, err);
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
    index_share_free(cache->share);
    index_table_free(&cache->table);
    pthread_mutex_destroy(&cache->lock);
    free(cache->folder);
    free(cache);
}

/* --- the domain --- */

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
    if (!status && lookup->domain.page_count == 0)
        return error_set(err, E_INVALID, "domain_empty",
                         "The domain has no pages yet: push some, or refresh it and wait until it is ready.");
    return status;
}

/* The arena of the lookup is to be freed, whatever the status. */
static enum status indexes_look_up(struct index_cache *cache, struct domain_lookup *lookup, struct error *err)
{
    lookup->arena = arena_new();
    return lookup->arena ? store_read(cache->store, read_domain, lookup, err) : error_memory(err);
}

/* --- building --- */

static enum status build(struct index_cache *cache, const struct domain *domain, const atomic_bool *cancel,
                         struct error *err)
{
    char *path = index_file_path(cache->folder, domain->id, domain->pages_version);
    enum status status = path ? index_build(cache->store, domain->id, path, cancel, err) : error_memory(err);
    free(path);
    return status;
}

/* What is stored may be damaged in spite of its sum, or not be what this program takes for an index: without its being
 * replaced every node would fetch it again and again. */
static enum status open_shared(struct index_cache *cache, const struct domain *domain, const atomic_bool *cancel,
                               struct open_index **out, struct error *err)
{
    for (int try = 1;; try++) {
        struct index_file file;
        enum status status = index_share_obtain(cache->share, cache->folder, domain, cancel, &file, err);
        if (!status)
            status = open_index_new(cache->folder, domain->id, file.version, out, err);
        if (status != E_CORRUPT || !file.built_at || try == SHARE_TRIES)
            return status;
        log_line(LOG_ERROR, "the stored index of domain %s cannot be used, and is built anew", domain->id);
        status = index_share_discard(cache->share, domain->id, &file, err);
        if (status)
            return status;
    }
}

/* Opens the file of this version, which an earlier process may have left; else fetches or builds it. */
static enum status open_or_build(struct index_cache *cache, const struct domain *domain, const atomic_bool *cancel,
                                 struct open_index **out, struct error *err)
{
    enum status status = open_index_new(cache->folder, domain->id, domain->pages_version, out, err);
    if (status != E_NOT_FOUND && status != E_CORRUPT)
        return status;
    if (cache->share)
        return open_shared(cache, domain, cancel, out, err);
    status = build(cache, domain, cancel, err);
    return status ? status : open_index_new(cache->folder, domain->id, domain->pages_version, out, err);
}

/* Called by the builds. The domain is read again, for the version of its pages now. */
static enum status make_index(void *context, const char *domain_id, const atomic_bool *cancel, struct error *err)
{
    struct index_cache *cache = context;
    struct open_index *fresh = NULL;
    struct domain_lookup lookup = {.domain_id = domain_id};
    enum status status = indexes_look_up(cache, &lookup, err);
    if (!status)
        status = open_or_build(cache, &lookup.domain, cancel, &fresh, err);
    pthread_mutex_lock(&cache->lock);
    /* indexes_drop calls the build off, then takes the lock: what is put into the table here it takes out again. */
    bool is_cancelled = atomic_load(cancel);
    if (fresh && !is_cancelled)
        index_table_put(&cache->table, fresh);
    else if (fresh)
        open_index_release(fresh);
    if (is_cancelled)
        index_table_drop(&cache->table, domain_id);
    pthread_mutex_unlock(&cache->lock);
    arena_free(lookup.arena);
    return is_cancelled ? error_set(err, E_CANCELLED, NULL, "the building of the index was called off") : status;
}

/* --- building again --- */

struct refresh {
    struct index_cache *cache;
    char domain_id[UUID_LENGTH + 1];
};

/* The index that there is has not been replaced: it rests. */
static void rest(struct refresh *refresh, const struct error *err)
{
    struct index_cache *cache = refresh->cache;
    pthread_mutex_lock(&cache->lock);
    struct open_index *have = index_table_get(&cache->table, refresh->domain_id);
    if (have) {
        have->is_refreshing = false;
        have->rest_until = clock_mono_ms() + REST_MS;
    }
    pthread_mutex_unlock(&cache->lock);
    if (err->status != E_CANCELLED && err->status != E_NOT_FOUND && err->status != E_INVALID)
        log_line(LOG_ERROR, "the index of domain %s cannot be built: %s", refresh->domain_id, err->message);
}

static void refreshed(void *argument, enum status status, const struct error *err)
{
    struct refresh *refresh = argument;
    if (!status)
        indexes_refresh(refresh->cache, refresh->domain_id, false); /* for pages that came meanwhile */
    else
        rest(refresh, err);
    free(refresh);
}

static void ask_for_newer(struct index_cache *cache, const struct domain *domain)
{
    struct refresh *refresh = calloc(1, sizeof *refresh);
    if (!refresh)
        return;
    refresh->cache = cache;
    snprintf(refresh->domain_id, sizeof refresh->domain_id, "%s", domain->id);
    index_builds_ask(cache->builds, domain->account_id, domain->id, refreshed, refresh);
}

/* Under the lock. During a crawl an older index is good enough: to build it again after each batch of pages would be
 * wasted. */
static bool is_old(const struct open_index *index, const struct domain *domain)
{
    return index->version < domain->pages_version && domain->state != DOMAIN_CRAWLING;
}

/* Under the lock: is the caller to ask for a newer index? Once, until that is there or has failed. */
static bool begin_refreshing(struct open_index *index, const struct domain *domain)
{
    if (!is_old(index, domain) || index->is_refreshing || clock_mono_ms() < index->rest_until)
        return false;
    return index->is_refreshing = true;
}

void indexes_refresh(struct index_cache *cache, const char *domain_id, bool make)
{
    struct domain_lookup lookup = {.domain_id = domain_id};
    if (!indexes_look_up(cache, &lookup, NULL)) {
        pthread_mutex_lock(&cache->lock);
        struct open_index *have = index_table_find(&cache->table, &lookup.domain);
        bool is_wanted = have ? begin_refreshing(have, &lookup.domain) : make && lookup.domain.state != DOMAIN_CRAWLING;
        pthread_mutex_unlock(&cache->lock);
        if (is_wanted)
            ask_for_newer(cache, &lookup.domain);
    }
    arena_free(lookup.arena);
}

/* --- looking --- */

static bool is_worth_waiting(struct index_cache *cache, const struct domain *domain)
{
    return domain->page_count <= INDEXES_FEW && index_builds_is_free(cache->builds, domain->account_id, domain->id);
}

/*
 * The index that there is, with one user more; NULL: wait for one. is_patient: also when there is an old one and
 * waiting for the next is worth while.
 */
static struct open_index *indexes_find(struct index_cache *cache, const struct domain *domain, bool is_patient)
{
    bool may_wait = is_patient && is_worth_waiting(cache, domain);
    pthread_mutex_lock(&cache->lock);
    struct open_index *have = index_table_find(&cache->table, domain);
    if (have && may_wait && is_old(have, domain))
        have = NULL;
    bool is_wanted = have && begin_refreshing(have, domain);
    if (have)
        have->users++;
    pthread_mutex_unlock(&cache->lock);
    if (is_wanted)
        ask_for_newer(cache, domain);
    return have;
}

enum status indexes_is_newest(struct index_cache *cache, const char *account_id, const char *domain_id, bool *is_newest,
                              struct error *err)
{
    struct domain_lookup lookup = {.account_id = account_id, .domain_id = domain_id};
    enum status status = indexes_look_up(cache, &lookup, err);
    pthread_mutex_lock(&cache->lock);
    const struct open_index *have = status ? NULL : index_table_find(&cache->table, &lookup.domain);
    *is_newest = have && !is_old(have, &lookup.domain);
    pthread_mutex_unlock(&cache->lock);
    arena_free(lookup.arena);
    return status;
}

enum status indexes_look(struct index_cache *cache, const char *account_id, const char *domain_id, bool *is_there,
                         struct error *err)
{
    struct domain_lookup lookup = {.account_id = account_id, .domain_id = domain_id};
    enum status status = indexes_look_up(cache, &lookup, err);
    struct open_index *index = status ? NULL : indexes_find(cache, &lookup.domain, true);
    *is_there = index != NULL;
    if (index)
        indexes_release(cache, index);
    arena_free(lookup.arena);
    return status;
}

void indexes_prepare(struct index_cache *cache, const char *account_id, const char *domain_id, index_made made,
                     void *argument)
{
    index_builds_ask(cache->builds, account_id, domain_id, made, argument);
}

/* --- using --- */

static enum status use(struct index_cache *cache, const struct domain_lookup *who, bool is_patient,
                       struct open_index **index, struct error *err)
{
    for (*index = NULL;;) {
        struct domain_lookup lookup = *who;
        enum status status = indexes_look_up(cache, &lookup, err);
        if (!status)
            *index = indexes_find(cache, &lookup.domain, is_patient);
        if (!status && !*index)
            status = index_builds_wait(cache->builds, lookup.domain.account_id, lookup.domain.id, err);
        arena_free(lookup.arena);
        if (status || *index)
            return status;
        is_patient = false; /* under a steady stream of pages no index would be new enough */
    }
}

enum status indexes_use(struct index_cache *cache, const char *account_id, const char *domain_id,
                        struct open_index **index, struct error *err)
{
    const struct domain_lookup who = {.account_id = account_id, .domain_id = domain_id};
    return use(cache, &who, false, index, err);
}

const struct link_index *indexes_link_index(const struct open_index *index)
{
    return index->index;
}

void indexes_release(struct index_cache *cache, struct open_index *index)
{
    pthread_mutex_lock(&cache->lock);
    open_index_release(index);
    pthread_mutex_unlock(&cache->lock);
}

enum status indexes_open(struct index_cache *cache, const char *account_id, const char *domain_id,
                         struct link_index **index, struct error *err)
{
    const struct domain_lookup who = {.account_id = account_id, .domain_id = domain_id};
    for (;;) {
        struct open_index *shared;
        enum status status = use(cache, &who, true, &shared, err);
        if (status)
            return status;
        pthread_mutex_lock(&cache->lock); /* so that the file is not replaced between its name and its opening */
        bool is_newest = index_table_get(&cache->table, domain_id) == shared;
        if (is_newest)
            status = link_open(shared->path, index, err);
        open_index_release(shared);
        pthread_mutex_unlock(&cache->lock);
        if (is_newest)
            return status;
    }
}

void indexes_drop(struct index_cache *cache, const char *domain_id)
{
    index_builds_drop(cache->builds, domain_id);
    pthread_mutex_lock(&cache->lock);
    index_table_drop(&cache->table, domain_id);
    pthread_mutex_unlock(&cache->lock);
}
