#include "bind/core.h"
#include "client/wakeup.h"

/*
 * core.wakeup() -> wakeup, or nil, error: for loops whose host can only wait for a connection (see client/wakeup.h).
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
    if (status != OK)
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
