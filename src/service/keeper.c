#include "service/keeper.h"

#include "base/file.h"
#include "base/thread.h"
#include "service/agreement.h"
#include "service/http/local.h"
#include "service/paths.h"
#include "service/service.h"
#include "store/folder.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

enum {
    LOOK_MS = 200,     /* between two looks at whether the service is gone, or wanted by a standalone one */
    START_MS = 25,     /* the same before there is one */
    RETRY_MS = 1000,   /* after it could not be started */
    LONGEST_MS = 15000 /* another process has the folder and does not answer: it starts, or hangs */
};

/* What a keeper has in one process. A forked child leaves its parent's alone, locks and all, and makes its own. */
struct post {
    const struct keeper *keeper;
    struct arena *arena;
    struct config config;
    json_t *in_force; /* agreement_entries of the service that ran last, NULL: not known */
    int claim;        /* of a standalone one, -1: none */
    int64_t began;
    bool complained; /* of what keeps it from starting the service */
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    /* under the lock */
    bool closed, settled;
    struct error outcome;    /* of the first start, once settled */
    struct service *service; /* NULL: another process runs it */
};

struct keeper {
    struct arena *arena;
    json_t *config; /* with absolute paths */
    bool standalone;
    const char *folder, *socket, *address, *library;
    pid_t process; /* whose post it is */
    struct post *post;
};

/* --- making one --- */

static enum status set_path(json_t *config, const char *name, const char *path, struct error *err)
{
    return !path || json_object_set_new(config, name, json_string(path)) == 0 ? OK : error_memory(err);
}

static enum status prepare(struct keeper *keeper, const json_t *given, struct error *err)
{
    struct config config;
    enum status status = config_read(given, keeper->arena, &config, err);
    keeper->config = status == OK ? json_deep_copy(config.root) : NULL;
    if (status == OK && !keeper->config)
        status = error_memory(err);
    if (status == OK)
        status = path_of_data(config.data, keeper->arena, &keeper->folder, err);
    if (status == OK)
        status = path_of_library(config.library, keeper->arena, &keeper->library, err);
    if (status == OK)
        status = set_path(keeper->config, "data", keeper->folder, err);
    if (status == OK)
        status = set_path(keeper->config, "library", keeper->library, err);
    config_free(&config);
    if (status != OK)
        return status;
    keeper->socket = local_path(keeper->folder, keeper->arena);
    keeper->address = keeper->socket ? arena_printf(keeper->arena, "unix:%s", keeper->socket) : NULL;
    return keeper->address ? OK : error_memory(err);
}

enum status keeper_new(const json_t *config, bool standalone, struct keeper **out, struct error *err)
{
    struct keeper *keeper = calloc(1, sizeof *keeper);
    if (!keeper || !(keeper->arena = arena_new())) {
        free(keeper);
        return error_memory(err);
    }
    keeper->standalone = standalone;
    enum status status = prepare(keeper, config, err);
    if (status == OK)
        *out = keeper;
    else
        keeper_free(keeper);
    return status;
}

/* --- one look at the folder, in the post's thread --- */

static void settle(struct post *post, enum status status, const struct error *err)
{
    pthread_mutex_lock(&post->lock);
    if (!post->settled && status != OK && err)
        post->outcome = *err;
    post->settled = true;
    pthread_cond_broadcast(&post->changed);
    pthread_mutex_unlock(&post->lock);
}

static void set_service(struct post *post, struct service *service)
{
    pthread_mutex_lock(&post->lock);
    post->service = service;
    pthread_mutex_unlock(&post->lock);
}

/* Gives the service up to a standalone one; what it was writing goes on there. */
static void give_up(struct post *post)
{
    struct service *service = post->service;
    set_service(post, NULL);
    service_stop(service);
    log_line(LOG_INFO, "the service on %s goes on in another process", post->keeper->folder);
}

/* Another process has the folder. Until it answers, or is gone, there is nothing to say. A standalone service waits for that. */
static void stand_by(struct post *post)
{
    struct error err;
    struct endpoint running = {0};
    const struct keeper *keeper = post->keeper;
    struct arena *arena = arena_new();
    if (!arena)
        return;
    enum status status = E_NOT_FOUND;
    if (!keeper->standalone)
        status = endpoint_find(keeper->folder, keeper->socket, arena, &running, &err);
    if (status == OK) {
        json_decref(post->in_force);
        post->in_force = running.shared;
        settle(post, agreement_check(&post->config, &running, keeper->folder, &err), &err);
    } else if (clock_mono_ms() - post->began > LONGEST_MS) {
        error_set(&err, E_CONFLICT, "in_use", "another process has the data folder %s, but its service does not answer",
                  keeper->folder);
        settle(post, E_CONFLICT, &err);
    }
    arena_free(arena);
}

/* A service in this process, with what was in force on the folder so far. */
static enum status start(struct post *post, struct error *err)
{
    const struct keeper *keeper = post->keeper;
    struct service *service = NULL;
    json_t *config = agreement_succeed(keeper->config, post->in_force);
    enum status status = config ? service_start(config, keeper->standalone, &service, err) : error_memory(err);
    json_decref(config);
    if (status == OK && post->settled)
        log_line(LOG_INFO, "the service on %s goes on in this process", keeper->folder);
    if (status == OK)
        set_service(post, service);
    return status;
}

/* False: there is nothing for this process to take. */
static bool may_start(const struct post *post)
{
    const struct keeper *keeper = post->keeper;
    if (!keeper->standalone && folder_is_locked(keeper->folder, FOLDER_CLAIM))
        return false;
    if (!post->settled)
        return true;
    /* A folder that was removed is not made again by one who only stands by. */
    return access(keeper->folder, W_OK) == 0 && !folder_is_locked(keeper->folder, FOLDER_LOCK);
}

static enum status claim(struct post *post, struct error *err)
{
    const struct keeper *keeper = post->keeper;
    if (!keeper->standalone || post->claim >= 0)
        return OK;
    enum status status = folder_make(keeper->folder, err);
    return status == OK ? folder_lock(keeper->folder, FOLDER_CLAIM, &post->claim, err) : status;
}

/* The claim is another standalone service's: where is it? */
static void refuse(struct post *post)
{
    struct error err;
    struct endpoint running = {0};
    const struct keeper *keeper = post->keeper;
    struct arena *arena = arena_new();
    if (!arena || endpoint_find(keeper->folder, keeper->socket, arena, &running, &err) != OK) {
        error_set(&err, E_CONFLICT, "in_use", "another process serves the data folder %s", keeper->folder);
    } else {
        error_set(&err, E_CONFLICT, "in_use", "another process serves this data folder, at %s (process %d)",
                  running.url, (int)running.pid);
        json_decref(running.shared);
    }
    arena_free(arena);
    settle(post, E_CONFLICT, &err);
}

/* Returns how long to wait before the next look, in ms. */
static int look(struct post *post)
{
    struct error err = {0};
    const struct keeper *keeper = post->keeper;
    if (post->service) {
        if (!keeper->standalone && folder_is_locked(keeper->folder, FOLDER_CLAIM))
            give_up(post);
        return LOOK_MS;
    }
    enum status status = claim(post, &err);
    if (status == E_CONFLICT) {
        refuse(post);
        return LOOK_MS;
    }
    if (status == OK)
        status = may_start(post) ? start(post, &err) : E_CONFLICT;
    if (status == OK) {
        settle(post, OK, NULL);
    } else if (status == E_CONFLICT) {
        if (!post->settled)
            stand_by(post);
    } else if (!post->settled) {
        settle(post, status, &err);
    } else if (!post->complained) {
        log_line(LOG_ERROR, "the service on %s cannot be taken over: %s", keeper->folder, err.message);
    }
    post->complained = status != OK && status != E_CONFLICT;
    return post->complained ? RETRY_MS : post->settled ? LOOK_MS : START_MS;
}

static void *keep(void *argument)
{
    struct post *post = argument;
    if (!post->keeper->standalone)
        priority_lower(); /* the program around us comes first */
    pthread_mutex_lock(&post->lock);
    while (!post->closed) {
        pthread_mutex_unlock(&post->lock);
        struct timespec until = condition_in_ms(look(post));
        pthread_mutex_lock(&post->lock);
        while (!post->closed && pthread_cond_timedwait(&post->changed, &post->lock, &until) == 0)
            continue;
    }
    struct service *service = post->service;
    post->service = NULL;
    pthread_mutex_unlock(&post->lock);
    service_stop(service);
    return NULL;
}

/* --- a post's life --- */

static void free_post(struct post *post)
{
    folder_unlock(post->claim);
    json_decref(post->in_force);
    config_free(&post->config);
    arena_free(post->arena);
    pthread_cond_destroy(&post->changed);
    pthread_mutex_destroy(&post->lock);
    free(post);
}

/* Threads inherit the mask: the signals of the program around us stay with its own threads. */
static bool start_thread(struct post *post)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = pthread_create(&post->thread, NULL, keep, post) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

static enum status new_post(struct keeper *keeper, struct error *err)
{
    struct post *post = calloc(1, sizeof *post);
    if (!post || !(post->arena = arena_new())) {
        free(post);
        return error_memory(err);
    }
    condition_init(&post->changed);
    pthread_mutex_init(&post->lock, NULL);
    post->keeper = keeper;
    post->claim = -1;
    post->began = clock_mono_ms();
    enum status status = config_read(keeper->config, post->arena, &post->config, err);
    if (status == OK && !start_thread(post))
        status = error_set(err, E_MEMORY, NULL, "no more threads can be made");
    if (status != OK) {
        free_post(post);
        return status;
    }
    keeper->post = post;
    keeper->process = getpid();
    return OK;
}

static void close_post(struct keeper *keeper)
{
    struct post *post = keeper->post;
    keeper->post = NULL;
    if (!post || keeper->process != getpid())
        return;
    pthread_mutex_lock(&post->lock);
    post->closed = true;
    pthread_cond_broadcast(&post->changed);
    pthread_mutex_unlock(&post->lock);
    pthread_join(post->thread, NULL);
    free_post(post);
}

static enum status wait_until_settled(struct post *post, struct error *err)
{
    pthread_mutex_lock(&post->lock);
    while (!post->settled)
        pthread_cond_wait(&post->changed, &post->lock);
    enum status status = post->outcome.status;
    if (err)
        *err = post->outcome;
    pthread_mutex_unlock(&post->lock);
    return status;
}

enum status keeper_attach(struct keeper *keeper, struct error *err)
{
    if (keeper->post && keeper->process == getpid())
        return OK;
    keeper->post = NULL; /* a parent's: its memory is left as it was when the process was forked */
    enum status status = new_post(keeper, err);
    if (status == OK)
        status = wait_until_settled(keeper->post, err);
    if (status != OK)
        close_post(keeper);
    return status;
}

void keeper_free(struct keeper *keeper)
{
    if (!keeper)
        return;
    close_post(keeper);
    json_decref(keeper->config);
    arena_free(keeper->arena);
    free(keeper);
}

/* --- asking --- */

const char *keeper_address(const struct keeper *keeper)
{
    return keeper->address;
}

const char *keeper_library(const struct keeper *keeper)
{
    return keeper->library;
}

bool keeper_is_owner(struct keeper *keeper)
{
    struct post *post = keeper->post;
    if (!post || keeper->process != getpid())
        return false;
    pthread_mutex_lock(&post->lock);
    bool owner = post->service != NULL;
    pthread_mutex_unlock(&post->lock);
    return owner;
}

enum status keeper_find(struct keeper *keeper, struct arena *arena, const char **url, const char **key,
                        struct error *err)
{
    struct endpoint running = {0};
    enum status status = endpoint_find(keeper->folder, keeper->socket, arena, &running, err);
    if (status != OK)
        return status;
    json_decref(running.shared);
    *url = running.url;
    return files_read(keeper->folder, "key", arena, key, err);
}
