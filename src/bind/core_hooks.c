#include "bind/core.h"

#include <string.h>

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
static bool core_hooks_is_wanted(const struct outgoing *out)
{
    return out->desk->client && out->task->call == out->call;
}

/*
 * Adds "Name: value" to the table at the top, the name in lower case. A header without a value tells curl to leave out
 * one of its own; it is not sent.
 */
static void core_hooks_add_header(lua_State *L, const char *header)
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
        core_hooks_add_header(L, header);
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
    if (!core_hooks_is_wanted(out))
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
        if (core_hooks_is_wanted(&out))
            client_call_refuse(call, "the transport failed");
        lua_error(L);
    }
    lua_pop(L, 1);
}

/* --- log --- */

static void core_hooks_set_text(lua_State *L, const char *field, const char *text)
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
    core_hooks_set_text(L, "method", attempt->method);
    core_hooks_set_text(L, "url", attempt->url);
    set_whole(L, "attempt", attempt->attempt);
    if (attempt->http_status)
        set_whole(L, "status", attempt->http_status);
    core_hooks_set_text(L, "message", attempt->message);
    core_hooks_set_text(L, "request_id", attempt->request_id);
    set_seconds(L, "seconds", attempt->ms);
    set_whole(L, "sent", (long long)attempt->sent);
    set_whole(L, "received", (long long)attempt->received);
    if (attempt->retry_in_ms >= 0)
        set_seconds(L, "retry_in", attempt->retry_in_ms);
    compat_setmetatable(L, EVENT_TYPE);
}

/* The field of the event at 1 as text, which lives as long as the event. */
static const char *core_hooks_text_of(lua_State *L, const char *field)
{
    lua_getfield(L, 1, field);
    const char *text = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : NULL;
    lua_pop(L, 1);
    return text;
}

static lua_Number core_hooks_number_of(lua_State *L, const char *field, lua_Number missing)
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
    const char *method = core_hooks_text_of(L, "method"), *url = core_hooks_text_of(L, "url"),
               *message = core_hooks_text_of(L, "message");
    const char *request_id = core_hooks_text_of(L, "request_id");
    lua_Number retry_in = core_hooks_number_of(L, "retry_in", -1);
    buf_printf(&line, "%s %s: ", method ? method : "?", url ? url : "?");
    if (message)
        buf_str(&line, message);
    else
        buf_printf(&line, "%d", (int)core_hooks_number_of(L, "status", 0));
    buf_printf(&line, " in %lld ms, attempt %d, %lld bytes sent, %lld received",
               (long long)(core_hooks_number_of(L, "seconds", 0) * 1000 + 0.5),
               (int)core_hooks_number_of(L, "attempt", 0), (long long)core_hooks_number_of(L, "sent", 0),
               (long long)core_hooks_number_of(L, "received", 0));
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
