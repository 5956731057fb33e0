#include "bind/core.h"

#include <limits.h>

enum { STEP_MS = 1000 }; /* longest wait between two calls of run_no_op: Ctrl-C normally ends the wait */

#define NO_OP "copydesk no-op"
#define TASKS "copydesk tasks" /* weak: the task object of each struct task that task_push is asked for */

/* --- the user value --- */

void task_get(lua_State *L, struct task *task, enum task_value value)
{
    if (!task->has_values) { /* before 5.4 the userdata then has a table that is not its own */
        lua_pushnil(L);
        return;
    }
    lua_getuservalue(L, task->index);
    lua_rawgeti(L, -1, (int)value);
    lua_remove(L, -2);
}

void task_set(lua_State *L, struct task *task, enum task_value value)
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
    if (status == OK)
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

void task_push(lua_State *L, const struct task *task)
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
