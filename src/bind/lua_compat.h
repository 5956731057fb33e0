/*
 * What the versions of Lua (5.1 to 5.4, LuaJIT) lack of each other, so that the other files of bind/ are written once,
 * as for 5.4. A user value must be a table: 5.1 takes nothing else.
 */
#ifndef COPYDESK_BIND_LUA_COMPAT_H
#define COPYDESK_BIND_LUA_COMPAT_H

#include <lauxlib.h>
#include <lua.h>

#if LUA_VERSION_NUM < 502
#define lua_absindex     compat_absindex
#define lua_rawlen       lua_objlen
#define luaL_setfuncs    compat_setfuncs
#define lua_setuservalue lua_setfenv
#define lua_getuservalue lua_getfenv
#undef luaL_newlib
#define luaL_newlib(L, functions) (lua_newtable(L), luaL_setfuncs(L, functions, 0))

int compat_absindex(lua_State *L, int index);
void compat_setfuncs(lua_State *L, const luaL_Reg *functions, int upvalues);
#endif

/* Pushes an integer: an integer on 5.3 and later, a whole number before. */
void compat_pushinteger(lua_State *L, long long value);

/* Is the value at index a number without fraction that fits a long long? Then *value gets it. */
int compat_tointeger(lua_State *L, int index, long long *value);

/* Gives the value at the top of the stack the metatable of this registered type. */
void compat_setmetatable(lua_State *L, const char *type_name);

/* A metamethod __concat for values that have __tostring: "failed: " .. err */
int compat_concat(lua_State *L);

#endif
