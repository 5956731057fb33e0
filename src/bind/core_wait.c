#include "bind/core.h"

#include <stdio.h>
#include <string.h>

/*
 * The server is asked to hold each request until something changes (RFC 7240, Prefer: wait). A server that answers at
 * once is polled with a growing interval, or in the interval that its Retry-After names.
 */
enum {
    WAIT_TIMEOUT_MS = 30 * 60 * 1000,
    HOLD_S = 25,        /* longest hold asked for; less than the idle timeouts of common proxies */
    HOLD_MIN_MS = 1000, /* an unchanged answer that came sooner was not held, whatever its headers say */
    INTERVAL_MS = 1000, /* growing by half each time */
    INTERVAL_MAX_MS = 10 * 1000,
    LAST_POLL_MS = 500,    /* how long before the deadline the last poll begins */
    ABSENCE_MS = 60 * 1000 /* how long a service may be unreachable, as when it restarts, before that is an error */
};

/* --- asking --- */

static bool poll(lua_State *L, struct task *task, int64_t delay_ms)
{
    const char *headers[3] = {NULL};
    size_t count = 0;
    int64_t now = clock_mono_ms();
    int64_t left = task->deadline - now - delay_ms;
    struct client_request request = {.method = "GET", .retries = task->retries, .delay_ms = (int)delay_ms};
    request.timeout_ms = left < 1 ? 1 : left < task->desk->timeout_ms ? (int)left : task->desk->timeout_ms;
    task->poll_started = now + delay_ms;

    char prefer[32];
    int hold = request.timeout_ms / 2000;
    snprintf(prefer, sizeof prefer, "Prefer: wait=%d", hold < HOLD_S ? hold : HOLD_S);
    if (hold > 0)
        headers[count++] = prefer;
    task_get(L, task, TASK_ETAG);
    if (lua_type(L, -1) == LUA_TSTRING)
        headers[count++] = lua_pushfstring(L, "If-None-Match: %s", lua_tostring(L, -1));
    request.headers = headers;
    task_get(L, task, TASK_PATH);
    request.path = lua_tostring(L, -1);
    return task_send(L, task, &request, false);
}

bool wait_start(lua_State *L, struct task *task)
{
    struct client_request common = {0};
    check_options(L, 3, "wait", "timeout retries interval on_progress");
    read_common(L, 3, "wait", &common);
    task->retries = common.retries;
    task->timeout_ms = common.timeout_ms ? common.timeout_ms : WAIT_TIMEOUT_MS;
    task->deadline = clock_mono_ms() + task->timeout_ms;
    task->interval_ms = option_ms(L, 3, "wait", "interval", 0);
    task->fixed_interval = task->interval_ms > 0;
    if (!task->fixed_interval)
        task->interval_ms = INTERVAL_MS;
    push_article_path(L, "wait");
    task_set(L, task, TASK_PATH);
    lua_pushvalue(L, 2);
    task_set(L, task, TASK_ID);
    if (lua_istable(L, 3)) {
        lua_getfield(L, 3, "on_progress");
        if (!lua_isnil(L, -1) && !lua_isfunction(L, -1))
            luaL_error(L, "wait: on_progress must be a function, got %s", luaL_typename(L, -1));
        task_set(L, task, TASK_ON_PROGRESS);
    }
    return poll(L, task, 0);
}

/* --- reading the answer --- */

static void remember_etag(lua_State *L, struct task *task)
{
    struct str etag = client_call_header(task->call, "etag");
    if (etag.data && etag.len < 256)
        lua_pushlstring(L, etag.data, etag.len);
    else
        lua_pushnil(L);
    task_set(L, task, TASK_ETAG);
}

/* Copies a field of the record at the top as text, cut to the size of out. */
static const char *record_text(lua_State *L, const char *field, char *out, size_t size)
{
    lua_getfield(L, -1, field);
    snprintf(out, size, "%s", lua_isstring(L, -1) ? lua_tostring(L, -1) : "");
    lua_pop(L, 1);
    return out;
}

/* Pushes nil and an error whose article is the record at the top. */
static int push_record_error(lua_State *L, const char *kind, const char *code, const char *message)
{
    int record = lua_gettop(L);
    int results = error_push(L, kind, code, message);
    lua_pushvalue(L, record);
    lua_setfield(L, -2, "article");
    return results;
}

static int push_failure(lua_State *L)
{
    char code[64], message[400];
    record_text(L, "errorCode", code, sizeof code);
    record_text(L, "error", message, sizeof message);
    bool cancelled = strcmp(code, "cancelled") == 0;
    if (!message[0])
        snprintf(message, sizeof message, "%s", cancelled ? "the article was cancelled" : "the article failed");
    return push_record_error(L, cancelled ? "cancelled" : "failed", code, message);
}

static int push_timeout(lua_State *L, struct task *task)
{
    char status[64], message[160];
    double seconds = (double)task->timeout_ms / 1000;
    task_get(L, task, TASK_RECORD);
    if (!lua_istable(L, -1)) {
        snprintf(message, sizeof message, "no answer about the article within %.3g s", seconds);
        return error_push(L, "timeout", NULL, message);
    }
    record_text(L, "status", status, sizeof status);
    snprintf(message, sizeof message, "the article is still %s after %.3g s", status, seconds);
    return push_record_error(L, "timeout", NULL, message);
}

/* Keeps the record at the top. Is it new? A server without ETag sends the same bytes again and again. */
static bool take_record(lua_State *L, struct task *task)
{
    struct str body = client_call_body(task->call);
    uint64_t hash = hash_bytes(body.data, body.len);
    if (hash == task->seen)
        return false;
    task->seen = hash;
    lua_getfield(L, -1, "articleId");
    if (lua_isnil(L, -1)) {
        task_get(L, task, TASK_ID);
        lua_setfield(L, -3, "articleId");
    }
    lua_pop(L, 1);
    lua_pushvalue(L, -1);
    task_set(L, task, TASK_RECORD);
    remember_etag(L, task);
    return true;
}

/* Calls on_progress with the record at the top. True: that is left to whoever drives the task. */
static bool report(lua_State *L, struct task *task)
{
    task_get(L, task, TASK_ON_PROGRESS);
    if (lua_isnil(L, -1) || task->driven) {
        task->reported = !lua_isnil(L, -1);
        lua_pop(L, 1);
        return task->reported;
    }
    lua_pushvalue(L, -2);
    lua_call(L, 1, 0);
    return false;
}

/* --- what comes next --- */

static int64_t next_delay(struct task *task, bool changed)
{
    bool held = client_call_header(task->call, "preference-applied").data != NULL;
    if (held && (changed || clock_mono_ms() - task->poll_started >= HOLD_MIN_MS))
        return 0;
    int64_t delay = task->interval_ms;
    int64_t asked = client_call_retry_after_ms(task->call);
    if (asked > CLIENT_MAX_RETRY_AFTER_MS)
        asked = CLIENT_MAX_RETRY_AFTER_MS;
    if (asked >= 0 && (asked > delay || !task->fixed_interval))
        delay = asked;
    if (!task->fixed_interval)
        task->interval_ms = task->interval_ms * 3 / 2 < INTERVAL_MAX_MS ? task->interval_ms * 3 / 2 : INTERVAL_MAX_MS;
    return delay;
}

static int poll_again(lua_State *L, struct task *task, bool changed)
{
    int64_t left = task->deadline - clock_mono_ms();
    int64_t delay = next_delay(task, changed);
    if (left <= 0 || (task->last_poll && delay > 0))
        return push_timeout(L, task);
    if (delay > left - LAST_POLL_MS) {
        task->last_poll = delay > 0;
        delay = left > 2 * LAST_POLL_MS ? left - LAST_POLL_MS : delay < left / 2 ? delay : left / 2;
    }
    return poll(L, task, delay) ? 0 : 2;
}

/*
 * A poll that failed, with all its attempts, is not the end of the article: a service that says that it is busy is
 * asked again, and so is one that cannot be reached, for ABSENCE_MS, if it could be reached before. With retries = 0
 * the caller wants to know at once.
 */
static bool may_recover(struct task *task)
{
    const struct client_call *call = task->call;
    if (!task->last_answer && task->desk->client && client_has_reached_server(task->desk->client))
        task->last_answer = task->poll_started;
    bool busy = client_call_status(call) == 429;
    return !is_success(call) && client_call_retryable(call) && task->retries != 0 &&
           client_call_retry_after_ms(call) <= CLIENT_MAX_RETRY_AFTER_MS &&
           (busy || (task->last_answer && clock_mono_ms() - task->last_answer < ABSENCE_MS));
}

static int poll_after_failure(lua_State *L, struct task *task)
{
    int64_t delay = client_call_retry_after_ms(task->call);
    if (delay < 0)
        delay = INTERVAL_MS;
    if (delay >= task->deadline - clock_mono_ms())
        return error_push_call(L, task->call);
    return poll(L, task, delay) ? 0 : 2;
}

int wait_advance(lua_State *L, struct task *task)
{
    struct client_call *call = task->call;
    int base = lua_gettop(L);
    bool unchanged = client_call_outcome(call, NULL) == OK && client_call_status(call) == 304;
    if (client_call_outcome(call, NULL) == E_TIMEOUT && clock_mono_ms() >= task->deadline)
        return push_timeout(L, task);
    if (!unchanged && may_recover(task))
        return poll_after_failure(L, task);
    task->last_answer = clock_mono_ms();
    if (unchanged)
        return poll_again(L, task, false);
    bool changed = task->reported;
    if (task->reported) {
        task_get(L, task, TASK_RECORD);
        task->reported = false;
    } else {
        if (!push_object(L, call))
            return 2;
        changed = take_record(L, task);
        if (changed && report(L, task))
            return PROGRESS;
    }
    char status[64];
    record_text(L, "status", status, sizeof status);
    if (strcmp(status, "finished") == 0)
        return 1;
    if (strcmp(status, "failed") == 0)
        return push_failure(L);
    int results = poll_again(L, task, changed);
    if (!results)
        lua_settop(L, base);
    return results;
}
