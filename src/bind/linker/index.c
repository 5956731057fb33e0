#include "bind/linker/linker.h"

#define SCRATCH_TYPE "copydesk.linker.scratch"

/* --- small things --- */

int linker_fail(lua_State *L, const char *function, const struct error *err)
{
    if (err->status == E_INVALID || err->status == E_MEMORY)
        return luaL_error(L, "%s: %s", function, err->message);
    lua_pushnil(L);
    lua_pushstring(L, err->message);
    return 2;
}

struct str linker_string_at(lua_State *L, int at)
{
    struct str text;
    text.data = lua_tolstring(L, at, &text.len);
    return text;
}

void linker_set_string(lua_State *L, const char *name, struct str text)
{
    lua_pushlstring(L, text.data, text.len);
    lua_setfield(L, -2, name);
}

void linker_set_integer(lua_State *L, const char *name, size_t number)
{
    compat_pushinteger(L, (long long)number);
    lua_setfield(L, -2, name);
}

/* --- memory that Lua collects --- */

struct arena **linker_push_scratch(lua_State *L)
{
    struct arena **scratch = lua_newuserdata(L, sizeof *scratch);
    *scratch = NULL;
    compat_setmetatable(L, SCRATCH_TYPE);
    *scratch = arena_new();
    if (!*scratch)
        luaL_error(L, "not enough memory");
    return scratch;
}

void linker_free_scratch(struct arena **scratch)
{
    arena_free(*scratch);
    *scratch = NULL;
}

static int collect_scratch(lua_State *L)
{
    linker_free_scratch(lua_touserdata(L, 1));
    return 0;
}

/* --- the index --- */

static struct link_index **push_index(lua_State *L)
{
    struct link_index **index = lua_newuserdata(L, sizeof *index);
    *index = NULL;
    compat_setmetatable(L, LINKER_INDEX_TYPE);
    return index;
}

int linker_push_opened(lua_State *L, const char *function, const char *path)
{
    struct error err;
    struct link_index **index = push_index(L);
    return link_open(path, index, &err) == OK ? 1 : linker_fail(L, function, &err);
}

struct link_index *linker_check_index(lua_State *L, const char *method)
{
    struct link_index **index = luaL_checkudata(L, 1, LINKER_INDEX_TYPE);
    if (!*index)
        luaL_error(L, "%s: the index is closed", method);
    return *index;
}

int linker_close(lua_State *L)
{
    struct link_index **index = luaL_checkudata(L, 1, LINKER_INDEX_TYPE);
    link_close(*index);
    *index = NULL;
    return 0;
}

static int index_tostring(lua_State *L)
{
    struct link_index **index = luaL_checkudata(L, 1, LINKER_INDEX_TYPE);
    if (*index)
        lua_pushfstring(L, "%s (%d pages)", LINKER_INDEX_TYPE, (int)link_page_count(*index));
    else
        lua_pushfstring(L, "%s (closed)", LINKER_INDEX_TYPE);
    return 1;
}

void linker_make_types(lua_State *L)
{
    static const luaL_Reg metamethods[] = {
        {"__gc", linker_close}, {"__close", linker_close}, {"__tostring", index_tostring}, {NULL, NULL}};
    luaL_newmetatable(L, SCRATCH_TYPE);
    lua_pushcfunction(L, collect_scratch);
    lua_setfield(L, -2, "__gc");
    lua_pop(L, 1);
    luaL_newmetatable(L, LINKER_INDEX_TYPE);
    luaL_setfuncs(L, metamethods, 0);
}
