#include "service/agreement.h"
#include "service/http/http.h"
#include "service/service.h"
#include "service/sources.h"
#include "store/db/postgresql.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum {
    LOOK_MS = 200,     /* between two checks of whether the service is gone or a standalone one wants it */
    START_MS = 25,     /* between two checks while no service runs yet */
    RETRY_MS = 1000,   /* before another try to start it */
    LONGEST_MS = 15000 /* how long another process may hold the folder without answering */
};

/* This process as one of those that share the folder. A forked child leaves its parent's alone, locks and all, and
 * makes its own. */
struct keeper_member {
    const struct keeper *keeper;
    struct arena *arena;
    struct config config;
    json_t *in_force;     /* agreement_entries of the service that ran last, NULL: not known */
    const char *listened; /* where that one listened though nobody had asked for the address; NULL: not known */
    int claim;            /* of a standalone one, -1: none */
    int64_t began;
    bool failure_is_logged; /* the failure to take over is logged once */
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    /* under the lock */
    bool is_stopping, is_decided;
    struct error outcome;    /* of the first start, once is_decided */
    const json_t *next;      /* the configuration that is to be in force; NULL: no other is wanted */
    struct error reloaded;   /* what came of the last one */
    struct service *service; /* NULL: another process runs it */
};

struct keeper {
    struct arena *arena;
    json_t *config; /* with absolute paths */
    bool standalone;
    const char *folder, *socket, *address, *library;
    pid_t process; /* whose member it is */
    struct keeper_member *member;
};

/* --- making one --- */

/* path NULL: there is none. */
static void set_path(struct keeper *keeper, json_t *of, const char *name, const char *path)
{
    if (path && json_object_set_new(of, name, json_string(path)))
        arena_fail(keeper->arena);
}

/* Files and folders that an entry such as products = { path = } names, or one of those inside it. */
static enum status set_entry_paths(struct keeper *keeper, json_t *entry, struct error *err)
{
    const char *named = json_string_value(json_object_get(entry, "path")), *path = NULL;
    enum status status = named ? path_make_absolute(named, keeper->arena, &path, err) : OK;
    if (!status)
        set_path(keeper, entry, "path", path);
    const char *name;
    json_t *inner;
    json_object_foreach (entry, name, inner) {
        if (!status && json_is_object(inner))
            status = set_entry_paths(keeper, inner, err);
    }
    return status;
}

static enum status set_source_paths(struct keeper *keeper, struct error *err)
{
    enum status status = set_entry_paths(keeper, json_object_get(keeper->config, "search"), err);
    for (size_t i = 0; media_sources_name(i) && !status; i++)
        status = set_entry_paths(keeper, json_object_get(keeper->config, media_sources_name(i)), err);
    return status;
}

static enum status set_secret_key(struct keeper *keeper, const char *configured, struct error *err)
{
    const char *path = NULL;
    enum status status = configured ? path_make_absolute(configured, keeper->arena, &path, err) : OK;
    set_path(keeper, keeper->config, "secret_key", path);
    return status;
}

static enum status keeper_prepare(struct keeper *keeper, const json_t *given, struct error *err)
{
    struct config config;
    enum status status = config_read(given, keeper->arena, &config, err);
    keeper->config = status ? NULL : json_deep_copy(config.root);
    if (!status && !keeper->config)
        status = error_memory(err);
    if (!status)
        status = path_of_data(config.data, keeper->arena, &keeper->folder, err);
    if (!status)
        status = path_of_library(config.library, keeper->arena, &keeper->library, err);
    if (!status) {
        set_path(keeper, keeper->config, config.database ? "folder" : "data", keeper->folder);
        set_path(keeper, keeper->config, "data", config.database);
        set_path(keeper, keeper->config, "library", keeper->library);
        status = set_secret_key(keeper, config.secret_key, err);
    }
    if (!status)
        status = set_source_paths(keeper, err);
    config_free(&config);
    if (status)
        return status;
    keeper->socket = local_path(keeper->folder, keeper->arena);
    if (keeper->socket)
        keeper->address = arena_printf(keeper->arena, "unix:%s", keeper->socket);
    return arena_failed(keeper->arena) ? error_memory(err) : OK;
}

enum status keeper_new(const json_t *config, bool standalone, struct keeper **out, struct error *err)
{
    struct keeper *keeper = calloc(1, sizeof *keeper);
    if (!keeper || !(keeper->arena = arena_new())) {
        free(keeper);
        return error_memory(err);
    }
    keeper->standalone = standalone;
    enum status status = keeper_prepare(keeper, config, err);
    if (!status)
        *out = keeper;
    else
        keeper_free(keeper);
    return status;
}

/* --- one look at the folder, in the keeper's thread --- */

static void decide(struct keeper_member *member, enum status status, const struct error *err)
{
    pthread_mutex_lock(&member->lock);
    if (!member->is_decided && status && err)
        member->outcome = *err;
    member->is_decided = true;
    pthread_cond_broadcast(&member->changed);
    pthread_mutex_unlock(&member->lock);
}

static void set_service(struct keeper_member *member, struct service *service)
{
    pthread_mutex_lock(&member->lock);
    member->service = service;
    pthread_mutex_unlock(&member->lock);
}

/* Stops the service in favour of a standalone one, which goes on with the articles under way. */
static void keeper_give_up(struct keeper_member *member)
{
    struct service *service = member->service;
    set_service(member, NULL);
    service_stop(service);
    log_line(LOG_INFO, "the service on %s goes on in another process", member->keeper->folder);
}

/* The address that the system chose for the service that runs, as `listen` has it. NULL: its program asked for it. */
static const char *chosen_address(const struct endpoint *running, struct arena *arena)
{
    static const char scheme[] = "http://";
    struct str asked = str_from(json_string_value(json_object_get(running->shared, "listen")));
    struct str url = str_from(running->url);
    if (!str_ends(asked, STR(":0")) || !str_starts(url, str_from(scheme)))
        return NULL;
    return arena_copy(arena, running->url + strlen(scheme));
}

/* Another process has the folder: waits until it answers or is gone. (A standalone service only waits for it to be
 * gone.) */
static void stand_by(struct keeper_member *member)
{
    struct error err;
    struct endpoint running = {0};
    const struct keeper *keeper = member->keeper;
    struct arena *arena = arena_new();
    if (!arena)
        return;
    enum status status = E_NOT_FOUND;
    if (!keeper->standalone)
        status = endpoint_find(keeper->folder, keeper->socket, arena, &running, &err);
    if (!status) {
        json_decref(member->in_force);
        member->in_force = running.shared;
        member->listened = chosen_address(&running, member->arena);
        decide(member, agreement_check(&member->config, &running, keeper->folder, &err), &err);
    } else if (clock_mono_ms() - member->began > LONGEST_MS) {
        error_set(&err, E_CONFLICT, "in_use", "another process has the data folder %s, but its service does not answer",
                  keeper->folder);
        decide(member, E_CONFLICT, &err);
    }
    arena_free(arena);
}

/* A browser that shows the pages goes on where it is: at the address of the service before, if that is free. */
static enum status start_where_it_was(const struct keeper_member *member, json_t *config, struct service **service,
                                      struct error *err)
{
    bool is_open = member->listened && !json_object_get(config, "listen");
    if (is_open && json_object_set_new(config, "listen", json_string(member->listened)) == 0) {
        if (!service_start(config, member->keeper->standalone, service, err))
            return OK;
        json_object_del(config, "listen");
    }
    return service_start(config, member->keeper->standalone, service, err);
}

/* Starts a service in this process, with the values that were in force on the folder. */
static enum status keeper_start(struct keeper_member *member, struct error *err)
{
    const struct keeper *keeper = member->keeper;
    struct service *service = NULL;
    json_t *config = agreement_succeed(keeper->config, member->in_force);
    enum status status = config ? start_where_it_was(member, config, &service, err) : error_memory(err);
    json_decref(config);
    if (!status && member->is_decided)
        log_line(LOG_INFO, "the service on %s goes on in this process", keeper->folder);
    if (!status)
        set_service(member, service);
    return status;
}

/* May this process start a service now? */
static bool may_start(const struct keeper_member *member)
{
    const struct keeper *keeper = member->keeper;
    if (!keeper->standalone && folder_is_locked(keeper->folder, FOLDER_CLAIM))
        return false;
    if (!member->is_decided)
        return true;
    /* A process that stands by does not make a removed folder anew. */
    return access(keeper->folder, W_OK) == 0 && !folder_is_locked(keeper->folder, FOLDER_LOCK);
}

static enum status keeper_claim(struct keeper_member *member, struct error *err)
{
    const struct keeper *keeper = member->keeper;
    if (!keeper->standalone || member->claim >= 0)
        return OK;
    enum status status = folder_make(keeper->folder, err);
    return status ? status : folder_lock(keeper->folder, FOLDER_CLAIM, &member->claim, err);
}

/* Another standalone service has the folder: says so, with its address if that is known. */
static void keeper_refuse(struct keeper_member *member)
{
    struct error err;
    struct endpoint running = {0};
    const struct keeper *keeper = member->keeper;
    struct arena *arena = arena_new();
    if (!arena || endpoint_find(keeper->folder, keeper->socket, arena, &running, &err) != OK) {
        error_set(&err, E_CONFLICT, "in_use", "another process serves the data folder %s", keeper->folder);
    } else {
        error_set(&err, E_CONFLICT, "in_use", "another process serves this data folder, at %s (process %d)",
                  running.url, (int)running.pid);
        json_decref(running.shared);
    }
    arena_free(arena);
    decide(member, E_CONFLICT, &err);
}

/* --- another configuration --- */

/* A copy of the configuration, at the socket that is open already where the address is the same. NULL: no memory. */
static json_t *with_listener(const json_t *config, const json_t *before, int listener)
{
    char name[32];
    const json_t *now = json_object_get(config, "listen"), *then = json_object_get(before, "listen");
    json_t *copy = json_deep_copy(config);
    bool is_same = now == then || (now && then && json_equal(now, then));
    if (!copy || !is_same || listener < 0)
        return copy;
    snprintf(name, sizeof name, "fd:%d", listener);
    if (json_object_set_new(copy, "listen", json_string(name)) == 0)
        return copy;
    json_decref(copy);
    return NULL;
}

static enum status start_at(struct keeper_member *member, const json_t *config, int listener, struct error *err)
{
    struct service *service = NULL;
    json_t *given = with_listener(config, member->keeper->config, listener);
    enum status status = given ? service_start(given, true, &service, err) : error_memory(err);
    json_decref(given);
    if (!status)
        set_service(member, service);
    return status;
}

/* The service before is started again when the next one cannot be. */
static enum status replace(struct keeper_member *member, const json_t *next, struct error *err)
{
    struct error again;
    const struct keeper *keeper = member->keeper;
    struct service *service = member->service;
    service_drain(service);
    int listener = service_listener(service);
    set_service(member, NULL);
    service_stop(service);
    enum status status = start_at(member, next, listener, err);
    if (status && start_at(member, keeper->config, listener, &again) != OK)
        log_line(LOG_ERROR, "the service on %s cannot go on as before: %s", keeper->folder, again.message);
    if (listener >= 0)
        close(listener);
    return status;
}

static void reload(struct keeper_member *member)
{
    struct error err = {.status = OK};
    pthread_mutex_lock(&member->lock);
    const json_t *next = member->next;
    pthread_mutex_unlock(&member->lock);
    if (!next)
        return;
    if (!member->service)
        error_set(&err, E_CONFLICT, NULL, "no service runs in this process");
    else if (replace(member, next, &err) == OK)
        err = (struct error){.status = OK}; /* whatever was met on the way */
    pthread_mutex_lock(&member->lock);
    member->next = NULL;
    member->reloaded = err;
    pthread_cond_broadcast(&member->changed);
    pthread_mutex_unlock(&member->lock);
}

/* Returns how long to wait before the next look, in ms. */
static int keeper_look(struct keeper_member *member)
{
    struct error err = {0};
    const struct keeper *keeper = member->keeper;
    reload(member);
    if (member->service) {
        if (!keeper->standalone && folder_is_locked(keeper->folder, FOLDER_CLAIM))
            keeper_give_up(member);
        return LOOK_MS;
    }
    enum status status = keeper_claim(member, &err);
    if (status == E_CONFLICT) {
        keeper_refuse(member);
        return LOOK_MS;
    }
    if (!status)
        status = may_start(member) ? keeper_start(member, &err) : E_CONFLICT;
    if (!status) {
        decide(member, OK, NULL);
    } else if (status == E_CONFLICT) {
        if (!member->is_decided)
            stand_by(member);
    } else if (!member->is_decided) {
        decide(member, status, &err);
    } else if (!member->failure_is_logged) {
        log_line(LOG_ERROR, "the service on %s cannot be taken over: %s", keeper->folder, err.message);
    }
    member->failure_is_logged = status && status != E_CONFLICT;
    return member->failure_is_logged ? RETRY_MS : member->is_decided ? LOOK_MS : START_MS;
}

static void *keeper_keep(void *argument)
{
    struct keeper_member *member = argument;
    if (!member->keeper->standalone)
        priority_lower(); /* the program around us comes first */
    pthread_mutex_lock(&member->lock);
    while (!member->is_stopping) {
        pthread_mutex_unlock(&member->lock);
        struct timespec until = condition_in_ms(keeper_look(member));
        pthread_mutex_lock(&member->lock);
        while (!member->is_stopping && !member->next &&
               pthread_cond_timedwait(&member->changed, &member->lock, &until) == 0)
            continue;
    }
    struct service *service = member->service;
    member->service = NULL;
    pthread_mutex_unlock(&member->lock);
    service_stop(service);
    return NULL;
}

/* --- taking part and leaving --- */

static void free_member(struct keeper_member *member)
{
    folder_unlock(member->claim);
    json_decref(member->in_force);
    config_free(&member->config);
    arena_free(member->arena);
    pthread_cond_destroy(&member->changed);
    pthread_mutex_destroy(&member->lock);
    free(member);
}

/* Threads inherit the mask: the signals of the program around us stay with its own threads. */
static enum status keeper_start_thread(struct keeper_member *member, struct error *err)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    enum status status = thread_start(&member->thread, keeper_keep, member, err);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return status;
}

static enum status new_member(struct keeper *keeper, struct error *err)
{
    struct keeper_member *member = calloc(1, sizeof *member);
    if (!member || !(member->arena = arena_new())) {
        free(member);
        return error_memory(err);
    }
    condition_init(&member->changed);
    pthread_mutex_init(&member->lock, NULL);
    member->keeper = keeper;
    member->claim = -1;
    member->began = clock_mono_ms();
    enum status status = config_read(keeper->config, member->arena, &member->config, err);
    if (!status)
        status = keeper_start_thread(member, err);
    if (status) {
        free_member(member);
        return status;
    }
    keeper->member = member;
    keeper->process = getpid();
    return OK;
}

static void close_member(struct keeper *keeper)
{
    struct keeper_member *member = keeper->member;
    keeper->member = NULL;
    if (!member || keeper->process != getpid())
        return;
    pthread_mutex_lock(&member->lock);
    member->is_stopping = true;
    pthread_cond_broadcast(&member->changed);
    pthread_mutex_unlock(&member->lock);
    pthread_join(member->thread, NULL);
    free_member(member);
}

static enum status wait_until_decided(struct keeper_member *member, struct error *err)
{
    pthread_mutex_lock(&member->lock);
    while (!member->is_decided)
        pthread_cond_wait(&member->changed, &member->lock);
    enum status status = member->outcome.status;
    if (err)
        *err = member->outcome;
    pthread_mutex_unlock(&member->lock);
    return status;
}

enum status keeper_attach(struct keeper *keeper, struct error *err)
{
    if (keeper->member && keeper->process == getpid())
        return OK;
    keeper->member = NULL; /* after a fork the parent's member is left untouched: its locks may be held */
    enum status status = new_member(keeper, err);
    if (!status)
        status = wait_until_decided(keeper->member, err);
    if (status)
        close_member(keeper);
    return status;
}

/* The member's thread does it; the configuration stays the caller's. */
static enum status keeper_hand_over(struct keeper_member *member, const json_t *config, struct error *err)
{
    pthread_mutex_lock(&member->lock);
    member->next = config;
    pthread_cond_broadcast(&member->changed);
    while (member->next)
        pthread_cond_wait(&member->changed, &member->lock);
    struct error reloaded = member->reloaded;
    pthread_mutex_unlock(&member->lock);
    if (err)
        *err = reloaded;
    return reloaded.status;
}

enum status keeper_reload(struct keeper *keeper, const json_t *config, struct error *err)
{
    struct keeper *next = NULL;
    if (!keeper->standalone || !keeper->member || keeper->process != getpid())
        return error_set(err, E_CONFLICT, NULL, "only a service that runs for itself reads its configuration again");
    enum status status = keeper_new(config, true, &next, err);
    if (!status && strcmp(next->folder, keeper->folder) != 0)
        status = error_set(err, E_INVALID, "config",
                           "configuration: data cannot become %s while the service runs on %s: restart it",
                           next->folder, keeper->folder);
    const char *library = !status && next->library ? arena_copy(keeper->arena, next->library) : NULL;
    if (!status && next->library && !library)
        status = error_memory(err);
    if (!status)
        status = service_check(next->config, err);
    if (!status)
        status = keeper_hand_over(keeper->member, next->config, err);
    if (!status) {
        json_decref(keeper->config);
        keeper->config = json_incref(next->config);
        keeper->library = library;
    }
    keeper_free(next);
    return status;
}

void keeper_drain(struct keeper *keeper)
{
    struct keeper_member *member = keeper->process == getpid() ? keeper->member : NULL;
    if (!member)
        return;
    pthread_mutex_lock(&member->lock);
    struct service *service = member->service;
    pthread_mutex_unlock(&member->lock);
    if (!service || !keeper->standalone) /* then somebody else may stop it */
        return;
    service_leave(service);
    service_drain(service);
}

void keeper_free(struct keeper *keeper)
{
    if (!keeper)
        return;
    close_member(keeper);
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
    struct keeper_member *member = keeper->member;
    if (!member || keeper->process != getpid())
        return false;
    pthread_mutex_lock(&member->lock);
    bool is_owner = member->service != NULL;
    pthread_mutex_unlock(&member->lock);
    return is_owner;
}

enum status keeper_find(struct keeper *keeper, struct arena *arena, struct keeper_found *found, struct error *err)
{
    struct endpoint running = {0};
    enum status status = endpoint_find(keeper->folder, keeper->socket, arena, &running, err);
    if (status)
        return status;
    json_decref(running.shared);
    *found = (struct keeper_found){.url = running.url,
                                   .library = running.library,
                                   .process = (int)running.pid,
                                   .is_standalone = running.standalone};
    return files_read(keeper->folder, "key", arena, &found->key, err);
}

/* The files that belong to a database elsewhere, as far as they are in the folder: "key, secret.key". */
static const char *name_files(const char *folder, struct arena *arena)
{
    const char **names, *list = NULL;
    size_t count;
    if (kept_list(folder, 1U << KEPT_DATA, arena, &names, &count, NULL))
        count = 0;
    for (size_t i = 0; i < count; i++)
        list = list ? arena_printf(arena, "%s, %s", list, names[i]) : names[i];
    return list ? list : "key, secret.key";
}

static enum status refuse_database(const struct config *config, struct arena *arena, struct error *err)
{
    const char *folder = NULL, *address = pg_url_shown(config->database, arena);
    enum status status = address ? path_of_data(config->data, arena, &folder, err) : error_memory(err);
    if (status)
        return status;
    return error_set(err, E_INVALID, "database",
                     "the data is in a PostgreSQL database, %s: save that with pg_dump -Fc, and restore it with "
                     "pg_restore; what belongs to it beside that are these files of %s: %s%s",
                     address, folder, name_files(folder, arena), config->secret_key ? ", and secret_key" : "");
}

static enum status find_folder(const json_t *json, struct arena *arena, const char **folder,
                               struct upkeep_report *report, struct error *err)
{
    struct config config;
    *report = (struct upkeep_report){0};
    enum status status = config_read(json, arena, &config, err);
    if (!status && config.database)
        status = refuse_database(&config, arena, err);
    if (!status)
        status = path_of_data(config.data, arena, folder, err);
    if (!status && config.secret_key)
        status = path_make_absolute(config.secret_key, arena, &report->secret_key, err);
    config_free(&config);
    if (status || !report->secret_key)
        return status;
    const char *inside = arena_printf(arena, "%s/secret.key", *folder);
    if (inside && strcmp(inside, report->secret_key) == 0)
        report->secret_key = NULL;
    return inside ? OK : error_memory(err);
}

enum status upkeep_backup(const json_t *config, const char *target, struct arena *arena, struct upkeep_report *report,
                          struct error *err)
{
    const char *folder = NULL;
    enum status status = find_folder(config, arena, &folder, report, err);
    return status ? status : backup_make(folder, target, arena, &report->backup, err);
}

enum status upkeep_restore(const json_t *config, const char *backup, bool may_replace, struct arena *arena,
                           struct upkeep_report *report, struct error *err)
{
    const char *folder = NULL;
    enum status status = find_folder(config, arena, &folder, report, err);
    return status ? status : backup_restore(backup, folder, may_replace, arena, &report->backup, err);
}
