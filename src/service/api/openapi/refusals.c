#include "service/api/openapi/refusals.h"

#include "service/account/account.h"
#include "service/http/problem.h"

#include <ctype.h>
#include <stdio.h>

/* "Not Found" becomes "NotFound". */
static const char *component_of(const char *title, char *buffer, size_t size)
{
    size_t length = 0;
    for (; *title && length + 1 < size; title++)
        if (isalnum((unsigned char)*title))
            buffer[length++] = *title;
    buffer[length] = '\0';
    return buffer;
}

/* --- components --- */

static json_t *example_of(struct openapi_draft *draft, enum problem problem)
{
    struct buf out = {0};
    const struct problem_info *info = problem_info(problem);
    const char *detail = json_string_value(draft_framed(draft, "problems", info->code));
    const struct fault fault = {"/targetKeyword", detail ? detail : ""};
    bool is_fault = problem == PROBLEM_PARAMETERS;
    problem_write(&out, problem, detail ? detail : info->title, "/api/articles/v2", is_fault ? &fault : NULL, is_fault);
    json_t *value = out.failed ? NULL : draft_parse(buf_text(&out));
    buf_free(&out);
    return json_pack("{so}", "value", value);
}

static json_t *examples_of(struct openapi_draft *draft, int status)
{
    json_t *examples = json_object();
    for (int i = 0; i < PROBLEM_COUNT; i++)
        if (problem_info((enum problem)i)->status == status)
            draft_put(draft, examples, problem_info((enum problem)i)->code, example_of(draft, (enum problem)i));
    return examples;
}

static json_t *headers_of(struct openapi_draft *draft, int status, bool is_old)
{
    json_t *headers = json_object();
    draft_put_header(draft, headers, "X-Request-Id");
    draft_put_header(draft, headers, "RateLimit-Policy");
    draft_put_header(draft, headers, "RateLimit");
    if (status == 401)
        draft_put_header(draft, headers, "WWW-Authenticate");
    if (status == 409 || status == 429 || status == 503)
        draft_put_header(draft, headers, "Retry-After");
    if (is_old) {
        draft_put_header(draft, headers, "Deprecation");
        draft_put_header(draft, headers, "Link");
    }
    return headers;
}

static json_t *component_for(struct openapi_draft *draft, const struct problem_info *info, bool is_old)
{
    return json_pack("{sssos{s{soso}}}", "description", info->title, "headers", headers_of(draft, info->status, is_old),
                     "content", "application/problem+json", "schema", draft_reference("schemas", "Problem"), "examples",
                     examples_of(draft, info->status));
}

/* is_old: of a deprecated route, which says so with its problems too. */
static json_t *reference_to(struct openapi_draft *draft, const struct problem_info *info, bool is_old)
{
    char title[60], name[80];
    snprintf(name, sizeof name, "%s%s", component_of(info->title, title, sizeof title), is_old ? "Deprecated" : "");
    if (!json_object_get(draft->responses, name))
        draft_put(draft, draft->responses, name, component_for(draft, info, is_old));
    return draft_reference("responses", name);
}

/* --- of a route --- */

static bool is_for_operators(const struct route *route)
{
    return route->scope == SCOPE_OPERATOR;
}

static bool writes(const struct route *route)
{
    return strcmp(route->method, "GET") != 0;
}

/* What keeps the caller out. Whoever is no operator sees no operator's route. */
static bool can_refuse_caller(const struct route *route, enum problem problem)
{
    bool has_key = route->right != RIGHT_NONE;
    switch (problem) {
    case PROBLEM_NO_KEY:
    case PROBLEM_WRONG_KEY:
        return has_key && !is_for_operators(route);
    case PROBLEM_NO_CREDITS:
        return (route->right & RIGHT_LINKS) != 0;
    case PROBLEM_NO_PLAN:
    case PROBLEM_NOT_LOCAL:
        return has_key;
    case PROBLEM_NO_PATH:
        return is_for_operators(route);
    default:
        return problem == PROBLEM_RATE && route->limit != LIMIT_NONE;
    }
}

static bool can_refuse(const struct route *route, enum problem problem)
{
    switch (problem) {
    case PROBLEM_BAD_REQUEST:
    case PROBLEM_INTERNAL:
    case PROBLEM_STOPPING:
        return true;
    case PROBLEM_NOT_FOUND:
        return strstr(route->path, "{id}") || (route->right & RIGHT_LINKS); /* a domain that a body names */
    case PROBLEM_CONFLICT:
    case PROBLEM_TOO_LARGE:
        return writes(route);
    case PROBLEM_FORMS:
        return (route->flags & ROUTE_FORMS) != 0;
    case PROBLEM_MEDIA_TYPE:
        return (route->flags & ROUTE_JSON) != 0;
    case PROBLEM_KEY_REUSED:
        return (route->flags & ROUTE_ONCE) != 0;
    default:
        return can_refuse_caller(route, problem);
    }
}

void refusals_add(struct openapi_draft *draft, json_t *responses, const struct route *route)
{
    for (int i = 0; i < PROBLEM_COUNT; i++) {
        char status[12];
        const struct problem_info *info = problem_info((enum problem)i);
        snprintf(status, sizeof status, "%d", info->status);
        if (!json_object_get(responses, status) && can_refuse(route, (enum problem)i))
            draft_put(draft, responses, status, reference_to(draft, info, (route->flags & ROUTE_OLD) != 0));
    }
}
