#include "service/domain/indexes.h"

#include "service/internal.h"

#include <dirent.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* Of the open ones each holds a descriptor; the ones used longest ago are closed, which costs no more than to open them again. */
enum { PAGES_AT_ONCE = 64, MAX_OPEN = 256, MAX_BUILDING = 64 };

struct site {
    char domain_id[UUID_LENGTH + 1];
    int64_t version; /* of the domain's pages */
    struct link_index *index;
    char *path;
    size_t users; /* whoever has it from sites_use, and the table while it is the newest */
    struct site *next;
};

/* A domain whose index is being built right now. */
struct building {
    const char *domain_id;
    bool dropped; /* sites_drop was called meanwhile: what comes of it is not wanted */
};

struct sites {
    struct service *service;
    const char *folder;
    pthread_mutex_t lock;
    pthread_cond_t built;
    struct site *first; /* the newest of each domain, the one used last in front */
    struct building building[MAX_BUILDING];
    size_t building_count;
};

/* --- what an earlier run left --- */

/* E_NOT_FOUND: the file belonged to a domain that is gone, is older than its pages, or was never finished. */
static enum status check_file(struct db *db, const char *name, struct error *err)
{
    char id[UUID_LENGTH + 1], newest[UUID_LENGTH + 32];
    struct domain domain;
    snprintf(id, sizeof id, "%.*s", UUID_LENGTH, name);
    if (!uuid_is_valid(id))
        return OK; /* not one of ours */
    struct arena *arena = arena_new();
    enum status status = arena ? domain_get(db, arena, NULL, id, &domain, err) : error_memory(err);
    if (status == OK) {
        snprintf(newest, sizeof newest, "%s-%lld.cdx", id, (long long)domain.pages_version);
        status = strcmp(newest, name) == 0 ? OK : error_set(err, E_NOT_FOUND, NULL, "%s is of no use", name);
    }
    arena_free(arena);
    return status;
}

static enum status sweep(struct db *db, void *argument, struct error *err)
{
    struct sites *sites = argument;
    DIR *folder = opendir(sites->folder);
    if (!folder)
        return error_set(err, E_IO, NULL, "the folder %s cannot be read", sites->folder);
    enum status status = OK;
    struct dirent *entry;
    while ((status == OK || status == E_NOT_FOUND) && (entry = readdir(folder))) {
        status = check_file(db, entry->d_name, err);
        if (status == E_NOT_FOUND)
            unlinkat(dirfd(folder), entry->d_name, 0);
    }
    closedir(folder);
    return status == E_NOT_FOUND ? OK : status;
}

enum status sites_new(struct service *service, struct sites **out, struct error *err)
{
    struct sites *sites = calloc(1, sizeof *sites);
    const char *folder = arena_printf(service->arena, "%s/indexes", service->folder);
    if (!sites || !folder) {
        free(sites);
        return error_memory(err);
    }
    sites->service = service;
    sites->folder = folder;
    pthread_mutex_init(&sites->lock, NULL);
    pthread_cond_init(&sites->built, NULL);
    *out = sites;
    if (mkdir(folder, 0700) != 0 && access(folder, W_OK) != 0)
        return error_set(err, E_IO, NULL, "the folder %s cannot be made", folder);
    return store_read(service->store, sweep, sites, err);
}

static void close_site(struct site *site)
{
    link_close(site->index);
    free(site->path);
    free(site);
}

void sites_free(struct sites *sites)
{
    if (!sites)
        return;
    while (sites->first) {
        struct site *site = sites->first;
        sites->first = site->next;
        close_site(site);
    }
    pthread_cond_destroy(&sites->built);
    pthread_mutex_destroy(&sites->lock);
    free(sites);
}

/* --- building --- */

struct pages {
    struct service *service;
    const char *domain_id;
    struct arena *arena; /* of the batch in hand */
    struct domain_page *batch;
    size_t count, at;
    char *after;
};

static enum status read_batch(struct db *db, void *argument, struct error *err)
{
    struct pages *pages = argument;
    return domain_pages(db, pages->arena, pages->domain_id, pages->after, PAGES_AT_ONCE, &pages->batch, &pages->count,
                        err);
}

static enum status next_batch(struct pages *pages, struct error *err)
{
    if (pages->count) {
        free(pages->after);
        pages->after = strdup(pages->batch[pages->count - 1].url);
    }
    bool good = pages->after || !pages->count;
    arena_free(pages->arena);
    pages->arena = arena_new();
    pages->count = pages->at = 0;
    if (!good || !pages->arena)
        return error_memory(err);
    return store_read(pages->service->store, read_batch, pages, err);
}

static enum status next_page(void *context, struct link_page *page, bool *done, struct error *err)
{
    struct pages *pages = context;
    if (pages->at == pages->count) {
        enum status status = next_batch(pages, err);
        if (status != OK)
            return status;
    }
    *done = pages->count == 0;
    if (*done)
        return OK;
    const struct domain_page *from = &pages->batch[pages->at++];
    *page = (struct link_page){str_from(from->url), str_from(from->title), from->html, str_from(from->language)};
    return OK;
}

static enum status build(struct sites *sites, const char *domain_id, const char *path, struct error *err)
{
    struct pages pages = {.service = sites->service, .domain_id = domain_id};
    enum status status = link_build(path, next_page, &pages, err);
    arena_free(pages.arena);
    free(pages.after);
    return status;
}

/* Opens the file of this version, which an earlier run may have left, or builds it. */
static enum status open_or_build(struct sites *sites, const struct domain *domain, struct site **out, struct error *err)
{
    struct site *site = calloc(1, sizeof *site);
    if (!site)
        return error_memory(err);
    snprintf(site->domain_id, sizeof site->domain_id, "%s", domain->id);
    site->version = domain->pages_version;
    site->users = 1;
    enum status status = OK;
    if (asprintf(&site->path, "%s/%s-%lld.cdx", sites->folder, domain->id, (long long)domain->pages_version) < 0) {
        site->path = NULL;
        status = error_memory(err);
    }
    if (status == OK && link_open(site->path, &site->index, NULL) != OK) {
        status = build(sites, domain->id, site->path, err);
        if (status == OK)
            status = link_open(site->path, &site->index, err);
    }
    if (status == OK)
        *out = site;
    else
        close_site(site);
    return status;
}

/* --- the table of open ones; all of these under the lock --- */

static struct site **place_of(struct sites *sites, const char *domain_id)
{
    struct site **place = &sites->first;
    while (*place && strcmp((*place)->domain_id, domain_id) != 0)
        place = &(*place)->next;
    return place;
}

static void release(struct site *site)
{
    if (--site->users == 0)
        close_site(site);
}

/* Removes the files of a domain but `keep` (NULL: all), also what a killed process left. */
static void remove_files(const struct sites *sites, const char *domain_id, const char *keep)
{
    DIR *folder = opendir(sites->folder);
    if (!folder)
        return;
    struct dirent *entry;
    while ((entry = readdir(folder))) {
        bool spare = keep && str_ends(str_from(keep), str_from(entry->d_name));
        if (str_starts(str_from(entry->d_name), str_from(domain_id)) && !spare)
            unlinkat(dirfd(folder), entry->d_name, 0);
    }
    closedir(folder);
}

/* Takes the newest of a domain out of the table; its file goes, whoever uses it keeps the mapping. */
static void retire(struct sites *sites, const char *domain_id, const char *keep)
{
    struct site **place = place_of(sites, domain_id);
    struct site *old = *place;
    remove_files(sites, domain_id, keep);
    if (!old)
        return;
    *place = old->next;
    release(old);
}

static struct building *find_building(struct sites *sites, const char *domain_id)
{
    for (size_t i = 0; i < sites->building_count; i++)
        if (strcmp(sites->building[i].domain_id, domain_id) == 0)
            return &sites->building[i];
    return NULL;
}

/* Returns whether the domain was dropped since the building began. */
static bool end_building(struct sites *sites, const char *domain_id)
{
    struct building *building = find_building(sites, domain_id);
    bool dropped = building->dropped;
    *building = sites->building[--sites->building_count];
    pthread_cond_broadcast(&sites->built);
    return dropped;
}

/* Puts an index in front, as the newest of its domain or the one used last, and closes those that are too many. */
static void put_first(struct sites *sites, struct site *site)
{
    site->next = sites->first;
    sites->first = site;
    struct site **place = &sites->first;
    for (size_t i = 0; *place && i < MAX_OPEN; i++)
        place = &(*place)->next;
    while (*place) {
        struct site *old = *place;
        *place = old->next;
        release(old);
    }
}

/* Good enough? While pages come in, an index of a moment ago is: one rebuild per batch would be wasted. */
static bool serves(const struct site *site, const struct domain *domain)
{
    return site && (site->version >= domain->pages_version || domain->state == DOMAIN_CRAWLING);
}

/* --- using --- */

struct lookup {
    struct arena *arena;
    const char *account_id, *domain_id;
    struct domain domain;
};

static enum status read_domain(struct db *db, void *argument, struct error *err)
{
    struct lookup *lookup = argument;
    enum status status = domain_get(db, lookup->arena, lookup->account_id, lookup->domain_id, &lookup->domain, err);
    if (status == E_NOT_FOUND)
        return error_set(err, E_NOT_FOUND, NULL, "There is no domain with this id.");
    if (status == OK && lookup->domain.page_count == 0)
        return error_set(err, E_INVALID, "domain_empty",
                         "The domain has no pages yet: push some, or refresh it and wait until it is ready.");
    return status;
}

/* The domain as it is now that its building is known: had it been deleted before, it would not be found, and from now on
 * sites_drop tells. */
static enum status read_and_build(struct sites *sites, struct lookup *lookup, struct site **fresh, struct error *err)
{
    enum status status = store_read(sites->service->store, read_domain, lookup, err);
    return status == OK ? open_or_build(sites, &lookup->domain, fresh, err) : status;
}

/* The lock is held, but not while building: others wait for this domain only. *site stays NULL, with OK, when the domain was
 * dropped while its index was built. */
static enum status use_locked(struct sites *sites, struct lookup *lookup, struct site **site, struct error *err)
{
    const char *id = lookup->domain_id;
    while (find_building(sites, id) || sites->building_count == MAX_BUILDING)
        pthread_cond_wait(&sites->built, &sites->lock);
    struct site **place = place_of(sites, id), *have = *place;
    if (serves(have, &lookup->domain)) {
        *place = have->next;
        put_first(sites, have);
        have->users++;
        *site = have;
        return OK;
    }
    struct site *fresh = NULL;
    sites->building[sites->building_count++] = (struct building){.domain_id = id};
    pthread_mutex_unlock(&sites->lock);
    enum status status = read_and_build(sites, lookup, &fresh, err);
    pthread_mutex_lock(&sites->lock);
    bool dropped = end_building(sites, id);
    if (dropped) {
        if (fresh)
            close_site(fresh);
        remove_files(sites, id, NULL);
        return OK;
    }
    if (status != OK)
        return status;
    retire(sites, id, fresh->path);
    put_first(sites, fresh);
    fresh->users++;
    *site = fresh;
    return OK;
}

static enum status use(struct sites *sites, struct lookup *lookup, struct site **site, struct error *err)
{
    enum status status = OK;
    *site = NULL;
    while (status == OK && !*site) {
        status = store_read(sites->service->store, read_domain, lookup, err);
        if (status != OK)
            return status;
        pthread_mutex_lock(&sites->lock);
        status = use_locked(sites, lookup, site, err);
        pthread_mutex_unlock(&sites->lock);
    }
    return status;
}

enum status sites_use(struct sites *sites, const char *account_id, const char *domain_id, struct site **site,
                      struct error *err)
{
    struct lookup lookup = {.arena = arena_new(), .account_id = account_id, .domain_id = domain_id};
    if (!lookup.arena)
        return error_memory(err);
    enum status status = use(sites, &lookup, site, err);
    arena_free(lookup.arena);
    return status;
}

const struct link_index *site_index(const struct site *site)
{
    return site->index;
}

void sites_release(struct sites *sites, struct site *site)
{
    pthread_mutex_lock(&sites->lock);
    release(site);
    pthread_mutex_unlock(&sites->lock);
}

enum status sites_open_own(struct sites *sites, const char *account_id, const char *domain_id,
                           struct link_index **index, struct error *err)
{
    struct site *site;
    enum status status = sites_use(sites, account_id, domain_id, &site, err);
    if (status != OK)
        return status;
    pthread_mutex_lock(&sites->lock); /* so that the file is not replaced between its name and its opening */
    bool newest = *place_of(sites, domain_id) == site;
    if (newest)
        status = link_open(site->path, index, err);
    release(site);
    pthread_mutex_unlock(&sites->lock);
    return newest ? status : sites_open_own(sites, account_id, domain_id, index, err);
}

void sites_drop(struct sites *sites, const char *domain_id)
{
    pthread_mutex_lock(&sites->lock);
    retire(sites, domain_id, NULL);
    struct building *building = find_building(sites, domain_id);
    if (building)
        building->dropped = true;
    pthread_mutex_unlock(&sites->lock);
}
