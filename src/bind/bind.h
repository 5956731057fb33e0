/*
 * bind: the modules that Lua loads. Lua values come in, Lua tables go out; no other folder knows Lua.
 *
 *   core.c, core_*.c       copydesk.core, the client: core.h says which file does what
 *   linker/                copydesk.linker, the linking engine
 *   service.c              copydesk.service, the service inside the process
 *   signature.c            copydesk.signature, for webhooks
 *   lua_json.h             Lua values as JSON and back, for core and service
 *   lua_compat.c           what the versions of Lua lack of each other
 *
 * Every file is compiled once for each Lua. A module is linked from the files that begin with its name or are in the
 * folder of that name, lua_compat.c, and lua_json.c where it needs that. No module needs another one to be loaded.
 *
 * The rules:
 *
 * - Nothing of C may be held while Lua may throw. A Lua error is a long jump that skips the rest of every C function
 *   below it, and nearly all of Lua's functions may throw, if only for lack of memory. So whatever needs freeing or
 *   closing belongs to a userdata with __gc, which is made first; or it is freed before Lua is called.
 * - No library calls Lua back: the callbacks of libcurl and libxml2 only collect, and what came of it is pushed after
 *   they returned. Where a function of ours calls Lua back (the pages of linker.build), that runs protected.
 * - What belongs to one Lua state is kept in its registry, never in a variable of C: a process may have several states,
 *   each in a thread of its own.
 * - A wrong argument throws at the caller's line. What the world does wrong comes back as nil and an error.
 */
#ifndef COPYDESK_BIND_BIND_H
#define COPYDESK_BIND_BIND_H

#include <lauxlib.h>
#include <lua.h>

/*
 * --- what the versions of Lua (5.1 to 5.4, LuaJIT) lack of each other ---
 *
 * With it the other files of bind/ are written once, as for 5.4. A user value must be a table: 5.1 takes nothing else.
 */

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

/* Marks luaopen_*: the only names that a module exports. */
#define COPYDESK_EXPORT __attribute__((visibility("default")))

COPYDESK_EXPORT int luaopen_copydesk_core(lua_State *L);
COPYDESK_EXPORT int luaopen_copydesk_service(lua_State *L);
COPYDESK_EXPORT int luaopen_copydesk_signature(lua_State *L);

#endif
