#include "bind/service_values.h"

#include "base/base.h"
#include "bind/lua_json.h"

#include <string.h>

#define ARENA_TYPE "copydesk.service.arena"
#define VALUE_TYPE "copydesk.service.value"
#define ERROR_TYPE "copydesk.service.error"

/* --- values that Lua's collector frees, since anything that Lua is asked for may throw --- */

json_t **service_new_value(lua_State *L)
{
    json_t **value = lua_newuserdata(L, sizeof *value);
    *value = NULL;
    luaL_getmetatable(L, VALUE_TYPE);
    lua_setmetatable(L, -2);
    return value;
}

static int free_value(lua_State *L)
{
    json_t **value = lua_touserdata(L, 1);
    json_decref(*value);
    *value = NULL;
    return 0;
}

bool service_push_json(lua_State *L, json_t **value)
{
    size_t size = *value ? json_dumpb(*value, NULL, 0, JSON_COMPACT) : 0;
    char *text = lua_newuserdata(L, size + 1);
    if (!size || json_dumpb(*value, text, size, JSON_COMPACT) != size)
        return luaL_error(L, "not enough memory");
    json_decref(*value); /* at once, since a program may end without a last run of the collector */
    *value = NULL;
    return lua_json_decode(L, (struct str){text, size}) || lua_error(L);
}

static int free_arena(lua_State *L)
{
    struct arena **arena = lua_touserdata(L, 1);
    arena_free(*arena);
    *arena = NULL;
    return 0;
}

struct arena **service_new_arena(lua_State *L)
{
    struct arena **arena = lua_newuserdata(L, sizeof *arena);
    *arena = NULL;
    if (luaL_newmetatable(L, ARENA_TYPE)) {
        lua_pushcfunction(L, free_arena);
        lua_setfield(L, -2, "__gc");
    }
    lua_setmetatable(L, -2);
    *arena = arena_new();
    return arena;
}

/* --- errors --- */

int service_push_error(lua_State *L, const struct error *err)
{
    static const char *const kinds[] = {[E_MEMORY] = "memory", [E_INVALID] = "invalid",     [E_CONFLICT] = "conflict",
                                        [E_IO] = "io",         [E_NOT_FOUND] = "not_found", [E_CORRUPT] = "corrupt"};
    const char *kind = (size_t)err->status < COUNT_OF(kinds) ? kinds[err->status] : NULL;
    lua_pushnil(L);
    lua_createtable(L, 0, 2);
    lua_pushstring(L, kind ? kind : "service");
    lua_setfield(L, -2, "kind");
    lua_pushstring(L, err->message);
    lua_setfield(L, -2, "message");
    if (err->code) {
        lua_pushstring(L, err->code);
        lua_setfield(L, -2, "code");
    }
    luaL_getmetatable(L, ERROR_TYPE);
    lua_setmetatable(L, -2);
    return 2;
}

static int describe_error(lua_State *L)
{
    lua_getfield(L, 1, "message");
    return 1;
}

/* --- configurations --- */

/* Why the text of a configuration was refused. */
static const char *service_values_explain(const json_error_t *problem)
{
    switch (json_error_code(problem)) {
    case json_error_null_character:
    case json_error_null_byte_in_key:
        return "a text must not hold a NUL byte";
    default:
        return problem->text;
    }
}

/* The table at 1 (or nothing) as JSON, at the top of the stack. False: nil and an error are there. */
bool service_read_config(lua_State *L, json_t ***config)
{
    struct error err;
    json_error_t problem;
    size_t length;
    *config = service_new_value(L);
    if (lua_isnoneornil(L, 1))
        return true;
    luaL_checktype(L, 1, LUA_TTABLE);
    if (!lua_json_encode(L, 1)) {
        error_set(&err, E_INVALID, "config", "configuration: %s", lua_tostring(L, -1));
        service_push_error(L, &err);
        return false;
    }
    const char *text = lua_tolstring(L, -1, &length);
    **config = json_loadb(text, length, 0, &problem);
    lua_pop(L, 1);
    if (**config)
        return true;
    error_set(&err, E_INVALID, "config", "configuration: %s", service_values_explain(&problem));
    service_push_error(L, &err);
    return false;
}

void service_values_open(lua_State *L)
{
    luaL_newmetatable(L, VALUE_TYPE);
    lua_pushcfunction(L, free_value);
    lua_setfield(L, -2, "__gc");
    luaL_newmetatable(L, ERROR_TYPE);
    lua_pushcfunction(L, describe_error);
    lua_setfield(L, -2, "__tostring");
    lua_pushcfunction(L, compat_concat);
    lua_setfield(L, -2, "__concat");
    lua_pop(L, 2);
}
