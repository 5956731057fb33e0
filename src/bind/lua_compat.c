#include "bind/bind.h"

#include <math.h>

#if LUA_VERSION_NUM < 502

int compat_absindex(lua_State *L, int index)
{
    return index < 0 && index > LUA_REGISTRYINDEX ? lua_gettop(L) + index + 1 : index;
}

void compat_setfuncs(lua_State *L, const luaL_Reg *functions, int upvalues)
{
    luaL_checkstack(L, upvalues + 1, "too many upvalues");
    for (; functions->name; functions++) {
        for (int i = 0; i < upvalues; i++)
            lua_pushvalue(L, -upvalues);
        lua_pushcclosure(L, functions->func, upvalues);
        lua_setfield(L, -(upvalues + 2), functions->name);
    }
    lua_pop(L, upvalues);
}

#endif

void compat_setmetatable(lua_State *L, const char *type_name)
{
    luaL_getmetatable(L, type_name);
    lua_setmetatable(L, -2);
}

void compat_pushinteger(lua_State *L, long long value)
{
#if LUA_VERSION_NUM >= 503
    lua_pushinteger(L, value);
#else
    lua_pushnumber(L, (lua_Number)value);
#endif
}

int compat_tointeger(lua_State *L, int index, long long *value)
{
    if (lua_type(L, index) != LUA_TNUMBER)
        return 0;
#if LUA_VERSION_NUM >= 503
    if (lua_isinteger(L, index)) {
        *value = lua_tointeger(L, index);
        return 1;
    }
#endif
    double number = lua_tonumber(L, index);
    if (!(fabs(number) < 9223372036854775808.0) || floor(number) != number)
        return 0;
    *value = (long long)number;
    return 1;
}

int compat_concat(lua_State *L)
{
    lua_settop(L, 2);
    for (int i = 1; i <= 2; i++) {
        if (lua_isstring(L, i))
            continue;
        if (!luaL_callmeta(L, i, "__tostring"))
            return luaL_error(L, "attempt to concatenate a %s value", luaL_typename(L, i));
        lua_replace(L, i);
    }
    lua_concat(L, 2);
    return 1;
}
