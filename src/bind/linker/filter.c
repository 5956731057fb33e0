#include "link/filter/filter.h"
#include "bind/linker/linker.h"

#define FILTER_TYPE "copydesk.linker.filter"

enum { MOST_BYTES = 64 * 1024 * 1024 };

struct lua_filter {
    struct link_filter *filter;      /* NULL: not made yet, or collected */
    struct link_index *const *index; /* of the value that is the index */
};

/* The filter at 1, which links nothing any more when its index has been closed. */
static struct link_filter *check_filter(lua_State *L)
{
    struct lua_filter *value = luaL_checkudata(L, 1, FILTER_TYPE);
    if (!value->filter)
        luaL_error(L, "the filter has been collected");
    if (!*value->index)
        link_filter_stop(value->filter);
    return value->filter;
}

/* Pushes what is to be sent on, and the message of an error. */
static int push_output(lua_State *L, const struct link_filter_output *output, enum status status,
                       const struct error *err)
{
    luaL_Buffer buffer;
    luaL_buffinit(L, &buffer);
    for (size_t i = 0; i < COUNT_OF(output->pieces); i++)
        luaL_addlstring(&buffer, output->pieces[i].data, output->pieces[i].len);
    luaL_pushresult(&buffer);
    if (status == OK)
        return 1;
    lua_pushstring(L, err->message);
    return 2;
}

/* filter:write(chunk) -> what is to be sent on now [, message] */
static int filter_write(lua_State *L)
{
    struct link_filter *filter = check_filter(L);
    struct link_filter_output output;
    struct error err;
    struct str chunk;
    if (lua_type(L, 2) != LUA_TSTRING)
        return luaL_error(L, "write: chunk must be a string, got %s", luaL_typename(L, 2));
    chunk.data = lua_tolstring(L, 2, &chunk.len);
    enum status status = link_filter_write(filter, chunk, &output, &err);
    return push_output(L, &output, status, &err);
}

/* filter:finish() -> the rest [, message] */
static int filter_finish(lua_State *L)
{
    struct link_filter_output output;
    struct error err;
    enum status status = link_filter_end(check_filter(L), &output, &err);
    return push_output(L, &output, status, &err);
}

/* filter:links() -> how many have been made */
static int filter_links(lua_State *L)
{
    compat_pushinteger(L, (long long)link_filter_links(check_filter(L)));
    return 1;
}

static int filter_gc(lua_State *L)
{
    struct lua_filter *value = luaL_checkudata(L, 1, FILTER_TYPE);
    link_filter_free(value->filter);
    value->filter = NULL;
    return 0;
}

static size_t read_max_bytes(lua_State *L)
{
    long long number;
    if (!compat_tointeger(L, -1, &number) || number < 1 || number > MOST_BYTES)
        luaL_error(L, "filter: max_bytes must be a whole number from 1 to %d", MOST_BYTES);
    return (size_t)number;
}

/*
 * Pushes a copy of the options at 2 (may be absent) without that of the filter itself, which is returned: max_bytes, 0
 * when it is absent.
 */
static size_t split_options(lua_State *L)
{
    size_t max_bytes = 0;
    lua_newtable(L);
    if (lua_isnoneornil(L, 2))
        return 0;
    if (!lua_istable(L, 2))
        luaL_error(L, "filter: options must be a table, got %s", luaL_typename(L, 2));
    int others = lua_gettop(L);
    for (lua_pushnil(L); lua_next(L, 2); lua_settop(L, others + 1)) {
        if (lua_type(L, -2) == LUA_TSTRING && strcmp(lua_tostring(L, -2), "max_bytes") == 0) {
            max_bytes = read_max_bytes(L);
            continue;
        }
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        lua_rawset(L, others);
    }
    return max_bytes;
}

/* Keeps the index, at 1, and the memory of the options, at the top of the stack, as long as the filter. */
static void keep_alive(lua_State *L, int filter)
{
    lua_createtable(L, 2, 0);
    lua_pushvalue(L, 1);
    lua_rawseti(L, -2, 1);
    lua_insert(L, -2);
    lua_rawseti(L, -2, 2);
    lua_setuservalue(L, filter);
}

int linker_filter(lua_State *L)
{
    struct link_index *index = linker_check_index(L, "filter");
    struct link_options options = {0};
    lua_settop(L, 2);
    struct lua_filter *value = lua_newuserdata(L, sizeof *value);
    *value = (struct lua_filter){.index = lua_touserdata(L, 1)};
    compat_setmetatable(L, FILTER_TYPE);
    size_t max_bytes = split_options(L);
    struct arena **scratch = linker_push_scratch(L);
    linker_read_options(L, 4, "filter", *scratch, &options);
    keep_alive(L, 3);
    value->filter = link_filter_new(index, &options, max_bytes);
    lua_settop(L, 3);
    return value->filter ? 1 : luaL_error(L, "not enough memory");
}

void linker_make_filter_type(lua_State *L)
{
    static const luaL_Reg methods[] = {
        {"write", filter_write}, {"finish", filter_finish}, {"links", filter_links}, {NULL, NULL}};
    luaL_newmetatable(L, FILTER_TYPE);
    lua_pushcfunction(L, filter_gc);
    lua_setfield(L, -2, "__gc");
    luaL_newlib(L, methods);
    lua_setfield(L, -2, "__index");
    lua_pop(L, 1);
}
