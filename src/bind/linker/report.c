#include "bind/linker/linker.h"

#include "link/page/page.h"
#include "link/report/report.h"
#include "link/report/report_shape.h"

/* --- options --- */

struct report_given {
    struct report_options options;
    struct str title;
    bool is_page; /* format = "html" */
};

static size_t report_read_number(lua_State *L, const char *name, size_t most)
{
    long long number;
    if (!compat_tointeger(L, -1, &number) || number < 1 || number > (long long)most)
        luaL_error(L, "report: %s must be a whole number from 1 to %d", name, (int)most);
    return (size_t)number;
}

static void read_limit(lua_State *L, struct report_given *given)
{
    given->options.limit = report_read_number(L, "limit", REPORT_LIMIT_MAX);
}

static void read_weak_below(lua_State *L, struct report_given *given)
{
    given->options.weak_below = report_read_number(L, "weak_below", REPORT_WEAK_BELOW_MAX);
}

static void read_nodes(lua_State *L, struct report_given *given)
{
    given->options.nodes = report_read_number(L, "nodes", REPORT_NODES_MAX);
}

static struct str report_read_text(lua_State *L, const char *name)
{
    if (lua_type(L, -1) != LUA_TSTRING)
        luaL_error(L, "report: %s must be a string, got %s", name, luaL_typename(L, -1));
    return linker_string_at(L, -1);
}

static void report_read_entry(lua_State *L, struct report_given *given)
{
    given->options.entry = report_read_text(L, "entry");
}

static void report_read_title(lua_State *L, struct report_given *given)
{
    given->title = report_read_text(L, "title");
}

static void read_format(lua_State *L, struct report_given *given)
{
    struct str name = linker_string_at(L, -1);
    given->is_page = str_eq(name, STR("html"));
    if (!given->is_page && !str_eq(name, STR("table")))
        luaL_error(L, "report: format must be \"table\" or \"html\"");
}

static const struct report_option {
    const char *name;
    void (*read)(lua_State *L, struct report_given *given);
} options[] = {
    {"limit", read_limit},        {"weak_below", read_weak_below}, {"nodes", read_nodes},
    {"entry", report_read_entry}, {"title", report_read_title},    {"format", read_format},
};

static const struct report_option *find_option(lua_State *L, int index)
{
    for (size_t i = 0; lua_type(L, index) == LUA_TSTRING && i < COUNT_OF(options); i++)
        if (str_eq(linker_string_at(L, index), str_from(options[i].name)))
            return &options[i];
    return NULL;
}

/* The table at 2. Its strings stay alive in it: no Lua code runs before they have been used. */
static void report_read_options(lua_State *L, struct report_given *given)
{
    if (lua_isnoneornil(L, 2))
        return;
    if (!lua_istable(L, 2))
        luaL_error(L, "report: options must be a table, got %s", luaL_typename(L, 2));
    for (lua_pushnil(L); lua_next(L, 2); lua_pop(L, 1)) {
        const struct report_option *option = find_option(L, -2);
        if (!option)
            luaL_error(L, "report: unknown option %s; there is: limit, weak_below, nodes, entry, title, format",
                       lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : luaL_typename(L, -2));
        else
            option->read(L, given);
    }
}

/* --- the report as a table --- */

static void push_shape(lua_State *L, const struct report_shape *shape, const void *object);

static void push_list(lua_State *L, const struct shape_field *field, const void *object)
{
    const char *items = *(const char *const *)((const char *)object + field->at);
    size_t count = *(const size_t *)((const char *)object + field->count_at);
    lua_createtable(L, (int)count, 0);
    for (size_t i = 0; i < count; i++) {
        push_shape(L, field->of, items + i * field->of->size);
        lua_rawseti(L, -2, (int)i + 1);
    }
}

static void push_text(lua_State *L, const struct str *text)
{
    if (text->data)
        lua_pushlstring(L, text->data, text->len);
    else
        lua_pushnil(L);
}

static void push_amount(lua_State *L, int64_t number)
{
    if (number < 0)
        lua_pushnil(L);
    else
        compat_pushinteger(L, number);
}

static void push_field(lua_State *L, const struct shape_field *field, const void *object)
{
    const void *at = (const char *)object + field->at;
    switch (field->kind) {
    case SHAPE_TEXT:
        push_text(L, at);
        break;
    case SHAPE_COUNT:
    case SHAPE_AMOUNT:
        push_amount(L, *(const int64_t *)at);
        break;
    case SHAPE_SHARE:
        lua_pushnumber(L, *(const double *)at);
        break;
    case SHAPE_FLAG:
        lua_pushboolean(L, *(const bool *)at);
        break;
    case SHAPE_PLACE:
        compat_pushinteger(L, (long long)*(const uint32_t *)at + 1);
        break;
    case SHAPE_OBJECT:
        push_shape(L, field->of, at);
        break;
    case SHAPE_LIST:
        push_list(L, field, object);
        break;
    }
}

static void push_shape(lua_State *L, const struct report_shape *shape, const void *object)
{
    luaL_checkstack(L, 4, NULL);
    lua_createtable(L, 0, (int)shape->count);
    for (size_t i = 0; i < shape->count; i++) {
        push_field(L, &shape->fields[i], object);
        lua_setfield(L, -2, shape->fields[i].name);
    }
}

/* --- */

int linker_report(lua_State *L)
{
    struct link_index *index = linker_check_index(L, "report");
    lua_settop(L, 2);
    struct report_given given = {.is_page = false};
    report_read_options(L, &given);
    struct arena **scratch = linker_push_scratch(L);
    struct link_report report;
    struct error err;
    struct str page;
    if (link_report_make(index, &given.options, *scratch, &report, &err) != OK ||
        (given.is_page && report_page(&report, given.title, *scratch, &page, &err) != OK))
        return linker_fail(L, "report", &err);
    if (given.is_page)
        lua_pushlstring(L, page.data, page.len);
    else
        push_shape(L, &report_shape, &report);
    linker_free_scratch(scratch);
    return 1;
}
