#include "bind/linker/linker.h"
#include "link/report/report.h"

/* Stack slots while an index is built. The fields of the current page are at AT_PAGE and behind it. */
enum { AT_OPTIONS = 1, AT_PATH, AT_PAGES, AT_PROGRESS, AT_READ_PAGE, AT_TELL, AT_PAGE };

enum { PAGE_FIELDS = 6 };

/* What the callbacks of a build know. */
struct index_building {
    lua_State *L;
    bool has_raised; /* a function of the caller's has: its error is at the top of the stack */
};

/* --- pages --- */

/* Pushes a field of the page at 1 as a string, "" when it is absent. */
static void push_page_field(lua_State *L, const char *name)
{
    lua_getfield(L, 1, name);
    if (lua_isnil(L, -1)) {
        lua_pop(L, 1);
        lua_pushliteral(L, "");
    }
    if (lua_type(L, -1) != LUA_TSTRING)
        luaL_error(L, "build: %s of a page must be a string, got %s", name, luaL_typename(L, -1));
}

/* What an address answered that is no page: field `status` of the page at 1, -1 when it is absent. */
static void push_status(lua_State *L)
{
    long long status = 0;
    lua_getfield(L, 1, "status");
    if (!lua_isnil(L, -1) && (!compat_tointeger(L, -1, &status) || status < 0 || status > 999))
        luaL_error(L, "build: status of a page must be a whole number from 0 to 999");
    status = lua_isnil(L, -1) ? -1 : status;
    lua_pop(L, 1);
    compat_pushinteger(L, status);
}

/* pages -> url, title, html, language, leads_to, status; nothing at the end. */
static int build_read_page(lua_State *L)
{
    lua_call(L, 0, 1);
    if (lua_isnil(L, 1))
        return 0;
    if (!lua_istable(L, 1))
        return luaL_error(L, "build: pages must return a table or nil, got %s", luaL_typename(L, 1));
    push_page_field(L, "url");
    if (lua_rawlen(L, -1) == 0)
        return luaL_error(L, "build: a page has no url");
    push_page_field(L, "title");
    push_page_field(L, "html");
    push_page_field(L, "language");
    push_page_field(L, "leads_to");
    push_status(L);
    return PAGE_FIELDS;
}

/* A link_next_page. */
static enum status next_page(void *context, struct link_page *page, bool *done, struct error *err)
{
    struct index_building *building = context;
    lua_State *L = building->L;
    lua_settop(L, AT_TELL);
    lua_pushvalue(L, AT_READ_PAGE);
    lua_pushvalue(L, AT_PAGES);
    building->has_raised = lua_pcall(L, 1, PAGE_FIELDS, 0) != 0;
    if (building->has_raised)
        return error_set(err, E_CANCELLED, NULL, "pages raised an error");
    *done = lua_isnil(L, AT_PAGE);
    if (*done)
        return OK;
    int answer = (int)lua_tonumber(L, AT_PAGE + 5);
    *page = (struct link_page){.url = linker_string_at(L, AT_PAGE),
                               .title = linker_string_at(L, AT_PAGE + 1),
                               .html = linker_string_at(L, AT_PAGE + 2),
                               .language = linker_string_at(L, AT_PAGE + 3),
                               .leads_to = linker_string_at(L, AT_PAGE + 4),
                               .status = answer > 0 ? answer : 0};
    page->is_address = answer >= 0 || page->leads_to.len;
    return OK;
}

/* --- progress --- */

/* What is told; NULL-terminated texts live as long as the call. */
struct news {
    const char *step;
    uint64_t done, total;
};

/* progress, news -> what progress(step, done, total) returns. total is nil while it is not known. */
static int build_tell(lua_State *L)
{
    const struct news *news = lua_touserdata(L, 2);
    lua_settop(L, 1);
    lua_pushstring(L, news->step);
    compat_pushinteger(L, (long long)news->done);
    if (news->total)
        compat_pushinteger(L, (long long)news->total);
    else
        lua_pushnil(L);
    lua_call(L, 3, 1);
    return 1;
}

/* A link_progress. What stands on the stack, the current page, stays there. */
static bool show_progress(void *context, uint64_t done, uint64_t total, const char *step)
{
    struct index_building *building = context;
    lua_State *L = building->L;
    struct news news = {step, done, total};
    lua_pushvalue(L, AT_TELL);
    lua_pushvalue(L, AT_PROGRESS);
    lua_pushlightuserdata(L, &news);
    building->has_raised = lua_pcall(L, 2, 1, 0) != 0;
    if (building->has_raised)
        return false;
    bool goes_on = !lua_isboolean(L, -1) || lua_toboolean(L, -1);
    lua_pop(L, 1);
    return goes_on;
}

/* --- build --- */

static void check_names(lua_State *L)
{
    static const char *const names[] = {"path", "pages", "progress", "learn"};
    for (lua_pushnil(L); lua_next(L, AT_OPTIONS); lua_pop(L, 1)) {
        bool is_known = false;
        for (size_t i = 0; lua_type(L, -2) == LUA_TSTRING && i < COUNT_OF(names); i++)
            is_known |= strcmp(lua_tostring(L, -2), names[i]) == 0;
        if (!is_known)
            luaL_error(L, "build: unknown option %s; there is: path, pages, progress, learn",
                       lua_isstring(L, -2) ? lua_tostring(L, -2) : luaL_typename(L, -2));
    }
}

/* Puts the options into their slots. */
static void build_read_options(lua_State *L)
{
    if (!lua_istable(L, AT_OPTIONS))
        luaL_error(L, "build: options must be a table, got %s", luaL_typename(L, AT_OPTIONS));
    lua_settop(L, AT_OPTIONS);
    luaL_checkstack(L, AT_PAGE + PAGE_FIELDS + 4, NULL);
    check_names(L);
    lua_getfield(L, AT_OPTIONS, "path");
    if (lua_type(L, AT_PATH) != LUA_TSTRING)
        luaL_error(L, "build: path must be the name of a file, got %s", luaL_typename(L, AT_PATH));
    lua_getfield(L, AT_OPTIONS, "pages");
    if (!lua_isfunction(L, AT_PAGES))
        luaL_error(L, "build: pages must be a function, got %s", luaL_typename(L, AT_PAGES));
    lua_getfield(L, AT_OPTIONS, "progress");
    if (!lua_isnil(L, AT_PROGRESS) && !lua_isfunction(L, AT_PROGRESS))
        luaL_error(L, "build: progress must be a function, got %s", luaL_typename(L, AT_PROGRESS));
    lua_pushcfunction(L, build_read_page);
    lua_pushcfunction(L, build_tell);
}

/* The option learn, true when it is absent. */
static bool learns(lua_State *L)
{
    lua_getfield(L, AT_OPTIONS, "learn");
    if (!lua_isnil(L, -1) && !lua_isboolean(L, -1))
        luaL_error(L, "build: learn must be a boolean, got %s", luaL_typename(L, -1));
    bool wanted = lua_isnil(L, -1) || lua_toboolean(L, -1);
    lua_pop(L, 1);
    return wanted;
}

int linker_build(lua_State *L)
{
    struct index_building building = {.L = L};
    build_read_options(L);
    const struct link_build_options options = {
        .path = lua_tostring(L, AT_PATH),
        .next = next_page,
        .context = &building,
        .progress = lua_isnil(L, AT_PROGRESS) ? NULL : show_progress,
        .progress_context = &building,
        .skip_lessons = !learns(L),
    };
    struct error err;
    enum status status = link_build_with(&options, &err);
    if (building.has_raised)
        return lua_error(L);
    if (status)
        return linker_fail(L, "build", &err);
    return linker_push_opened(L, "build", lua_tostring(L, AT_PATH));
}

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
