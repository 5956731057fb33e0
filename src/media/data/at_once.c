#include "media/data/data.h"

enum { MOST_THREADS = 8 };

struct shared {
    struct upstream *upstream;
    struct at_once *list;
    size_t count;
    const struct lookup *call;
    atomic_size_t next;
};

static void log_failure(const struct shared *shared, const struct error *err)
{
    struct log_event event = log_event_begin("a question failed");
    log_event_text(&event, "service", upstream_settings(shared->upstream)->name);
    log_event_text(&event, "message", err->message);
    log_event_end(&event, LOG_WARN);
}

static void ask_one(struct shared *shared, struct at_once *one)
{
    struct error err = {0};
    struct lookup call = *shared->call;
    call.arena = arena_new();
    call.err = &err;
    const struct upstream_request request = {.path = one->path, .is_paid = one->is_paid, .may_keep = one->may_keep};
    one->status = call.arena ? upstream_json(shared->upstream, &request, &call, &one->value) : E_MEMORY;
    if (one->status && one->status != E_CANCELLED)
        log_failure(shared, &err);
    arena_free(call.arena);
}

static void *at_once_work(void *argument)
{
    struct shared *shared = argument;
    for (size_t i; (i = atomic_fetch_add(&shared->next, 1)) < shared->count;)
        ask_one(shared, &shared->list[i]);
    return NULL;
}

/* Without a thread for it, a question is asked by the others. */
static void ask_all(struct shared *shared)
{
    pthread_t threads[MOST_THREADS];
    size_t wanted = (size_t)upstream_settings(shared->upstream)->parallel, started = 0;
    wanted = wanted < shared->count ? wanted : shared->count;
    wanted = wanted < MOST_THREADS ? wanted : MOST_THREADS;
    while (started + 1 < wanted && thread_start(&threads[started], at_once_work, shared, NULL) == OK)
        started++;
    at_once_work(shared);
    while (started)
        pthread_join(threads[--started], NULL);
}

enum status at_once_ask(struct upstream *upstream, struct at_once *list, size_t count, const struct lookup *call)
{
    struct shared shared = {.upstream = upstream, .list = list, .count = count, .call = call};
    if (arena_failed(call->arena))
        return error_memory(call->err);
    ask_all(&shared);
    enum status status = lookup_check(call);
    for (size_t i = 0; i < count && !status; i++)
        if (list[i].status == E_MEMORY)
            status = error_memory(call->err);
    for (size_t i = 0; i < count && status; i++) {
        json_decref(list[i].value);
        list[i].value = NULL;
    }
    return status;
}
