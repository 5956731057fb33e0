#include "bind/core.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#define TASK_TYPE "copydesk task"

/* The user value of a task: a table with what it needs of Lua, made when there is something to keep. */
enum task_value { TASK_DESK = 1, TASK_PATH, TASK_ID, TASK_ON_PROGRESS, TASK_RECORD, TASK_ETAG };

enum { STEP_MS = 1000 }; /* longest wait between two calls of run_no_op: Ctrl-C normally ends the wait */

#define NO_OP "copydesk no-op"
#define TASKS "copydesk tasks" /* weak: the task object of each struct task that task_push is asked for */

/* --- the user value --- */

static void task_get(lua_State *L, struct task *task, enum task_value value)
{
    if (!task->has_values) { /* before 5.4 the userdata then has a table that is not its own */
        lua_pushnil(L);
        return;
    }
    lua_getuservalue(L, task->index);
    lua_rawgeti(L, -1, (int)value);
    lua_remove(L, -2);
}

/* nil when it was never set. */
static void task_set(lua_State *L, struct task *task, enum task_value value)
{
    if (!task->has_values) {
        lua_newtable(L);
        lua_setuservalue(L, task->index);
        task->has_values = true;
    }
    lua_getuservalue(L, task->index);
    lua_insert(L, -2);
    lua_rawseti(L, -2, (int)value);
    lua_pop(L, 1);
}

/* --- life --- */

static void task_release(struct task *task)
{
    client_call_free(task->call);
    task->call = NULL;
    buf_free(&task->body);
}

static int task_gc(lua_State *L)
{
    task_release(lua_touserdata(L, 1));
    return 0;
}

/* Pushes a task for the desk at 1. */
static struct task *task_new(lua_State *L, const struct verb *verb)
{
    struct task *task = lua_newuserdata(L, sizeof *task);
    *task = (struct task){.verb = verb, .desk = lua_touserdata(L, 1), .index = lua_gettop(L)};
    compat_setmetatable(L, TASK_TYPE);
    return task;
}

bool task_send(lua_State *L, struct task *task, const struct client_request *request, bool has_body)
{
    struct error err;
    if (!task->desk->client) {
        error_push(L, "cancelled", "closed", "the client was closed");
        return false;
    }
    client_call_free(task->call);
    task->call = NULL;
    struct client_request sent = *request;
    sent.data = task->driven || task->desk->has_transport ? task : NULL;
    sent.step_follows = task->step_follows || !task->driven;
    sent.paced = task->paced;
    sent.delay_ms += task->delay_ms;
    task->delay_ms = 0;
    enum status status = client_start(task->desk->client, &sent, has_body ? &task->body : NULL, &task->call, &err);
    if (!status)
        return true;
    if (status == E_INVALID)
        luaL_error(L, "%s: %s", task->verb->name, err.message);
    error_push_status(L, &err);
    return false;
}

/* The number of results on the stack, or what a verb's advance says; 0 while the call is under way. */
static int task_advance(lua_State *L, struct task *task)
{
    if (!client_call_done(task->call))
        return 0;
    int results = task->verb->advance(L, task);
    if (results > 0)
        task_release(task);
    return results;
}

/* Who steps the client for a task: task_run, a driver at some time, or a driver right after the start. */
enum task_driver { ITSELF, DRIVEN, DRIVEN_AT_ONCE };

/* Makes this process take part in keeping the service that the desk owns. False: nil and an error were pushed. */
static bool attach(lua_State *L)
{
    lua_getuservalue(L, 1);
    lua_rawgeti(L, -1, 1);
    lua_getfield(L, -1, "attach");
    lua_insert(L, -2);
    lua_call(L, 1, 2);
    if (!lua_isnil(L, -2)) {
        lua_pop(L, 3);
        return true;
    }
    lua_getfield(L, -1, "kind");
    lua_getfield(L, -2, "message");
    error_push(L, lua_tostring(L, -2), NULL, lua_tostring(L, -1));
    return false;
}

static bool task_start(lua_State *L, const struct verb *verb, struct task **task, enum task_driver by, int delay_ms)
{
    int arguments = lua_gettop(L);
    struct desk *desk = luaL_checkudata(L, 1, DESK_TYPE);
    if (!desk->client)
        luaL_error(L, "%s: the client is closed", verb->name);
    lua_settop(L, arguments < 5 ? 5 : arguments); /* absent arguments are nil: what start pushes comes behind them */
    if (desk->owned && !attach(L))
        return false;
    *task = task_new(L, verb);
    (*task)->driven = by != ITSELF;
    (*task)->step_follows = by == DRIVEN_AT_ONCE;
    (*task)->paced = delay_ms != NO_PACE;
    (*task)->delay_ms = delay_ms != NO_PACE ? delay_ms : 0;
    return verb->start(L, *task);
}

/* --- blocking --- */

/* An interrupt (Ctrl-C) sets a debug hook, and hooks run only in Lua code. */
static void run_no_op(lua_State *L)
{
    lua_getfield(L, LUA_REGISTRYINDEX, NO_OP);
    lua_call(L, 0, 0);
}

/* Adds the task to the registry's list, keyed by its address, so that its call leads back to the task object. */
static void add_to_list(lua_State *L, struct task *task)
{
    lua_getfield(L, LUA_REGISTRYINDEX, TASKS);
    lua_pushlightuserdata(L, task);
    lua_pushvalue(L, task->index);
    lua_rawset(L, -3);
    lua_pop(L, 1);
}

static void task_push(lua_State *L, const struct task *task)
{
    lua_getfield(L, LUA_REGISTRYINDEX, TASKS);
    lua_pushlightuserdata(L, (void *)task);
    lua_rawget(L, -2);
    lua_remove(L, -2);
}

int task_run(lua_State *L, const struct verb *verb)
{
    struct task *task;
    if (!task_start(L, verb, &task, ITSELF, NO_PACE))
        return 2;
    if (task->desk->has_transport)
        add_to_list(L, task);
    for (;;) {
        int results = task_advance(L, task);
        if (results)
            return results;
        struct error err;
        if (task->desk->client && client_step(task->desk->client, STEP_MS, &err) != OK) {
            task_release(task);
            return error_push_status(L, &err);
        }
        if (task->desk->client && task->desk->run_hooks)
            task->desk->run_hooks(L, task->desk);
        run_no_op(L);
    }
}

/* --- driven by somebody else --- */

int task_begin(lua_State *L, const struct verb *verb, bool step_follows, int delay_ms)
{
    struct task *task;
    if (!task_start(L, verb, &task, step_follows ? DRIVEN_AT_ONCE : DRIVEN, delay_ms))
        return 2;
    if (delay_ms > 0) { /* the deadline of wait begins with its first request */
        task->deadline += delay_ms;
        task->poll_started += delay_ms;
    }
    task->step_follows = false; /* it does not after the calls that advance starts */
    lua_pushvalue(L, 1);
    task_set(L, task, TASK_DESK);
    add_to_list(L, task);
    lua_pushvalue(L, task->index);
    return 1;
}

int task_next_ended(lua_State *L, struct desk *desk)
{
    for (struct client_call *call; (call = client_next_ended(desk->client)) != NULL;) {
        const struct task *task = client_call_data(call);
        if (!task->driven)
            continue;
        task_push(L, task);
        if (!lua_isnil(L, -1))
            return 1;
        lua_pop(L, 1);
    }
    lua_pushnil(L);
    return 1;
}

/*
 * task:advance() -> false while its call is under way; "progress" and a record, after which it is to be called again;
 * or, once, true and the verb's results.
 */
static int method_advance(lua_State *L)
{
    struct task *task = luaL_checkudata(L, 1, TASK_TYPE);
    if (!task->call)
        return luaL_error(L, "advance: this task has ended");
    task->index = 1;
    lua_settop(L, 1);
    int results = task_advance(L, task);
    if (results == PROGRESS) {
        lua_pushliteral(L, "progress");
        results = 1;
    } else {
        lua_pushboolean(L, results > 0);
    }
    lua_insert(L, -1 - results);
    return results + 1;
}

static int method_cancel(lua_State *L)
{
    task_release(luaL_checkudata(L, 1, TASK_TYPE));
    return 0;
}

void task_open(lua_State *L)
{
    static const luaL_Reg methods[] = {{"advance", method_advance}, {"cancel", method_cancel}, {NULL, NULL}};
    luaL_newmetatable(L, TASK_TYPE);
    lua_newtable(L);
    luaL_setfuncs(L, methods, 0);
    lua_setfield(L, -2, "__index");
    lua_pushcfunction(L, task_gc);
    lua_setfield(L, -2, "__gc");
    lua_pop(L, 1);
    lua_newtable(L);
    lua_createtable(L, 0, 1);
    lua_pushliteral(L, "v");
    lua_setfield(L, -2, "__mode");
    lua_setmetatable(L, -2);
    lua_setfield(L, LUA_REGISTRYINDEX, TASKS);
    if (luaL_loadstring(L, "local no_op = true") != 0)
        lua_error(L);
    lua_setfield(L, LUA_REGISTRYINDEX, NO_OP);
}

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

/*
 * core.wakeup() -> wakeup, or nil, error: for loops whose host can only wait for a connection (see client/client.h).
 *
 *     wakeup:listen() -> path of the unix socket to connect to     wakeup:accept() -> true, once connected
 *     wakeup:watch(fd) -> true: a byte comes when fd is readable    wakeup:notify(): a byte comes now
 *
 * Each gives nil, error when the system refuses. The wakeup ends when it is collected.
 */

#define WAKEUP_TYPE "copydesk wakeup"

static struct wakeup *check_wakeup(lua_State *L)
{
    return *(struct wakeup **)luaL_checkudata(L, 1, WAKEUP_TYPE);
}

static int result(lua_State *L, enum status status, const struct error *err)
{
    if (status)
        return error_push_status(L, err);
    lua_pushboolean(L, 1);
    return 1;
}

int core_wakeup(lua_State *L)
{
    struct error err;
    struct wakeup **wakeup = lua_newuserdata(L, sizeof *wakeup);
    *wakeup = NULL;
    compat_setmetatable(L, WAKEUP_TYPE);
    return wakeup_open(wakeup, &err) == OK ? 1 : error_push_status(L, &err);
}

static int wakeup_method_gc(lua_State *L)
{
    struct wakeup **wakeup = lua_touserdata(L, 1);
    wakeup_free(*wakeup);
    *wakeup = NULL;
    return 0;
}

static int wakeup_method_listen(lua_State *L)
{
    struct error err;
    const char *path;
    if (wakeup_listen(check_wakeup(L), &path, &err) != OK)
        return error_push_status(L, &err);
    lua_pushstring(L, path);
    return 1;
}

static int wakeup_method_accept(lua_State *L)
{
    struct error err;
    enum status status = wakeup_accept(check_wakeup(L), &err);
    return result(L, status, &err);
}

static int wakeup_method_watch(lua_State *L)
{
    struct error err;
    enum status status = wakeup_watch(check_wakeup(L), (int)luaL_checkinteger(L, 2), &err);
    return result(L, status, &err);
}

static int wakeup_method_notify(lua_State *L)
{
    wakeup_notify(check_wakeup(L));
    return 0;
}

void wakeup_open_type(lua_State *L)
{
    static const luaL_Reg methods[] = {{"listen", wakeup_method_listen},
                                       {"accept", wakeup_method_accept},
                                       {"watch", wakeup_method_watch},
                                       {"notify", wakeup_method_notify},
                                       {NULL, NULL}};
    luaL_newmetatable(L, WAKEUP_TYPE);
    lua_newtable(L);
    luaL_setfuncs(L, methods, 0);
    lua_setfield(L, -2, "__index");
    lua_pushcfunction(L, wakeup_method_gc);
    lua_setfield(L, -2, "__gc");
    lua_pop(L, 1);
}

#define EVENT_TYPE "copydesk log event"

/* Pushes the hook with this name; the desk is at 1. */
static void push_hook(lua_State *L, const char *name)
{
    lua_getuservalue(L, 1);
    lua_getfield(L, -1, name);
    lua_remove(L, -2);
}

/* --- transport: requests that a function of the user's answers --- */

struct outgoing {
    const struct desk *desk;
    const struct task *task;
    struct client_call *call;
};

/* The user's function may have closed the client, or cancelled the task. */
static bool hooks_has_wanted(const struct outgoing *out)
{
    return out->desk->client && out->task->call == out->call;
}

/*
 * Adds "Name: value" to the table at the top, the name in lower case. A header without a value tells curl to leave out
 * one of its own; it is not sent.
 */
static void hooks_add_header(lua_State *L, const char *header)
{
    const char *colon = strchr(header, ':');
    const char *value = colon + 1 + strspn(colon + 1, " ");
    if (!*value)
        return;
    luaL_Buffer name;
    luaL_buffinit(L, &name);
    for (const char *at = header; at < colon; at++)
        luaL_addchar(&name, *at >= 'A' && *at <= 'Z' ? (char)(*at - 'A' + 'a') : *at);
    luaL_pushresult(&name);
    lua_pushstring(L, value);
    lua_rawset(L, -3);
}

static void push_request(lua_State *L, const struct client_call *call)
{
    const char *header;
    struct str body = client_call_request_body(call);
    lua_createtable(L, 0, 4);
    lua_pushstring(L, client_call_method(call));
    lua_setfield(L, -2, "method");
    lua_pushstring(L, client_call_url(call));
    lua_setfield(L, -2, "url");
    lua_newtable(L);
    for (size_t i = 0; (header = client_call_request_header(call, i)) != NULL; i++)
        hooks_add_header(L, header);
    lua_setfield(L, -2, "headers");
    if (!body.data)
        return;
    lua_pushlstring(L, body.data, body.len);
    lua_setfield(L, -2, "body");
}

/* The response is the table at `response`. */
static void take_response(lua_State *L, int response, struct client_call *call)
{
    const char *headers[MAX_HEADERS + 1];
    long long status;
    struct error err;
    struct str body = {"", 0};
    lua_getfield(L, response, "status");
    if (!compat_tointeger(L, -1, &status) || status < 0 || status > 999)
        luaL_error(L, "transport: the response's status must be a whole number, such as 200");
    lua_getfield(L, response, "body");
    if (!lua_isnil(L, -1) && lua_type(L, -1) != LUA_TSTRING)
        luaL_error(L, "transport: the response's body must be a string, got %s", luaL_typename(L, -1));
    if (lua_isstring(L, -1))
        body.data = lua_tolstring(L, -1, &body.len);
    push_headers(L, response, "transport", headers);
    if (client_call_answer(call, (int)status, headers, body, &err) == E_INVALID)
        luaL_error(L, "transport: %s", err.message);
}

/* Arguments: the transport, the task (which is kept alive by being one), the struct outgoing. */
static int call_transport(lua_State *L)
{
    enum { TRANSPORT = 1, OUTGOING = 3, RESPONSE, MESSAGE };
    const struct outgoing *out = lua_touserdata(L, OUTGOING);
    lua_pushvalue(L, TRANSPORT);
    push_request(L, out->call);
    lua_call(L, 1, 2);
    if (!hooks_has_wanted(out))
        return 0;
    if (lua_istable(L, RESPONSE))
        take_response(L, RESPONSE, out->call);
    else if (lua_toboolean(L, RESPONSE))
        return luaL_error(L, "transport: a response table expected, or nil and a message, got %s",
                          luaL_typename(L, RESPONSE));
    else
        client_call_refuse(out->call, lua_isstring(L, MESSAGE) ? lua_tostring(L, MESSAGE) : "the transport failed");
    return 0;
}

/* An error in the transport goes through to the caller; before that the attempt is ended. */
static void answer_request(lua_State *L, struct desk *desk, struct client_call *call)
{
    struct outgoing out = {desk, client_call_data(call), call};
    lua_pushcfunction(L, call_transport);
    push_hook(L, "transport");
    task_push(L, out.task);
    if (lua_isnil(L, -1)) { /* the task is being collected, which ends its call */
        lua_pop(L, 3);
        return;
    }
    lua_pushvalue(L, -1);
    lua_insert(L, -4);
    lua_pushlightuserdata(L, &out);
    if (lua_pcall(L, 3, 0, 0) != 0) {
        if (hooks_has_wanted(&out))
            client_call_refuse(call, "the transport failed");
        lua_error(L);
    }
    lua_pop(L, 1);
}

/* --- log --- */

static void hooks_set_text(lua_State *L, const char *field, const char *text)
{
    lua_pushstring(L, text); /* NULL: nil */
    lua_setfield(L, -2, field);
}

static void set_whole(lua_State *L, const char *field, long long value)
{
    compat_pushinteger(L, value);
    lua_setfield(L, -2, field);
}

static void set_seconds(lua_State *L, const char *field, int64_t ms)
{
    lua_pushnumber(L, (lua_Number)ms / 1000);
    lua_setfield(L, -2, field);
}

static void push_event(lua_State *L, const struct client_attempt *attempt)
{
    lua_createtable(L, 0, 10);
    hooks_set_text(L, "method", attempt->method);
    hooks_set_text(L, "url", attempt->url);
    set_whole(L, "attempt", attempt->attempt);
    if (attempt->http_status)
        set_whole(L, "status", attempt->http_status);
    hooks_set_text(L, "message", attempt->message);
    hooks_set_text(L, "request_id", attempt->request_id);
    set_seconds(L, "seconds", attempt->ms);
    set_whole(L, "sent", (long long)attempt->sent);
    set_whole(L, "received", (long long)attempt->received);
    if (attempt->retry_in_ms >= 0)
        set_seconds(L, "retry_in", attempt->retry_in_ms);
    compat_setmetatable(L, EVENT_TYPE);
}

/* The field of the event at 1 as text, which lives as long as the event. */
static const char *hooks_text_of(lua_State *L, const char *field)
{
    lua_getfield(L, 1, field);
    const char *text = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : NULL;
    lua_pop(L, 1);
    return text;
}

static lua_Number hooks_number_of(lua_State *L, const char *field, lua_Number missing)
{
    lua_getfield(L, 1, field);
    lua_Number number = lua_isnumber(L, -1) ? lua_tonumber(L, -1) : missing;
    lua_pop(L, 1);
    return number;
}

/* "POST http://127.0.0.1/x: 503 in 2 ms, attempt 1, 20 bytes sent, 0 received, request r1, again in 450 ms" */
static int event_tostring(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    struct buf line = {0};
    const char *method = hooks_text_of(L, "method"), *url = hooks_text_of(L, "url"),
               *message = hooks_text_of(L, "message");
    const char *request_id = hooks_text_of(L, "request_id");
    lua_Number retry_in = hooks_number_of(L, "retry_in", -1);
    buf_printf(&line, "%s %s: ", method ? method : "?", url ? url : "?");
    if (message)
        buf_str(&line, message);
    else
        buf_printf(&line, "%d", (int)hooks_number_of(L, "status", 0));
    buf_printf(&line, " in %lld ms, attempt %d, %lld bytes sent, %lld received",
               (long long)(hooks_number_of(L, "seconds", 0) * 1000 + 0.5), (int)hooks_number_of(L, "attempt", 0),
               (long long)hooks_number_of(L, "sent", 0), (long long)hooks_number_of(L, "received", 0));
    if (request_id)
        buf_printf(&line, ", request %s", request_id);
    if (retry_in >= 0)
        buf_printf(&line, ", again in %lld ms", (long long)(retry_in * 1000 + 0.5));
    /* The line is copied to the stack of C and freed before Lua may throw. One that could not be made is empty. */
    char shown[1024];
    size_t length = line.failed ? 0 : line.len < sizeof shown ? line.len : sizeof shown;
    if (length)
        memcpy(shown, line.data, length);
    buf_free(&line);
    lua_pushlstring(L, shown, length);
    return 1;
}

static void log_attempt(lua_State *L, const struct client_attempt *attempt)
{
    push_hook(L, "log");
    push_event(L, attempt);
    lua_call(L, 1, 0);
}

/* --- both --- */

void hooks_run(lua_State *L, struct desk *desk)
{
    struct client_call *call;
    struct client_attempt attempt;
    luaL_checkstack(L, MAX_HEADERS + 16, "hooks");
    while (desk->has_transport && desk->client && (call = client_next_outgoing(desk->client)) != NULL)
        answer_request(L, desk, call);
    while (desk->has_log && desk->client && client_next_attempt(desk->client, &attempt))
        log_attempt(L, &attempt);
}

bool hooks_read(lua_State *L, const char *name)
{
    lua_getfield(L, 1, name);
    bool given = !lua_isnil(L, -1);
    if (given && !lua_isfunction(L, -1))
        luaL_error(L, "new: %s must be a function, got %s", name, luaL_typename(L, -1));
    lua_pop(L, 1);
    return given;
}

void hooks_keep(lua_State *L, int values)
{
    static const char *const names[] = {"transport", "log"};
    values = lua_absindex(L, values);
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        lua_getfield(L, 1, names[i]);
        lua_setfield(L, values, names[i]);
    }
}

void hooks_open(lua_State *L)
{
    luaL_newmetatable(L, EVENT_TYPE);
    lua_pushcfunction(L, event_tostring);
    lua_setfield(L, -2, "__tostring");
    lua_pop(L, 1);
}
