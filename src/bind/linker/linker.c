#include "bind/linker/linker.h"

#include "base/version.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>

/* open(path) -> index; or nil, message */
static int linker_open(lua_State *L)
{
    if (lua_type(L, 1) != LUA_TSTRING)
        return luaL_error(L, "open: path must be the name of a file, got %s", luaL_typename(L, 1));
    return linker_push_opened(L, "open", lua_tostring(L, 1));
}

/* version(path) -> a text of [0-9a-f-] that changes when another file takes the place of this one; or nil, message */
static int linker_version(lua_State *L)
{
    struct stat file;
    char version[60];
    if (lua_type(L, 1) != LUA_TSTRING)
        return luaL_error(L, "version: path must be the name of a file, got %s", luaL_typename(L, 1));
    if (stat(lua_tostring(L, 1), &file) != 0) {
        lua_pushnil(L);
        lua_pushfstring(L, "%s: %s", lua_tostring(L, 1), strerror(errno));
        return 2;
    }
    snprintf(version, sizeof version, "%llx-%llx-%llx", (unsigned long long)file.st_ino,
             (unsigned long long)file.st_size,
             (unsigned long long)file.st_mtim.tv_sec * 1000000000 + (unsigned long long)file.st_mtim.tv_nsec);
    lua_pushstring(L, version);
    return 1;
}

static int index_pages(lua_State *L)
{
    compat_pushinteger(L, (long long)link_page_count(linker_check_index(L, "pages")));
    return 1;
}

/* index:verify() -> true; or nil, message */
static int index_verify(lua_State *L)
{
    struct error err;
    if (link_verify(linker_check_index(L, "verify"), &err) != OK)
        return linker_fail(L, "verify", &err);
    lua_pushboolean(L, true);
    return 1;
}

static const luaL_Reg functions[] = {{"build", linker_build},
                                     {"describe", linker_describe},
                                     {"open", linker_open},
                                     {"version", linker_version},
                                     {NULL, NULL}};

static const luaL_Reg methods[] = {
    {"close", linker_close},   {"filter", linker_filter}, {"link", linker_link}, {"pages", index_pages},
    {"report", linker_report}, {"verify", index_verify},  {NULL, NULL},
};

int luaopen_copydesk_linker(lua_State *L)
{
    linker_make_filter_type(L);
    linker_make_types(L);
    lua_pushcfunction(L, index_pages);
    lua_setfield(L, -2, "__len");
    luaL_newlib(L, methods);
    lua_setfield(L, -2, "__index");
    lua_pop(L, 1);
    luaL_newlib(L, functions);
    lua_pushliteral(L, COPYDESK_VERSION);
    lua_setfield(L, -2, "_VERSION");
    return 1;
}
