#include "service/domain/index_builds.h"

#include "base/base.h"
#include "base/system/fair_pool.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    if (status != OK) {
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
        asker->made(asker->argument, status, status == OK ? NULL : err);
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
    if (status != OK) {
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
