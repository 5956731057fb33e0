#include "bind/core.h"
#include "client/wakeup.h"

/*
 * core.bell() -> bell, or nil, error: for loops whose host can only wait for a connection (see client/wakeup.h).
 *
 *     bell:invite() -> path of the unix socket to connect to       bell:admit() -> true, once connected
 *     bell:watch(fd) -> true: a byte comes when fd is readable      bell:ring()
 *
 * Each gives nil, error when the system refuses. It ends when it is collected.
 */

#define BELL_TYPE "copydesk bell"

static struct bell *check_bell(lua_State *L)
{
    return *(struct bell **)luaL_checkudata(L, 1, BELL_TYPE);
}

static int result(lua_State *L, enum status status, const struct error *err)
{
    if (status != OK)
        return error_push_status(L, err);
    lua_pushboolean(L, 1);
    return 1;
}

int core_bell(lua_State *L)
{
    struct error err;
    struct bell **bell = lua_newuserdata(L, sizeof *bell);
    *bell = NULL;
    compat_setmetatable(L, BELL_TYPE);
    return bell_open(bell, &err) == OK ? 1 : error_push_status(L, &err);
}

static int bell_method_gc(lua_State *L)
{
    struct bell **bell = lua_touserdata(L, 1);
    bell_free(*bell);
    *bell = NULL;
    return 0;
}

static int bell_method_invite(lua_State *L)
{
    struct error err;
    const char *path;
    if (bell_invite(check_bell(L), &path, &err) != OK)
        return error_push_status(L, &err);
    lua_pushstring(L, path);
    return 1;
}

static int bell_method_admit(lua_State *L)
{
    struct error err;
    enum status status = bell_admit(check_bell(L), &err);
    return result(L, status, &err);
}

static int bell_method_watch(lua_State *L)
{
    struct error err;
    enum status status = bell_watch(check_bell(L), (int)luaL_checkinteger(L, 2), &err);
    return result(L, status, &err);
}

static int bell_method_ring(lua_State *L)
{
    bell_ring(check_bell(L));
    return 0;
}

void bell_open_type(lua_State *L)
{
    static const luaL_Reg methods[] = {{"invite", bell_method_invite},
                                       {"admit", bell_method_admit},
                                       {"watch", bell_method_watch},
                                       {"ring", bell_method_ring},
                                       {NULL, NULL}};
    luaL_newmetatable(L, BELL_TYPE);
    lua_newtable(L);
    luaL_setfuncs(L, methods, 0);
    lua_setfield(L, -2, "__index");
    lua_pushcfunction(L, bell_method_gc);
    lua_setfield(L, -2, "__gc");
    lua_pop(L, 1);
}
