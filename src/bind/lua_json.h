/*
 * JSON for Lua values, by lua-cjson: each Lua state has an instance of its own, so that what the host program sets on
 * the shared module has no effect here, nor the other way round. It is found by `require "cjson"`, 2.1.0 or later.
 *
 * What is read: null becomes nil (absent from tables); whole numbers become integers where Lua has them, and are exact
 * to 2^53.
 * What is written: a table is a list 1..n without holes, or a map with names, never both. An empty table is written as
 * {}, one that is marked as an array as [] where lua-cjson can do that (OpenResty's can; 2.1.0 writes {}).
 *
 * lua-cjson ends the process when an allocation of its own fails.
 */
#ifndef COPYDESK_BIND_LUA_JSON_H
#define COPYDESK_BIND_LUA_JSON_H

#include "base/base.h"
#include "bind/bind.h"

#include <stdbool.h>

/* The metatable, in the registry, of tables that are marked as arrays. */
#define LUA_JSON_ARRAY "copydesk array"

/* Loads lua-cjson, once for each Lua state. Throws when there is none. */
void lua_json_open(lua_State *L);

/* Pushes the value of the text. False: pushes why it is not JSON instead. Throws when Lua is out of memory. */
bool lua_json_decode(lua_State *L, struct str text);

/*
 * Pushes the text of the value at index. False: pushes the reason instead, with the place in the value
 * ("outline[2].title: not a finite number"). Throws when Lua is out of memory.
 */
bool lua_json_encode(lua_State *L, int index);

#endif
