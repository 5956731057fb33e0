#include "service/http/request.h"

#include "service/http/answer.h"
#include "service/http/inner.h"
#include "service/http/local.h"

#include <netdb.h>
#include <stdlib.h>

void activity_init(struct activity *activity)
{
    atomic_init(&activity->is_closed, false);
    atomic_init(&activity->active, 0);
    activity->suspended = 0;
    condition_init(&activity->quiet);
    pthread_mutex_init(&activity->lock, NULL);
}

void activity_destroy(struct activity *activity)
{
    pthread_cond_destroy(&activity->quiet);
    pthread_mutex_destroy(&activity->lock);
}

void activity_begin(struct activity *activity)
{
    atomic_fetch_add(&activity->active, 1);
}

/* Whoever waits has closed before it looked at the number, so that one of the two sees the other; and it holds the lock
 * from then on until it sleeps. */
void activity_end(struct activity *activity)
{
    atomic_fetch_sub(&activity->active, 1);
    if (!atomic_load(&activity->is_closed))
        return;
    pthread_mutex_lock(&activity->lock);
    pthread_cond_broadcast(&activity->quiet);
    pthread_mutex_unlock(&activity->lock);
}

static bool activity_suspend(struct activity *activity, struct MHD_Connection *connection)
{
    pthread_mutex_lock(&activity->lock);
    bool is_open = !atomic_load(&activity->is_closed);
    if (is_open) {
        activity->suspended++;
        MHD_suspend_connection(connection);
    }
    pthread_mutex_unlock(&activity->lock);
    return is_open;
}

/* False when closed: the connection is not suspended. */
static void activity_resume(struct activity *activity, struct MHD_Connection *connection)
{
    pthread_mutex_lock(&activity->lock);
    MHD_resume_connection(connection);
    activity->suspended--;
    if (atomic_load(&activity->is_closed))
        pthread_cond_broadcast(&activity->quiet);
    pthread_mutex_unlock(&activity->lock);
}

bool activity_close(struct activity *activity)
{
    pthread_mutex_lock(&activity->lock);
    bool was_open = !atomic_exchange(&activity->is_closed, true);
    pthread_mutex_unlock(&activity->lock);
    return was_open;
}

void activity_wait_until_quiet(struct activity *activity, int64_t ms)
{
    struct timespec until = condition_in_ms(ms);
    pthread_mutex_lock(&activity->lock);
    while (activity->suspended > 0)
        pthread_cond_wait(&activity->quiet, &activity->lock);
    while (atomic_load(&activity->active) > 0 && pthread_cond_timedwait(&activity->quiet, &activity->lock, &until) == 0)
        continue;
    pthread_mutex_unlock(&activity->lock);
}

enum {
    DRAIN_MAX = 16 << 20,
    INLINE_BODY = 8 << 10 /* a longer body is parsed in the pool, not in the HTTP threads that all connections share */
};

struct request *request_new(struct request_context *context, struct MHD_Connection *connection, const char *target)
{
    struct arena *arena = arena_new();
    struct request *request = arena ? ARENA_NEW(arena, struct request) : NULL;
    if (request)
        request->target = head_target(arena, target);
    if (!request || !request->target.text) {
        arena_free(arena);
        return NULL;
    }
    request->context = context;
    request->app = context->app;
    request->connection = connection;
    request->arena = arena;
    request->began_at = clock_mono_ms();
    request->method = "";
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    request->slot = info ? info->socket_context : NULL;
    request->is_local = local_is_origin(connection);
    return request;
}

/* --- bytes that are held for requests under way --- */

/* Counts bytes as held. False: the limit is exceeded. */
static bool hold(struct request *request, size_t size)
{
    struct request_context *context = request->context;
    request->held += size;
    return atomic_fetch_add(context->held, size) + size <= context->most_held || context->most_held == 0;
}

static void request_release(struct request *request)
{
    atomic_fetch_sub(request->context->held, request->held);
    request->held = 0;
}

void request_sends(struct request *request)
{
    buf_free(&request->body);
    request_release(request);
    hold(request, request->answer.body.len);
}

static void answer_busy(struct request *request)
{
    answer_problem(request, PROBLEM_BUSY, "Too many large requests are under way; try again in a moment.");
    answer_header(request, "Retry-After", "1");
}

bool request_holds_answer(struct request *request, size_t size)
{
    const struct request_context *context = request->context;
    hold(request, size);
    if (context->most_held == 0 || atomic_load(context->held) <= context->most_held / 2)
        return true;
    request_release(request);
    answer_busy(request);
    return false;
}

/* Logs status 0 when the caller went away before there was an answer. */
static void log_request(const struct request *request)
{
    if (!log_wants(LOG_DEBUG))
        return;
    struct log_event event = log_event_begin("request");
    log_event_text(&event, "method", request->method);
    log_event_text(&event, "path", request->target.path);
    log_event_number(&event, "status", request->answer.body.failed ? 503 : request->answer.status);
    log_event_number(&event, "ms", clock_mono_ms() - request->began_at);
    log_event_id(&event, "request", request->request_id);
    log_event_text(&event, "account", request->account_id);
    log_event_end(&event, LOG_DEBUG);
}

void request_free(struct request *request)
{
    if (request->cleanup)
        request->cleanup(request);
    log_request(request);
    request_release(request);
    buf_free(&request->body);
    buf_free(&request->answer.body);
    arena_free(request->arena);
}

const char *request_header(const struct request *request, const char *name)
{
    if (request->inner)
        return inner_header(request->inner, name);
    return MHD_lookup_connection_value(request->connection, MHD_HEADER_KIND, name);
}

bool request_arguments(struct request *request, void (*each)(void *context, const char *name, const char *value),
                       void *context)
{
    return head_arguments(&request->target, request->arena, each, context);
}

/* --- the body --- */

uint64_t request_announced_length(const struct request *request)
{
    const char *length = request_header(request, "Content-Length");
    return length ? strtoull(length, NULL, 10) : 0;
}

bool request_answers_early(const struct request *request)
{
    return request->answer.close || request_header(request, "Expect") || request_announced_length(request) > DRAIN_MAX;
}

static void drop_body(struct request *request)
{
    buf_free(&request->body);
    request_release(request);
}

bool request_take(struct request *request, const char *data, size_t size)
{
    request->received += size;
    if (request->answer.status)
        return request->received <= DRAIN_MAX;
    if (request->received > route_body_limit(request->route)) {
        drop_body(request);
        answer_too_large(request);
    } else if (hold(request, size)) {
        buf_add(&request->body, data, size);
    } else {
        drop_body(request);
        answer_busy(request);
    }
    return true;
}

/* --- running it --- */

static void run_in_pool(void *argument)
{
    struct request *request = argument;
    bool handed_on = false; /* the request may be freed by then */
    request->handed_on = &handed_on;
    if (request_passes(request) && !request->answer.status)
        request->route->handle(request);
    if (handed_on)
        return;
    request->handed_on = NULL;
    request_resume(request);
}

static bool runs_in_pool(const struct request *request)
{
    unsigned slow = ROUTE_SLOW | (request->context->reads_block ? ROUTE_READS : 0);
    if (request->check || request->answer.status)
        return request->check != NULL;
    return (request->route->flags & slow) || request->body.len > INLINE_BODY;
}

/* Each proxy may have added a line of its own; the last is that of the nearest. */
static enum MHD_Result keep_last_chain(void *context, enum MHD_ValueKind kind, const char *name, const char *value)
{
    struct str *chain = context;
    (void)kind;
    if (value && str_ieq(str_from(name), STR("X-Forwarded-For")))
        *chain = str_from(value);
    return MHD_YES;
}

static struct str find_caller(struct request *request, struct str peer)
{
    struct str chain = {0};
    if (!request->context->proxies->count)
        return peer;
    MHD_get_connection_values(request->connection, MHD_HEADER_KIND, keep_last_chain, &chain);
    return address_through(peer, chain, request->context->proxies);
}

const char *request_address(struct request *request)
{
    if (request->outer)
        return request_address(request->outer);
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(request->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    char host[NI_MAXHOST] = "unknown";
    if (info && info->client_addr) {
        socklen_t length =
            info->client_addr->sa_family == AF_INET6 ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in);
        getnameinfo(info->client_addr, length, host, sizeof host, NULL, 0, NI_NUMERICHOST);
    }
    struct str caller = find_caller(request, str_from(host));
    const char *copy = arena_copy_n(request->arena, caller.data, caller.len);
    return copy ? copy : "unknown";
}

/* Of a suspended request. */
static void submit(struct request *request)
{
    struct error err;
    const char *owner = request->account_id ? request->account_id : request_address(request);
    if (!fair_pool_submit(request->context->pool, owner, run_in_pool, request, &err))
        return;
    request->resume = NULL;
    answer_error(request, &err);
    request_resume(request);
}

void request_run_again(struct request *request)
{
    if (request->inner)
        inner_resume(request->inner, request->route->handle);
    else
        submit(request);
}

void request_run(struct request *request)
{
    request->is_complete = true;
    if (request->body.failed)
        answer_no_memory(request);
    if (runs_in_pool(request)) {
        if (request_suspend(request))
            submit(request);
    } else if (!request->answer.status) {
        request->route->handle(request);
    }
}

bool request_suspend(struct request *request)
{
    if (request->handed_on) { /* it is suspended already */
        *request->handed_on = true;
        request->handed_on = NULL;
        return true;
    }
    request->is_suspended = activity_suspend(&request->context->activity, request->connection);
    if (request->is_suspended)
        return true;
    answer_stopping(request);
    request->answer.close = true;
    return false;
}

void request_resume(struct request *request)
{
    if (request->inner)
        inner_resume(request->inner, request->resume);
    else
        activity_resume(&request->context->activity, request->connection);
}
