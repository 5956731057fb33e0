/* What the functions of copydesk.service share: values of C that Lua's collector frees, errors, configurations. */
#ifndef COPYDESK_BIND_SERVICE_VALUES_H
#define COPYDESK_BIND_SERVICE_VALUES_H

#include "base/arena.h"
#include "base/error.h"
#include "bind/lua_compat.h"

#include <jansson.h>
#include <stdbool.h>

/* Once for each Lua state, before the others. */
void service_values_open(lua_State *L);

/* Pushes a place for a JSON value, NULL at first, whose reference the collector drops. */
json_t **service_new_value(lua_State *L);

/* Pushes a new arena, or NULL when memory ran out, which the collector frees; the place may be freed and set to NULL
 * before. */
struct arena **service_new_arena(lua_State *L);

/* Pushes a value of such a place, which is NULL afterwards, as Lua has it. Throws when memory ran out, also for NULL.
 */
bool service_push_json(lua_State *L, json_t **value);

/* Pushes nil and the error as a table { kind =, message =, code = }; 2. */
int service_push_error(lua_State *L, const struct error *err);

/* The table at 1 (or nothing) as JSON, at the top of the stack. False: nil and an error are there. */
bool service_read_config(lua_State *L, json_t ***config);

#endif
