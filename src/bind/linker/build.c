#include "bind/linker/linker.h"

/* Stack slots while an index is built. The fields of the current page are at AT_PAGE and behind it. */
enum { AT_OPTIONS = 1, AT_PATH, AT_PAGES, AT_PROGRESS, AT_READ_PAGE, AT_TELL, AT_PAGE };

enum { PAGE_FIELDS = 6 };

/* What the callbacks of a build know. */
struct build_building {
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
    struct build_building *building = context;
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
    struct build_building *building = context;
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
    struct build_building building = {.L = L};
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
    if (status != OK)
        return linker_fail(L, "build", &err);
    return linker_push_opened(L, "build", lua_tostring(L, AT_PATH));
}
