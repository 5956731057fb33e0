#include "bind/linker/linker.h"

#include <stdio.h>

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

/* What is being read, and into what. */
struct options_reading {
    lua_State *L;
    const char *method;
    struct arena *arena;
    struct link_options *options;
};

/* Throws for a value of the wrong type at the top of the stack: "link: max_links must be ..., got a table". */
static void refuse_value(const struct options_reading *reading, const struct link_option *option)
{
    char values[120];
    lua_State *L = reading->L;
    link_option_values(option, values, sizeof values);
    char got[40];
    snprintf(got, sizeof got, "%.14g", (double)lua_tonumber(L, -1));
    luaL_error(L, "%s: %s must be %s, got %s", reading->method, option->name, values,
               lua_type(L, -1) == LUA_TNUMBER ? got : luaL_typename(L, -1));
}

/* The string at the top of the stack, copied. */
static struct str options_keep(const struct options_reading *reading, const struct link_option *option)
{
    if (lua_type(reading->L, -1) != LUA_TSTRING)
        refuse_value(reading, option);
    struct str text = linker_string_at(reading->L, -1);
    char *copy = arena_copy_n(reading->arena, text.data, text.len);
    if (!copy)
        luaL_error(reading->L, "not enough memory");
    return (struct str){copy, text.len};
}

static int read_choice(const struct options_reading *reading, const struct link_option *option)
{
    int choice = 0;
    char values[120];
    lua_State *L = reading->L;
    if (lua_type(L, -1) != LUA_TSTRING)
        refuse_value(reading, option);
    if (!link_choice_read(option, linker_string_at(L, -1), &choice))
        luaL_error(L, "%s: %s must be %s, got \"%s\"", reading->method, option->name,
                   link_option_values(option, values, sizeof values), lua_tostring(L, -1));
    return choice;
}

static size_t read_integer(const struct options_reading *reading, const struct link_option *option)
{
    long long number;
    if (!compat_tointeger(reading->L, -1, &number) || number < 0)
        refuse_value(reading, option);
    return (size_t)number;
}

static double options_read_number(const struct options_reading *reading, const struct link_option *option)
{
    if (lua_type(reading->L, -1) != LUA_TNUMBER)
        refuse_value(reading, option);
    return (double)lua_tonumber(reading->L, -1);
}

static bool read_flag(const struct options_reading *reading, const struct link_option *option)
{
    if (lua_type(reading->L, -1) != LUA_TBOOLEAN)
        refuse_value(reading, option);
    return lua_toboolean(reading->L, -1);
}

/* How many keys the table at the top of the stack has. */
static size_t count_keys(lua_State *L)
{
    size_t count = 0;
    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1))
        count++;
    return count;
}

static struct link_texts read_texts(const struct options_reading *reading, const struct link_option *option)
{
    lua_State *L = reading->L;
    struct link_texts texts = {NULL, lua_istable(L, -1) ? lua_rawlen(L, -1) : 0};
    if (!lua_istable(L, -1) || count_keys(L) != texts.count)
        refuse_value(reading, option);
    struct str *list = ARENA_ARRAY(reading->arena, texts.count, struct str);
    if (!list)
        luaL_error(L, "not enough memory");
    for (size_t i = 0; i < texts.count; i++) {
        lua_rawgeti(L, -1, (int)i + 1);
        list[i] = options_keep(reading, option);
        lua_pop(L, 1);
    }
    texts.list = list;
    return texts;
}

/* Reads the option whose value is at the top of the stack. */
static void read_option(const struct options_reading *reading, const struct link_option *option)
{
    void *value = (char *)reading->options + option->at;
    switch (option->kind) {
    case OPTION_CHOICE:
        *(int *)value = read_choice(reading, option);
        break;
    case OPTION_TEXT:
        *(struct str *)value = options_keep(reading, option);
        break;
    case OPTION_INTEGER:
        *(size_t *)value = read_integer(reading, option);
        break;
    case OPTION_NUMBER:
        *(double *)value = options_read_number(reading, option);
        break;
    case OPTION_FLAG:
        *(bool *)value = read_flag(reading, option);
        break;
    case OPTION_TEXTS:
        *(struct link_texts *)value = read_texts(reading, option);
        break;
    }
    size_t entry;
    struct error err;
    if (link_option_check(option, reading->options, &entry, &err) == OK)
        return;
    if (entry)
        luaL_error(reading->L, "%s: %s[%d] %s", reading->method, option->name, (int)entry, err.message);
    luaL_error(reading->L, "%s: %s %s", reading->method, option->name, err.message);
}

/* lua_tostring changes a key that is a number, which lua_next must not meet: here the traversal ends. */
static void refuse_option(lua_State *L, const char *method, int key)
{
    const char *name = lua_isstring(L, key) ? lua_tostring(L, key) : luaL_typename(L, key);
    size_t count;
    const struct link_option *options = link_option_list(&count);
    luaL_Buffer names;
    luaL_buffinit(L, &names);
    for (size_t i = 0; i < count; i++) {
        luaL_addstring(&names, i ? ", " : "");
        luaL_addstring(&names, options[i].name);
    }
    luaL_pushresult(&names);
    luaL_error(L, "%s: unknown option %s; there is: %s", method, name, lua_tostring(L, -1));
}

void linker_read_options(lua_State *L, int at, const char *method, struct arena *arena, struct link_options *options)
{
    *options = link_default_options;
    struct options_reading reading = {L, method, arena, options};
    if (lua_isnoneornil(L, at))
        return;
    if (!lua_istable(L, at))
        luaL_error(L, "%s: options must be a table, got %s", method, luaL_typename(L, at));
    luaL_checkstack(L, 8, NULL);
    for (lua_pushnil(L); lua_next(L, at); lua_pop(L, 1)) {
        const struct link_option *option =
            lua_type(L, -2) == LUA_TSTRING ? link_option_find(linker_string_at(L, -2)) : NULL;
        if (option)
            read_option(&reading, option);
        else
            refuse_option(L, method, -2);
    }
}

/* --- the table for programs and manuals --- */

static void options_set_text(lua_State *L, const char *name, const char *text)
{
    lua_pushstring(L, text);
    lua_setfield(L, -2, name);
}

static void options_set_number(lua_State *L, const char *name, double number, bool is_whole)
{
    if (is_whole)
        compat_pushinteger(L, (long long)number);
    else
        lua_pushnumber(L, number);
    lua_setfield(L, -2, name);
}

static void set_words(lua_State *L, const struct link_option *option)
{
    lua_newtable(L);
    for (size_t i = 0; link_choice_word(option->form, i); i++) {
        lua_pushstring(L, link_choice_word(option->form, i));
        lua_rawseti(L, -2, (int)i + 1);
    }
    lua_setfield(L, -2, "allowed");
    options_set_text(L, "default", link_choice_word(option->form, (size_t)(option->absent - option->least)));
}

/* { name =, wireName =, type =, summary =, minimum =, maximum =, default =, allowed = }; the last four where they mean
 * something. */
static void push_option(lua_State *L, const struct link_option *option)
{
    static const char *const types[] = {
        [OPTION_CHOICE] = "string", [OPTION_TEXT] = "string",  [OPTION_INTEGER] = "integer",
        [OPTION_NUMBER] = "number", [OPTION_FLAG] = "boolean", [OPTION_TEXTS] = "array of string",
    };
    bool is_number = option->kind == OPTION_INTEGER || option->kind == OPTION_NUMBER;
    bool is_whole = option->kind != OPTION_NUMBER;
    lua_createtable(L, 0, 8);
    options_set_text(L, "name", option->name);
    options_set_text(L, "wireName", option->wire_name);
    options_set_text(L, "type", types[option->kind]);
    options_set_text(L, "summary", option->summary);
    if (is_number)
        options_set_number(L, "minimum", option->least, is_whole);
    if (option->most > 0 && option->kind != OPTION_CHOICE)
        options_set_number(L, "maximum", option->most, is_whole);
    if (is_number && option->absent >= option->least)
        options_set_number(L, "default", option->absent, is_whole);
    if (option->kind == OPTION_CHOICE)
        set_words(L, option);
    if (option->kind == OPTION_FLAG) {
        lua_pushboolean(L, option->absent != 0);
        lua_setfield(L, -2, "default");
    }
}

int linker_describe(lua_State *L)
{
    size_t count;
    const struct link_option *list = link_option_list(&count);
    lua_settop(L, 0);
    lua_createtable(L, 0, 1);
    lua_createtable(L, (int)count, 0);
    for (size_t i = 0; i < count; i++) {
        push_option(L, &list[i]);
        lua_rawseti(L, -2, (int)i + 1);
    }
    lua_setfield(L, -2, "options");
    return 1;
}
