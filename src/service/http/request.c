#include "service/http/request.h"

#include "base/log_event.h"
#include "service/account/bootstrap.h"
#include "service/http/http.h"
#include "service/http/json.h"
#include "service/http/local.h"
#include "service/http/pool.h"
#include "service/http/router.h"
#include "service/internal.h"

#include <netdb.h>
#include <stdlib.h>

enum {
    DRAIN_MAX = 16 << 20,
    REQUEST_ID_MAX = 128,
    INLINE_BODY = 8 << 10 /* what is longer is not parsed in the threads that serve everybody */
};

struct request *request_new(struct service *service, struct MHD_Connection *connection, const char *target)
{
    struct arena *arena = arena_new();
    struct request *request = arena ? ARENA_NEW(arena, struct request) : NULL;
    if (request)
        request->target = head_target(arena, target);
    if (!request || !request->target.text) {
        arena_free(arena);
        return NULL;
    }
    request->service = service;
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

/* False: with these they are more than may be. */
static bool hold(struct request *request, size_t size)
{
    struct service *service = request->service;
    size_t most = (size_t)service->config.body_bytes;
    request->held += size;
    return atomic_fetch_add(&service->held, size) + size <= most || most == 0;
}

static void let_go(struct request *request)
{
    atomic_fetch_sub(&request->service->held, request->held);
    request->held = 0;
}

void request_sends(struct request *request)
{
    buf_free(&request->body);
    let_go(request);
    hold(request, request->answer.body.len);
}

/* Status 0: the caller went away before there was an answer. */
static void log_request(const struct request *request)
{
    if (!log_wants(LOG_DEBUG))
        return;
    struct log_event event = log_event_begin("request");
    log_event_text(&event, "method", request->method);
    log_event_text(&event, "path", request->target.path);
    log_event_number(&event, "status", request->answer.body.failed ? 503 : request->answer.status);
    log_event_number(&event, "ms", clock_mono_ms() - request->began_at);
    log_event_text(&event, "id", request->request_id);
    log_event_text(&event, "account", request->caller.account_id);
    log_event_end(&event, LOG_DEBUG);
}

void request_free(struct request *request)
{
    if (request->cleanup)
        request->cleanup(request);
    log_request(request);
    let_go(request);
    buf_free(&request->body);
    buf_free(&request->answer.body);
    arena_free(request->arena);
}

const char *request_header(const struct request *request, const char *name)
{
    return MHD_lookup_connection_value(request->connection, MHD_HEADER_KIND, name);
}

const char *request_query(const struct request *request, const char *name)
{
    return head_argument(&request->target, request->arena, name);
}

bool request_arguments(struct request *request, void (*each)(void *context, const char *name, const char *value),
                       void *context)
{
    return head_arguments(&request->target, request->arena, each, context);
}

/* --- admission: the checks before the body, each answers a problem or lets it pass --- */

/* The caller's own id, when it is harmless in a log, or a new one. */
static void name_request(struct request *request)
{
    static const char safe[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.:/+=@";
    const char *given = request_header(request, "X-Request-Id");
    size_t length = given ? strspn(given, safe) : 0;
    if (length > 0 && length <= REQUEST_ID_MAX && given[length] == '\0') {
        request->request_id = given;
        return;
    }
    char id[UUID_LENGTH + 1];
    uuid_v7(id);
    request->request_id = arena_copy(request->arena, id);
    if (!request->request_id)
        request->request_id = "none";
}

static bool check_running(struct request *request)
{
    if (!atomic_load(&request->service->stopping))
        return true;
    answer_problem(request, PROBLEM_STOPPING, "The service is shutting down; try again in a moment.");
    answer_header(request, "Retry-After", "1");
    request->answer.close = true;
    return false;
}

static bool check_route(struct request *request)
{
    const char *allow;
    struct error err;
    request->route = route_find(request->arena, request->method, request->target.path, &request->id, &allow);
    if (request->route && (request->id || !strstr(request->route->path, "{id}")))
        return true;
    if (request->route) {
        error_memory(&err);
        answer_error(request, &err);
        return false;
    }
    if (strcmp(request->method, "OPTIONS") == 0 && (allow || strcmp(request->target.path, "*") == 0)) {
        answer_empty(request, 204);
        answer_header(request, "Allow", "%s", allow ? allow : "GET, HEAD, POST, PATCH, DELETE, OPTIONS");
        answer_header(request, "Access-Control-Allow-Methods", "GET, HEAD, POST, PATCH, DELETE");
        answer_header(request, "Access-Control-Allow-Headers",
                      "Authorization, Content-Type, Idempotency-Key, If-None-Match, Prefer, X-Request-Id");
        answer_header(request, "Access-Control-Max-Age", "86400");
        return false;
    }
    if (!allow) {
        answer_problem(request, PROBLEM_NO_PATH, "There is nothing at this address.");
        return false;
    }
    answer_problem(request, PROBLEM_METHOD, "This address does not know the method %.20s.", request->method);
    answer_header(request, "Allow", "%s", allow);
    return false;
}

/* A token from the caller's bucket, or from its address's where no key tells who it is. */
static bool check_rate(struct request *request, const char *caller)
{
    if (limits_take(request->service->limits, str_from(caller), request->route->limit, clock_mono_ms(),
                    &request->limit))
        return true;
    answer_problem(request, PROBLEM_RATE, "More than %ld requests a minute; try again in %ld s.", request->limit.quota,
                   request->limit.retry);
    answer_header(request, "Retry-After", "%ld", request->limit.retry);
    return false;
}

static const char *address_of(struct request *request)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(request->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    char host[NI_MAXHOST] = "unknown";
    if (info && info->client_addr) {
        socklen_t length =
            info->client_addr->sa_family == AF_INET6 ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in);
        getnameinfo(info->client_addr, length, host, sizeof host, NULL, 0, NI_NUMERICHOST);
    }
    const char *copy = arena_copy(request->arena, host);
    return copy ? copy : "unknown";
}

static bool refuse_key(struct request *request, enum problem problem, const char *detail)
{
    if (check_rate(request, address_of(request))) {
        answer_problem(request, problem, "%s", detail);
        answer_header(request, "WWW-Authenticate", "Bearer realm=\"copydesk\"%s",
                      problem == PROBLEM_WRONG_KEY ? ", error=\"invalid_token\"" : "");
    }
    return false;
}

static bool check_key(struct request *request)
{
    static const char missing[] = "An API key is needed: Authorization: Bearer <API_KEY>.";
    if (request->route->flags & ROUTE_OPEN)
        return true;
    const char *header = request_header(request, "Authorization");
    if (request->is_local && !header) {
        const struct account_config *local = &request->service->config.accounts[0];
        request->caller = (struct caller){.account_id = local->id, .key_id = "", .plan = local->plan};
        return true;
    }
    struct str value = str_trim(str_from(header ? header : ""));
    if (!str_istarts(value, STR("Bearer ")))
        return refuse_key(request, PROBLEM_NO_KEY, missing);
    struct str token = str_trim((struct str){value.data + 7, value.len - 7});
    if (token.len == 0)
        return refuse_key(request, PROBLEM_NO_KEY, missing);
    struct error err;
    const char *key = token.len <= KEY_TEXT_MAX ? arena_copy_n(request->arena, token.data, token.len) : "";
    enum status status =
        key ? auth_find(request->service->auth, request->arena, key, &request->caller, &err) : error_memory(&err);
    if (status == E_NOT_FOUND || (status == OK && !accounts_has(request->service, request->caller.account_id)))
        return refuse_key(request, PROBLEM_WRONG_KEY, "This API key does not exist.");
    if (status != OK) {
        answer_error(request, &err);
        return false;
    }
    return check_rate(request, request->caller.key_id);
}

static bool check_plan(struct request *request)
{
    unsigned flags = request->route->flags;
    if (flags & ROUTE_OPEN)
        return true;
    if (request->caller.plan == PLAN_FREE) {
        answer_problem(request, PROBLEM_NO_PLAN, "The free plan has no interface.");
        return false;
    }
    if ((flags & ROUTE_PROFESSIONAL) && request->caller.plan != PLAN_PROFESSIONAL) {
        answer_problem(request, PROBLEM_NOT_PROFESSIONAL, "Internal links need the professional plan.");
        return false;
    }
    return true;
}

static size_t body_limit(const struct request *request)
{
    return request->route && (request->route->flags & ROUTE_LARGE) ? ROUTE_LARGE_BODY : ROUTE_BODY;
}

static void refuse_length(struct request *request)
{
    answer_problem(request, PROBLEM_TOO_LARGE, "The body is longer than %zu bytes.", body_limit(request));
}

/* The length that the client announced, 0 when it did not. */
static uint64_t announced_length(const struct request *request)
{
    const char *length = request_header(request, "Content-Length");
    return length ? strtoull(length, NULL, 10) : 0;
}

static bool check_length(struct request *request)
{
    if (announced_length(request) <= body_limit(request))
        return true;
    refuse_length(request);
    return false;
}

static bool check_media_type(struct request *request)
{
    if (!(request->route->flags & ROUTE_JSON))
        return true;
    const char *header = request_header(request, "Content-Type");
    struct str rest = str_from(header ? header : ""), type = {0};
    str_split(&rest, ';', &type);
    type = str_trim(type);
    if (str_ieq(type, STR("application/json")))
        return true;
    if (str_istarts(type, STR("application/")) && str_ends(type, STR("+json")))
        return true;
    answer_problem(request, PROBLEM_MEDIA_TYPE, "The body must be JSON: Content-Type: application/json.");
    return false;
}

static bool check_head(struct request *request, const char *method, const char *version)
{
    const char *wrong = head_problem(request->connection, &request->target, method, version);
    if (!wrong)
        return true;
    answer_problem(request, PROBLEM_BAD_REQUEST, "%s", wrong);
    request->answer.close = true;
    return false;
}

void request_admit(struct request *request, const char *method, const char *version)
{
    static bool (*const checks[])(struct request *) = {
        check_running, check_route, check_key, check_plan, check_length, check_media_type,
    };
    struct error err;
    name_request(request);
    request->method = arena_copy(request->arena, strcmp(method, "HEAD") == 0 ? "GET" : method);
    if (!request->method) {
        error_memory(&err);
        answer_error(request, &err);
        return;
    }
    if (!check_head(request, method, version))
        return;
    for (size_t i = 0; i < COUNT_OF(checks); i++)
        if (!checks[i](request))
            return;
}

/* --- the body --- */

bool request_answers_early(const struct request *request)
{
    return request->answer.close || request_header(request, "Expect") || announced_length(request) > DRAIN_MAX;
}

bool request_take(struct request *request, const char *data, size_t size)
{
    request->received += size;
    if (request->answer.status)
        return request->received <= DRAIN_MAX;
    if (request->received > body_limit(request)) {
        buf_free(&request->body);
        let_go(request);
        refuse_length(request);
        return true;
    }
    if (hold(request, size)) {
        buf_add(&request->body, data, size);
        return true;
    }
    buf_free(&request->body);
    let_go(request);
    answer_problem(request, PROBLEM_BUSY, "Too many large requests are under way; try again in a moment.");
    answer_header(request, "Retry-After", "1");
    return true;
}

bool request_json(struct request *request, json_t **body)
{
    struct error err;
    *body = json_body((struct str){buf_text(&request->body), request->body.len}, &err);
    if (*body)
        return true;
    if (err.status == E_INVALID)
        answer_problem(request, PROBLEM_BAD_JSON, "%s", err.message);
    else
        answer_error(request, &err);
    return false;
}

/* --- running it --- */

static void run_in_pool(void *argument)
{
    struct request *request = argument;
    bool handed_on = false; /* then it may be gone already */
    request->handed_on = &handed_on;
    request->route->handle(request);
    if (handed_on)
        return;
    request->handed_on = NULL;
    request_wake(request);
}

static bool runs_in_pool(const struct request *request)
{
    return (request->route->flags & ROUTE_SLOW) || request->body.len > INLINE_BODY;
}

void request_run(struct request *request)
{
    request->complete = true;
    struct error err;
    if (request->body.failed) {
        error_memory(&err);
        answer_error(request, &err);
    } else if (!runs_in_pool(request)) {
        request->route->handle(request);
    } else if (request_suspend(request) && pool_submit(request->service->pool, run_in_pool, request, &err) != OK) {
        answer_error(request, &err);
        request_wake(request);
    }
}

bool request_suspend(struct request *request)
{
    if (request->handed_on) { /* it is suspended already */
        *request->handed_on = true;
        request->handed_on = NULL;
        return true;
    }
    request->suspended = front_suspend(request->service->front, request->connection);
    if (request->suspended)
        return true;
    answer_problem(request, PROBLEM_STOPPING, "The service is shutting down; try again in a moment.");
    answer_header(request, "Retry-After", "1");
    request->answer.close = true;
    return false;
}

void request_wake(struct request *request)
{
    front_wake(request->service->front, request->connection);
}
