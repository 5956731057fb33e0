/*
 * For the leak sanitizer: lua-cjson loses the buffer that it works with when Lua's memory runs out meanwhile. Its
 * module stays loaded here, since the sanitizer knows what lost something by the name of a loaded module.
 */
#ifndef COPYDESK_SPEC_CJSON_LEAKS_H
#define COPYDESK_SPEC_CJSON_LEAKS_H

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

__attribute__((visibility("default"))) const char *__lsan_default_suppressions(void);

const char *__lsan_default_suppressions(void)
{
    return "leak:cjson\n";
}

static lua_State *cjson_holder;

static void keep_cjson_loaded(void)
{
    cjson_holder = luaL_newstate();
    luaL_openlibs(cjson_holder);
    if (luaL_dostring(cjson_holder, "require 'cjson'") != LUA_OK)
        lua_error(cjson_holder);
}

#endif
