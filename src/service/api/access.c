#include "service/api/access.h"

#include "service/api/api.h"

/* The answer to a caller whose plan lacks a right. */
static const struct {
    enum right right;
    enum problem problem;
    const char *detail;
} refusals[RIGHT_COUNT] = {
    {RIGHT_API, PROBLEM_NO_PLAN, "The account's plan has no interface."},
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

/* Takes a token from the bucket of the caller's key, or of its address when it has no valid key. */
static bool check_rate(struct request *request, const char *caller)
{
    struct limit_state state;
    enum limit_class class = (enum limit_class)request->route->limit;
    bool is_allowed = limits_take(api_of(request)->limits, str_from(caller), class, clock_mono_ms(), &state);
    add_limit_headers(request, &state);
    if (is_allowed)
        return true;
    answer_problem(request, PROBLEM_RATE, "More than %ld requests a minute; try again in %ld s.", state.quota,
                   state.retry);
    answer_header(request, "Retry-After", "%ld", state.retry);
    return false;
}

/* --- keys --- */

static bool refuse_key(struct request *request, enum problem problem, const char *detail)
{
    if (check_rate(request, request_address(request))) {
        answer_problem(request, problem, "%s", detail);
        answer_header(request, "WWW-Authenticate", "Bearer realm=\"copydesk\"%s",
                      problem == PROBLEM_WRONG_KEY ? ", error=\"invalid_token\"" : "");
    }
    return false;
}

static bool has_account(const struct api *api, const char *id)
{
    for (size_t i = 0; i < api->account_count; i++)
        if (strcmp(api->accounts[i].id, id) == 0)
            return true;
    return false;
}

static bool check_token(struct request *request, struct caller *caller, struct str token)
{
    struct error err;
    struct api *api = api_of(request);
    const char *key = token.len <= KEY_TEXT_MAX ? arena_copy_n(request->arena, token.data, token.len) : "";
    enum status status = key ? auth_find(api->auth, request->arena, key, caller, &err) : error_memory(&err);
    /* A key works only while its account is configured. */
    if (status == E_NOT_FOUND || (status == OK && !has_account(api, caller->account_id)))
        return refuse_key(request, PROBLEM_WRONG_KEY, "This API key does not exist.");
    if (status != OK) {
        answer_error(request, &err);
        return false;
    }
    request->account_id = caller->account_id;
    return check_rate(request, caller->key_id);
}

static bool check_key(struct request *request, struct caller *caller)
{
    static const char missing[] = "An API key is needed: Authorization: Bearer <API_KEY>.";
    const char *header = request_header(request, "Authorization");
    if (request->is_local && !header) {
        const struct account_terms *local = &api_of(request)->accounts[0];
        *caller = (struct caller){.account_id = local->id, .key_id = "", .plan = local->plan};
        request->account_id = local->id;
        return true;
    }
    struct str value = str_trim(str_from(header ? header : ""));
    if (!str_istarts(value, STR("Bearer ")))
        return refuse_key(request, PROBLEM_NO_KEY, missing);
    struct str token = str_trim((struct str){value.data + 7, value.len - 7});
    if (token.len == 0)
        return refuse_key(request, PROBLEM_NO_KEY, missing);
    return check_token(request, caller, token);
}

/* --- plans --- */

static bool check_plan(struct request *request, const struct caller *caller)
{
    for (size_t i = 0; i < COUNT_OF(refusals); i++) {
        bool is_needed = (request->route->right & (unsigned)refusals[i].right) != 0;
        if (!is_needed || plan_has(caller->plan, refusals[i].right))
            continue;
        answer_problem(request, refusals[i].problem, "%s", refusals[i].detail);
        return false;
    }
    return true;
}

bool access_authorize(struct request *request)
{
    if (request->route->right == RIGHT_NONE)
        return true;
    struct caller *caller = ARENA_NEW(request->arena, struct caller);
    if (!caller) {
        answer_no_memory(request);
        return false;
    }
    request->user = caller;
    return check_key(request, caller) && check_plan(request, caller);
}
