#include "service/api/api.h"

#include <stdio.h>

/* The answer to a caller whose plan lacks a right. */
static const struct access_refusal {
    enum right right;
    enum problem problem;
    const char *detail;
} refusals[RIGHT_COUNT] = {
    {RIGHT_API, PROBLEM_NO_PLAN,
     "The account's plan does not include this interface; whoever runs the service can give it another plan."},
    {RIGHT_LINKS, PROBLEM_NOT_PROFESSIONAL, "Internal links need the professional plan."},
    {RIGHT_RESEARCH, PROBLEM_NOT_PROFESSIONAL, "Extended research needs the professional plan."},
};

/* --- rate limits --- */

static void add_limit_headers(struct request *request, const struct limit_state *state)
{
    if (state->quota == 0)
        return;
    const char *name = limit_rows[request->route->limit].name;
    answer_header(request, "RateLimit-Policy", "\"%s\";q=%ld;w=60", name, state->quota);
    answer_header(request, "RateLimit", "\"%s\";r=%ld;t=%ld", name, state->remaining, state->reset);
}

/* For others than operators there is no such route. */
static bool is_for_operators(const struct request *request)
{
    return request->route->scope == SCOPE_OPERATOR;
}

/* What the caller's plan lacks for the route; NULL: nothing. */
static const struct access_refusal *find_refusal(const struct route *route, const struct caller *caller)
{
    for (size_t i = 0; i < COUNT_OF(refusals); i++)
        if ((route->right & (unsigned)refusals[i].right) && !plan_has(caller->plan, refusals[i].right))
            return &refusals[i];
    return NULL;
}

/* Does the caller run the service: has it a key that manages the local account? */
static bool is_operator(const struct caller *caller)
{
    return strcmp(caller->account_id, LOCAL_ACCOUNT) == 0 && (caller->scopes & SCOPE_MANAGE);
}

static bool has_scope(const struct route *route, const struct caller *caller)
{
    if (route->scope == SCOPE_OPERATOR)
        return is_operator(caller);
    return route->scope == SCOPE_NONE || (caller->scopes & route->scope);
}

/* What asks in vain for an operator's route is counted, without headers that would show that there is one. */
static bool answer_rate(struct request *request, bool is_allowed, const struct limit_state *state, bool is_shown)
{
    if (is_shown || !is_allowed)
        add_limit_headers(request, state);
    if (is_allowed)
        return true;
    answer_problem(request, PROBLEM_RATE, "More than %ld requests a minute%s; try again in %ld s.", state->quota,
                   state->is_account ? " by all keys of the account" : "", state->retry);
    answer_header(request, "Retry-After", "%ld", state->retry);
    return false;
}

static struct limit_request rate_of(const struct request *request, const struct caller *caller)
{
    enum limit_class class = (enum limit_class)request->route->limit;
    long quota = class == LIMIT_NONE ? 0 : (long)api_of(request)->plans->of[caller->plan].per_minute[class];
    return (struct limit_request){
        .class = class,
        .key = str_from(caller->key_id),
        .quota = quota,
        .account = str_from(caller->account_id),
        .account_quota = quota * plan_rate(caller->plan),
    };
}

static bool shows_rate(const struct request *request, const struct caller *caller)
{
    return !is_for_operators(request) || is_operator(caller);
}

/* --- keys --- */

/* Whoever has no valid key has the bucket of its address. */
static bool check_address_rate(struct request *request)
{
    struct limit_request asked = {.class = (enum limit_class)request->route->limit};
    if (asked.class == LIMIT_NONE)
        return true;
    struct limit_state state;
    asked.key = str_from(request_address(request));
    asked.quota = (long)api_of(request)->rates[asked.class];
    bool is_allowed = limits_take(api_of(request)->limits, &asked, clock_mono_ms(), &state);
    return answer_rate(request, is_allowed, &state, !is_for_operators(request));
}

static bool refuse_route(struct request *request)
{
    answer_problem(request, PROBLEM_NO_PATH, "There is nothing at this address.");
    return false;
}

static bool refuse_key(struct request *request, enum problem problem, const char *detail)
{
    if (!check_address_rate(request))
        return false;
    if (is_for_operators(request))
        return refuse_route(request);
    answer_problem(request, problem, "%s", detail);
    answer_header(request, "WWW-Authenticate", "Bearer realm=\"copydesk\"%s",
                  problem == PROBLEM_WRONG_KEY ? ", error=\"invalid_token\"" : "");
    return false;
}

/* --- what a caller may do --- */

static const char *wanted_account(const struct request *request)
{
    return request_header(request, ACCOUNT_HEADER);
}

/* Whoever has a key speaks for the account of that key alone. */
static bool check_account(struct request *request, const struct caller *caller)
{
    if (caller->key_id[0] == '\0' || !wanted_account(request))
        return true;
    answer_problem(request, PROBLEM_NOT_LOCAL,
                   ACCOUNT_HEADER " is for requests at the data folder's socket, without a key.");
    return false;
}

static bool check_plan(struct request *request, const struct route *route)
{
    const struct access_refusal *refusal = find_refusal(route, caller_of(request));
    if (refusal)
        answer_problem(request, refusal->problem, "%s", refusal->detail);
    return !refusal;
}

static bool check_scope(struct request *request, const struct route *route)
{
    const struct caller *caller = caller_of(request);
    char needed[SCOPES_TEXT_MAX], given[SCOPES_TEXT_MAX];
    if (has_scope(route, caller))
        return true;
    answer_problem(request, PROBLEM_NO_SCOPE, "This needs a key with the scope %s; this key has %s.",
                   scopes_text(route->scope, " or ", needed), scopes_text(caller->scopes, ", ", given));
    return false;
}

/* What the caller may do, once it is known, and does not ask too often. */
static bool check_caller(struct request *request)
{
    const struct caller *caller = request->user;
    if (is_for_operators(request) && !is_operator(caller))
        return refuse_route(request);
    return check_account(request, caller) && check_plan(request, request->route) &&
           check_scope(request, request->route);
}

static const struct route *find_route(const struct request *request, const char *method, const char *path)
{
    const char *id, *allow;
    return route_find(&request->context->routes, request->arena, method, path, &id, &allow);
}

bool access_allows(const struct request *request, const char *method, const char *path)
{
    const struct route *route = find_route(request, method, path);
    return route && !find_refusal(route, caller_of(request)) && has_scope(route, caller_of(request));
}

bool access_check_as(struct request *request, const char *method, const char *path)
{
    const struct route *route = find_route(request, method, path);
    return route ? check_plan(request, route) && check_scope(request, route) : refuse_route(request);
}

/* --- callers with a key --- */

/* Waits for the store that the nodes share. */
static bool wait_for_rate(struct request *request)
{
    struct limit_state state;
    const struct caller *caller = request->user;
    struct limit_request asked = rate_of(request, caller);
    bool is_allowed = limits_take(api_of(request)->limits, &asked, clock_mono_ms(), &state);
    return answer_rate(request, is_allowed, &state, shows_rate(request, caller)) && check_caller(request);
}

/*
 * Of somebody who has shown a key: in this request, or for the one that makes this one. Takes a token from the bucket
 * of the key, and from that of its account; in the pool, with all that comes after it, when that takes time.
 */
static bool check_known(struct request *request, const struct caller *caller)
{
    struct limit_state state;
    struct limit_request asked = rate_of(request, caller);
    request->account_id = caller->account_id;
    enum limit_answer answer = limits_try(api_of(request)->limits, &asked, clock_mono_ms(), &state);
    if (answer != LIMIT_UNKNOWN)
        return answer_rate(request, answer == LIMIT_PASSED, &state, shows_rate(request, caller)) &&
               check_caller(request);
    request->check = wait_for_rate;
    return true;
}

static bool check_token(struct request *request, struct caller *caller, struct str token)
{
    struct error err;
    struct api *api = api_of(request);
    const char *key = token.len <= KEY_TEXT_MAX ? arena_copy_n(request->arena, token.data, token.len) : "";
    enum status status = key ? auth_find(api->auth, request->arena, key, caller, &err) : error_memory(&err);
    if (status == E_NOT_FOUND)
        return refuse_key(request, PROBLEM_WRONG_KEY, err.message);
    if (status) {
        if (check_address_rate(request))
            answer_error(request, &err);
        return false;
    }
    return check_known(request, caller);
}

/* --- the data folder's socket --- */

/* Speaks for the local account, or for the one that the request names. */
static bool check_local(struct request *request, struct caller *caller)
{
    struct error err;
    const struct account_terms *local = &api_of(request)->accounts[0];
    const char *wanted = wanted_account(request);
    *caller = (struct caller){.account_id = local->id, .key_id = "", .plan = local->plan, .scopes = SCOPE_ALL};
    if (wanted && strcmp(wanted, local->id) != 0 &&
        auth_find_account(api_of(request)->auth, request->arena, wanted, caller, &err) != OK) {
        answer_error(request, &err);
        return false;
    }
    request->account_id = caller->account_id;
    return check_caller(request);
}

/* Empty: there is none. */
static struct str bearer_token(const struct request *request)
{
    const char *header = request_header(request, "Authorization");
    struct str value = str_trim(str_from(header ? header : ""));
    bool is_bearer = str_istarts(value, STR("Bearer "));
    return is_bearer ? str_trim((struct str){value.data + 7, value.len - 7}) : (struct str){0};
}

static bool check_key(struct request *request, struct caller *caller)
{
    static const char missing[] = "An API key is needed: Authorization: Bearer <API_KEY>.";
    if (request->is_local && !request_header(request, "Authorization"))
        return check_local(request, caller);
    struct str token = bearer_token(request);
    if (token.len == 0)
        return refuse_key(request, PROBLEM_NO_KEY, missing);
    return check_token(request, caller, token);
}

bool access_check_visitor(struct request *request)
{
    return check_known(request, caller_of(request)) && request_passes(request);
}

bool access_take_address(struct request *request)
{
    return check_address_rate(request);
}

/* Who asks has to be looked up in a database on a server. */
static bool must_wait(const struct request *request)
{
    char key[KEY_TEXT_MAX + 1];
    const struct api *api = api_of(request);
    struct str token = bearer_token(request);
    if (!store_is_shared(api->store) || token.len > KEY_TEXT_MAX)
        return false;
    if (token.len == 0)
        return request->is_local && wanted_account(request);
    snprintf(key, sizeof key, "%.*s", (int)token.len, token.data);
    return !auth_remembers(api->auth, key);
}

static bool authorize(struct request *request)
{
    struct caller *caller = ARENA_NEW(request->arena, struct caller);
    if (!caller) {
        answer_no_memory(request);
        return false;
    }
    request->user = caller;
    return check_key(request, caller);
}

/* Where a thread may wait, with what is left by that. */
static bool authorize_waiting(struct request *request)
{
    return authorize(request) && request_passes(request);
}

bool access_authorize(struct request *request)
{
    if (request->route->right == RIGHT_NONE || (request->route->flags & ROUTE_PAGE))
        return true;
    if (request->user)
        return check_known(request, request->user);
    if (!must_wait(request))
        return authorize(request);
    request->check = authorize_waiting;
    return true;
}
