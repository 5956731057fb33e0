/*
 * The checks of a request whose head is there, before its body is read: the head itself, is the service
 * running, is there a such route, may the caller do this (the application's `authorize`), is the body of a length and a
 * media type that the route takes?
 */
#include "service/http/answer.h"
#include "service/http/http_parts.h"

enum { REQUEST_ID_MAX = 128 };

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
    uuid_v7_plain(id);
    request->request_id = arena_copy(request->arena, id);
    if (!request->request_id)
        request->request_id = "none";
}

/* --- the checks: each answers a problem or lets the request pass --- */

static bool admission_check_running(struct request *request)
{
    if (!atomic_load(request->context->is_stopping))
        return true;
    answer_stopping(request);
    request->answer.close = true;
    return false;
}

/* The route of a page at this address, whatever the method; NULL: no page is there. */
static const struct route *page_at(const struct request *request)
{
    static const char *const methods[] = {"GET", "POST"};
    const char *id, *allow;
    for (size_t i = 0; i < COUNT_OF(methods); i++) {
        const struct route *route =
            route_find(&request->context->routes, request->arena, methods[i], request->target.path, &id, &allow);
        if (route && (route->flags & ROUTE_PAGE))
            return route;
    }
    return NULL;
}

/* What a browser asks before it sends a request from a page of another site. None may ask for our pages. */
static void answer_options(struct request *request, const char *allow)
{
    const char *methods = routes_methods(&request->context->routes, request->arena);
    if (!methods) {
        answer_no_memory(request);
        return;
    }
    answer_empty(request, 204);
    if (allow)
        answer_header(request, "Allow", "%s", allow);
    else
        answer_header(request, "Allow", "%s, OPTIONS", methods);
    request->route = page_at(request);
    if (request->route)
        return;
    answer_header(request, "Access-Control-Allow-Methods", "%s", methods);
    answer_header(request, "Access-Control-Allow-Headers",
                  "Authorization, Content-Type, Idempotency-Key, If-None-Match, Prefer, X-Request-Id");
    answer_header(request, "Access-Control-Max-Age", "86400");
}

static void answer_no_route(struct request *request, const char *allow)
{
    bool is_whole_server = strcmp(request->target.path, "*") == 0;
    if (strcmp(request->method, "OPTIONS") == 0 && (allow || is_whole_server)) {
        answer_options(request, allow);
        return;
    }
    if (!allow) {
        answer_problem(request, PROBLEM_NO_PATH, "There is nothing at this address.");
        if (request->context->no_route)
            request->context->no_route(request);
        return;
    }
    answer_problem(request, PROBLEM_METHOD, "This address does not know the method %.20s.", request->method);
    answer_header(request, "Allow", "%s", allow);
}

static bool check_route(struct request *request)
{
    const char *allow;
    request->route = route_find(&request->context->routes, request->arena, request->method, request->target.path,
                                &request->id, &allow);
    if (request->route && (request->id || !strstr(request->route->path, "{id}")))
        return true;
    if (request->route)
        answer_no_memory(request);
    else
        answer_no_route(request, allow);
    return false;
}

static bool check_caller(struct request *request)
{
    return request->context->authorize(request);
}

static bool check_length(struct request *request)
{
    if (request_announced_length(request) <= route_body_limit(request->route))
        return true;
    answer_too_large(request);
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

void admission_check(struct request *request, const char *method, const char *version)
{
    static bool (*const checks[])(struct request *) = {
        admission_check_running, check_route, check_caller, check_length, check_media_type,
    };
    name_request(request);
    request->method = arena_copy(request->arena, strcmp(method, "HEAD") == 0 ? "GET" : method);
    if (!request->method) {
        answer_no_memory(request);
        return;
    }
    if (!check_head(request, method, version))
        return;
    for (size_t i = 0; i < COUNT_OF(checks); i++)
        if (!checks[i](request))
            return;
}
