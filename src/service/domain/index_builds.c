#include "service/domain/index_builds.h"

#include "base/system/system.h"

#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { AT_ONCE = 4 };

struct asker {
    index_made made;
    void *argument;
    struct asker *next;
};

/* A domain whose index is in line or being built. */
struct index_builds_build {
    struct index_builds *builds;
    char account_id[UUID_LENGTH + 1], domain_id[UUID_LENGTH + 1];
    atomic_bool cancel;
    bool is_dropped;
    struct asker *askers;
    struct index_builds_build *next;
};

struct index_builds {
    index_make make;
    void *context;
    struct fair_pool *pool;
    pthread_mutex_t lock; /* of all below and of the builds, but for `cancel` */
    struct index_builds_build *first;
    bool is_closed;
};

enum status index_builds_new(index_make make, void *context, struct index_builds **out, struct error *err)
{
    const struct fair_pool_options options = {.threads = AT_ONCE, .per_owner = 1};
    struct index_builds *builds = calloc(1, sizeof *builds);
    if (!builds)
        return error_memory(err);
    builds->make = make;
    builds->context = context;
    enum status status = fair_pool_new(&options, &builds->pool, err);
    if (status) {
        free(builds);
        return status;
    }
    pthread_mutex_init(&builds->lock, NULL);
    *out = builds;
    return OK;
}

/* Under the lock. */
static struct index_builds_build **place_of(struct index_builds *builds, const char *domain_id)
{
    struct index_builds_build **place = &builds->first;
    while (*place && strcmp((*place)->domain_id, domain_id) != 0)
        place = &(*place)->next;
    return place;
}

/* Takes the build out of the list and tells those who asked. */
static void index_builds_end(struct index_builds_build *build, enum status status, const struct error *err)
{
    struct index_builds *builds = build->builds;
    pthread_mutex_lock(&builds->lock);
    *place_of(builds, build->domain_id) = build->next;
    if (build->is_dropped && !builds->is_closed)
        status = OK;
    pthread_mutex_unlock(&builds->lock);
    while (build->askers) {
        struct asker *asker = build->askers;
        build->askers = asker->next;
        asker->made(asker->argument, status, status ? err : NULL);
        free(asker);
    }
    free(build);
}

static void index_builds_run(void *argument)
{
    struct error err = {.status = OK};
    struct index_builds_build *build = argument;
    enum status status = E_CANCELLED;
    if (atomic_load(&build->cancel))
        error_set(&err, E_CANCELLED, NULL, "the building of the index was called off");
    else
        status = build->builds->make(build->builds->context, build->domain_id, &build->cancel, &err);
    index_builds_end(build, status, &err);
}

static struct index_builds_build *new_build(struct index_builds *builds, const char *account_id, const char *domain_id)
{
    struct index_builds_build *build = calloc(1, sizeof *build);
    if (!build)
        return NULL;
    build->builds = builds;
    snprintf(build->account_id, sizeof build->account_id, "%s", account_id);
    snprintf(build->domain_id, sizeof build->domain_id, "%s", domain_id);
    build->next = builds->first;
    builds->first = build;
    return build;
}

/* Under the lock. *fresh: a build that is to be put in line, NULL when the domain has one. */
static enum status index_builds_join(struct index_builds *builds, const char *account_id, const char *domain_id,
                                     struct asker *asker, struct index_builds_build **fresh, struct error *err)
{
    if (builds->is_closed)
        return error_set(err, E_CANCELLED, NULL, "the service is stopping");
    struct index_builds_build *build = *place_of(builds, domain_id);
    if (!build)
        build = *fresh = new_build(builds, account_id, domain_id);
    if (!build)
        return error_memory(err);
    asker->next = build->askers;
    build->askers = asker;
    return OK;
}

void index_builds_ask(struct index_builds *builds, const char *account_id, const char *domain_id, index_made made,
                      void *argument)
{
    struct error err;
    struct index_builds_build *fresh = NULL;
    struct asker *asker = malloc(sizeof *asker);
    enum status status = asker ? OK : error_memory(&err);
    if (asker) {
        *asker = (struct asker){made, argument, NULL};
        pthread_mutex_lock(&builds->lock);
        status = index_builds_join(builds, account_id, domain_id, asker, &fresh, &err);
        pthread_mutex_unlock(&builds->lock);
    }
    if (status) {
        free(asker);
        made(argument, status, &err);
    } else if (fresh && (status = fair_pool_submit(builds->pool, account_id, index_builds_run, fresh, &err)) != OK) {
        index_builds_end(fresh, status, &err);
    }
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

enum status index_builds_wait(struct index_builds *builds, const char *account_id, const char *domain_id,
                              struct error *err)
{
    struct wait wait = {.is_over = false};
    pthread_mutex_init(&wait.lock, NULL);
    pthread_cond_init(&wait.ended, NULL);
    index_builds_ask(builds, account_id, domain_id, end_wait, &wait);
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

bool index_builds_is_free(struct index_builds *builds, const char *account_id, const char *domain_id)
{
    bool is_free = true;
    size_t others = 0;
    pthread_mutex_lock(&builds->lock);
    for (const struct index_builds_build *build = builds->first; build; build = build->next) {
        if (strcmp(build->domain_id, domain_id) == 0)
            continue;
        others++;
        is_free = is_free && strcmp(build->account_id, account_id) != 0;
    }
    pthread_mutex_unlock(&builds->lock);
    return is_free && others < AT_ONCE;
}

void index_builds_drop(struct index_builds *builds, const char *domain_id)
{
    pthread_mutex_lock(&builds->lock);
    struct index_builds_build *build = *place_of(builds, domain_id);
    if (build) {
        build->is_dropped = true;
        atomic_store(&build->cancel, true);
    }
    pthread_mutex_unlock(&builds->lock);
}

void index_builds_close(struct index_builds *builds)
{
    if (!builds)
        return;
    pthread_mutex_lock(&builds->lock);
    builds->is_closed = true;
    for (struct index_builds_build *build = builds->first; build; build = build->next)
        atomic_store(&build->cancel, true);
    pthread_mutex_unlock(&builds->lock);
}

void index_builds_free(struct index_builds *builds)
{
    if (!builds)
        return;
    index_builds_close(builds);
    fair_pool_free(builds->pool);
    pthread_mutex_destroy(&builds->lock);
    free(builds);
}

enum { NAME_MAX_LENGTH = UUID_LENGTH + 32 };

static void index_files_write_name(char *name, const char *domain_id, int64_t version)
{
    snprintf(name, NAME_MAX_LENGTH, "%s-%lld.cdx", domain_id, (long long)version);
}

/* The version of a file's name; -1: it is no name of a finished index of this domain. */
static int64_t version_of(const char *name, const char *domain_id)
{
    char same[NAME_MAX_LENGTH];
    long long version;
    if (!str_starts(str_from(name), str_from(domain_id)) || sscanf(name + strlen(domain_id), "-%lld", &version) != 1)
        return -1;
    index_files_write_name(same, domain_id, version);
    return strcmp(name, same) == 0 ? version : -1;
}

char *index_file_path(const char *folder, const char *domain_id, int64_t version)
{
    char *path, name[NAME_MAX_LENGTH];
    index_files_write_name(name, domain_id, version);
    return asprintf(&path, "%s/%s", folder, name) < 0 ? NULL : path;
}

int64_t index_files_newest(const char *folder, const struct domain *domain)
{
    int64_t newest = -1;
    DIR *files = opendir(folder);
    struct dirent *entry;
    while (files && (entry = readdir(files))) {
        int64_t version = version_of(entry->d_name, domain->id);
        if (version > newest && version <= domain->pages_version)
            newest = version;
    }
    if (files)
        closedir(files);
    return newest;
}

void index_files_remove_version(const char *folder, const char *domain_id, int64_t version)
{
    char *path = index_file_path(folder, domain_id, version);
    if (path)
        unlink(path);
    free(path);
}

void index_files_remove(const char *folder, const char *domain_id, const char *keep)
{
    DIR *files = opendir(folder);
    if (!files)
        return;
    struct dirent *entry;
    while ((entry = readdir(files))) {
        bool is_kept = keep && str_ends(str_from(keep), str_from(entry->d_name));
        if (str_starts(str_from(entry->d_name), str_from(domain_id)) && !is_kept)
            unlinkat(dirfd(files), entry->d_name, 0);
    }
    closedir(files);
}

/* --- what earlier processes left --- */

static bool is_of_use(const struct domain *domain, const char *folder, const char *name)
{
    int64_t version = version_of(name, domain->id);
    if (version == domain->pages_version)
        return true;
    char *present = index_file_path(folder, domain->id, domain->pages_version);
    bool is_newest = present && access(present, F_OK) != 0;
    free(present);
    return is_newest && version >= 0 && version < domain->pages_version;
}

/* E_NOT_FOUND: the file is of no use any more. */
static enum status check_file(struct db *db, const char *folder, const char *name, struct error *err)
{
    char id[UUID_LENGTH + 1];
    struct domain domain;
    snprintf(id, sizeof id, "%.*s", UUID_LENGTH, name);
    if (!uuid_is_valid(id))
        return OK; /* not one of ours */
    struct arena *arena = arena_new();
    enum status status = arena ? domain_get(db, arena, NULL, id, &domain, err) : error_memory(err);
    if (!status && !is_of_use(&domain, folder, name))
        status = error_set(err, E_NOT_FOUND, NULL, "%s is of no use", name);
    arena_free(arena);
    return status;
}

static enum status sweep(struct db *db, void *argument, struct error *err)
{
    const char *folder = argument;
    DIR *files = opendir(folder);
    if (!files)
        return error_set(err, E_IO, NULL, "the folder %s cannot be read", folder);
    enum status status = OK;
    struct dirent *entry;
    while ((!status || status == E_NOT_FOUND) && (entry = readdir(files))) {
        status = check_file(db, folder, entry->d_name, err);
        if (status == E_NOT_FOUND)
            unlinkat(dirfd(files), entry->d_name, 0);
    }
    closedir(files);
    return status == E_NOT_FOUND ? OK : status;
}

enum status index_files_sweep(const char *folder, struct store *store, struct error *err)
{
    return store_read(store, sweep, (void *)folder, err);
}
