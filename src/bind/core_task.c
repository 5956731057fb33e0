#include "bind/core.h"

#include <limits.h>

enum { STEP_MS = 1000 }; /* longest wait between two looks at what else Lua has to do, such as an interrupt */

#define BREATH "copydesk breath"

/* --- the user value ------------------------------------------------------------------------------------------------ */

void task_get(lua_State *L, int index, enum task_value value)
{
    lua_getuservalue(L, index);
    lua_rawgeti(L, -1, (int)value);
    lua_remove(L, -2);
}

void task_set(lua_State *L, int index, enum task_value value)
{
    lua_getuservalue(L, index);
    lua_insert(L, -2);
    lua_rawseti(L, -2, (int)value);
    lua_pop(L, 1);
}

struct desk *task_desk(lua_State *L, int index)
{
    task_get(L, index, TASK_DESK);
    struct desk *desk = lua_touserdata(L, -1);
    lua_pop(L, 1); /* the task keeps it alive */
    return desk;
}

/* --- life ---------------------------------------------------------------------------------------------------------- */

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

/* Pushes a task for the desk at 1; returns its index. */
static int task_new(lua_State *L, const struct verb *verb)
{
    struct task *task = lua_newuserdata(L, sizeof *task);
    *task = (struct task){.verb = verb};
    compat_setmetatable(L, TASK_TYPE);
    lua_createtable(L, TASK_PATH, 0);
    lua_pushvalue(L, 1);
    lua_rawseti(L, -2, TASK_DESK);
    lua_setuservalue(L, -2);
    return lua_gettop(L);
}

bool task_send(lua_State *L, struct task *task, int index, const struct client_request *request, bool has_body)
{
    struct error err;
    struct desk *desk = task_desk(L, index);
    if (!desk->client) {
        error_push(L, "cancelled", "closed", "the client was closed");
        return false;
    }
    client_call_free(task->call);
    task->call = NULL;
    enum status status = client_start(desk->client, request, has_body ? &task->body : NULL, &task->call, &err);
    if (status == OK)
        return true;
    if (status == E_INVALID)
        luaL_error(L, "%s: %s", task->verb->name, err.message);
    error_push_status(L, &err);
    return false;
}

/* Results on the stack, or 0 while there is more to wait for. */
static int task_advance(lua_State *L, struct task *task, int index)
{
    if (!client_call_done(task->call))
        return 0;
    int results = task->verb->advance(L, task, index);
    if (!results)
        return 0;
    task->done = true;
    task_release(task);
    return results;
}

static bool task_start(lua_State *L, const struct verb *verb, struct task **task, int *index)
{
    int arguments = lua_gettop(L);
    struct desk *desk = luaL_checkudata(L, 1, DESK_TYPE);
    if (!desk->client)
        luaL_error(L, "%s: the client is closed", verb->name);
    lua_settop(L, arguments < 5 ? 5 : arguments); /* absent arguments are nil, and slots stay where they are */
    *index = task_new(L, verb);
    *task = lua_touserdata(L, *index);
    return verb->start(L, *task, *index);
}

/* --- blocking ------------------------------------------------------------------------------------------------------ */

/* An interrupt (Ctrl-C) sets a debug hook, which runs only in Lua code: so some is run. */
static void breathe(lua_State *L)
{
    lua_getfield(L, LUA_REGISTRYINDEX, BREATH);
    lua_call(L, 0, 0);
}

int task_run(lua_State *L, const struct verb *verb)
{
    struct task *task;
    int index;
    if (!task_start(L, verb, &task, &index))
        return 2;
    for (;;) {
        int results = task_advance(L, task, index);
        if (results)
            return results;
        struct desk *desk = task_desk(L, index);
        struct error err = {OK};
        if (desk->client && client_step(desk->client, STEP_MS, &err) != OK) {
            task_release(task);
            return error_push_status(L, &err);
        }
        breathe(L);
    }
}

/* --- driven by somebody else --------------------------------------------------------------------------------------- */

int task_begin(lua_State *L, const struct verb *verb)
{
    struct task *task;
    int index;
    if (!task_start(L, verb, &task, &index))
        return 2;
    lua_pushvalue(L, index);
    return 1;
}

/* task:advance() -> false, or true and the verb's results, once. */
static int method_advance(lua_State *L)
{
    struct task *task = luaL_checkudata(L, 1, TASK_TYPE);
    if (!task->call)
        return luaL_error(L, "advance: this task has ended");
    lua_settop(L, 1);
    lua_pushboolean(L, 1);
    int results = task_advance(L, task, 1);
    if (results)
        return results + 1;
    lua_pushboolean(L, 0);
    return 1;
}

static int method_cancel(lua_State *L)
{
    struct task *task = luaL_checkudata(L, 1, TASK_TYPE);
    task_release(task);
    task->done = true;
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
    if (luaL_loadstring(L, "local breath = true") != 0)
        lua_error(L);
    lua_setfield(L, LUA_REGISTRYINDEX, BREATH);
}
