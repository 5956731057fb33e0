#include "bind/linker/linker.h"

/* What is being read, and into what. */
struct reading {
    const char *method;
    struct arena *arena;
    struct link_options *options;
};

/* The string at the top of the stack, copied. */
static struct str keep(lua_State *L, const struct reading *reading)
{
    struct str text = linker_string_at(L, -1);
    char *copy = arena_copy_n(reading->arena, text.data, text.len);
    if (!copy)
        luaL_error(L, "not enough memory");
    return (struct str){copy, text.len};
}

/* Each reads one option, whose value is at the top of the stack. */

static void read_format(lua_State *L, const struct reading *reading)
{
    if (lua_type(L, -1) != LUA_TSTRING || !link_format_parse(linker_string_at(L, -1), &reading->options->format))
        luaL_error(L, "%s: format must be \"html\", \"markdown\" or \"json\"", reading->method);
}

static void read_url(lua_State *L, const struct reading *reading)
{
    if (lua_type(L, -1) != LUA_TSTRING)
        luaL_error(L, "%s: url must be a string, got %s", reading->method, luaL_typename(L, -1));
    reading->options->url = keep(L, reading);
}

static void read_max_links(lua_State *L, const struct reading *reading)
{
    long long number;
    if (!compat_tointeger(L, -1, &number) || number < 1 || number > LINK_MAX_LINKS)
        luaL_error(L, "%s: max_links must be a whole number from 1 to %d", reading->method, LINK_MAX_LINKS);
    reading->options->max_links = (size_t)number;
}

static void read_min_score(lua_State *L, const struct reading *reading)
{
    lua_Number number = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : -1;
    if (!(number >= 0 && number <= 1))
        luaL_error(L, "%s: min_score must be a number from 0 to 1", reading->method);
    reading->options->min_score = number;
}

static void read_exclude_urls(lua_State *L, const struct reading *reading)
{
    if (!lua_istable(L, -1))
        luaL_error(L, "%s: exclude_urls must be a table of strings, got %s", reading->method, luaL_typename(L, -1));
    size_t count = lua_rawlen(L, -1);
    struct str *urls = ARENA_ARRAY(reading->arena, count, struct str);
    if (!urls)
        luaL_error(L, "not enough memory");
    for (size_t i = 0; i < count; i++) {
        lua_rawgeti(L, -1, (int)i + 1);
        if (lua_type(L, -1) != LUA_TSTRING)
            luaL_error(L, "%s: exclude_urls must hold strings, got %s", reading->method, luaL_typename(L, -1));
        urls[i] = keep(L, reading);
        lua_pop(L, 1);
    }
    reading->options->exclude_urls = urls;
    reading->options->exclude_count = count;
}

static const struct link_option {
    const char *name;
    void (*read)(lua_State *L, const struct reading *reading);
} link_option_list[] = {
    {"format", read_format},
    {"url", read_url},
    {"max_links", read_max_links},
    {"min_score", read_min_score},
    {"exclude_urls", read_exclude_urls},
};

static const struct link_option *find_option(lua_State *L, int index)
{
    for (size_t i = 0; lua_type(L, index) == LUA_TSTRING && i < COUNT_OF(link_option_list); i++)
        if (str_eq(linker_string_at(L, index), str_from(link_option_list[i].name)))
            return &link_option_list[i];
    return NULL;
}

/* lua_tostring changes a key that is a number, which lua_next must not meet: here the traversal ends. */
static void refuse_option(lua_State *L, const char *method, int key)
{
    luaL_error(L, "%s: unknown option %s", method, lua_isstring(L, key) ? lua_tostring(L, key) : luaL_typename(L, key));
}

void linker_read_options(lua_State *L, int at, const char *method, struct arena *arena, struct link_options *options)
{
    struct reading reading = {method, arena, options};
    *options = (struct link_options){.min_score = -1};
    if (lua_isnoneornil(L, at))
        return;
    if (!lua_istable(L, at))
        luaL_error(L, "%s: options must be a table, got %s", method, luaL_typename(L, at));
    for (lua_pushnil(L); lua_next(L, at); lua_pop(L, 1)) {
        const struct link_option *option = find_option(L, -2);
        if (option)
            option->read(L, &reading);
        else
            refuse_option(L, method, -2);
    }
}
