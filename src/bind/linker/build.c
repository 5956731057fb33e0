#include "bind/linker/linker.h"

/* Stack slots while an index is built. The fields of the current page are at AT_PAGE and behind it. */
enum { AT_OPTIONS = 1, AT_PATH, AT_PAGES, AT_READ_PAGE, AT_PAGE };

enum { PAGE_FIELDS = 4 };

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

/* pages -> url, title, html, language; nothing at the end. */
static int read_page(lua_State *L)
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
    return PAGE_FIELDS;
}

/* A link_next_page. The value of a Lua error stays at the top of the stack, and the status is E_CANCELLED. */
static enum status next_page(void *context, struct link_page *page, bool *done, struct error *err)
{
    lua_State *L = context;
    lua_settop(L, AT_READ_PAGE);
    lua_pushvalue(L, AT_READ_PAGE);
    lua_pushvalue(L, AT_PAGES);
    if (lua_pcall(L, 1, PAGE_FIELDS, 0) != 0)
        return error_set(err, E_CANCELLED, NULL, "pages raised an error");
    *done = lua_isnil(L, AT_PAGE);
    if (*done)
        return OK;
    *page = (struct link_page){.url = linker_string_at(L, AT_PAGE),
                               .title = linker_string_at(L, AT_PAGE + 1),
                               .html = linker_string_at(L, AT_PAGE + 2),
                               .language = linker_string_at(L, AT_PAGE + 3)};
    return OK;
}

int linker_build(lua_State *L)
{
    if (!lua_istable(L, AT_OPTIONS))
        return luaL_error(L, "build: options must be a table, got %s", luaL_typename(L, AT_OPTIONS));
    lua_settop(L, AT_OPTIONS);
    luaL_checkstack(L, AT_PAGE + PAGE_FIELDS, NULL);
    lua_getfield(L, AT_OPTIONS, "path");
    if (lua_type(L, AT_PATH) != LUA_TSTRING)
        return luaL_error(L, "build: path must be the name of a file, got %s", luaL_typename(L, AT_PATH));
    lua_getfield(L, AT_OPTIONS, "pages");
    if (!lua_isfunction(L, AT_PAGES))
        return luaL_error(L, "build: pages must be a function, got %s", luaL_typename(L, AT_PAGES));
    lua_pushcfunction(L, read_page);
    struct error err;
    enum status status = link_build(lua_tostring(L, AT_PATH), next_page, L, &err);
    if (status == E_CANCELLED)
        return lua_error(L);
    if (status != OK)
        return linker_fail(L, "build", &err);
    return linker_push_opened(L, "build", lua_tostring(L, AT_PATH));
}
