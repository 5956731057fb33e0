#include "bind/bind.h"
#include "bind/lua_compat.h"

#include "base/version.h"
#include "link/link.h"

/* copydesk.linker: build an index of a site's pages, open it, link content with it. */

#define INDEX_TYPE   "copydesk.linker.index"
#define SCRATCH_TYPE "copydesk.linker.scratch"

/* --- memory that Lua collects --- */

/* Pushes an arena that is freed at the latest by the garbage collector. */
static struct arena **push_scratch(lua_State *L)
{
    struct arena **scratch = lua_newuserdata(L, sizeof *scratch);
    *scratch = NULL;
    compat_setmetatable(L, SCRATCH_TYPE);
    *scratch = arena_new();
    if (!*scratch)
        luaL_error(L, "not enough memory");
    return scratch;
}

static int scratch_gc(lua_State *L)
{
    struct arena **scratch = lua_touserdata(L, 1);
    arena_free(*scratch);
    *scratch = NULL;
    return 0;
}

static struct link_index **push_index(lua_State *L)
{
    struct link_index **index = lua_newuserdata(L, sizeof *index);
    *index = NULL;
    compat_setmetatable(L, INDEX_TYPE);
    return index;
}

/* Throws what the caller did wrong, at the caller's line; returns nil and a message for everything else. */
static int fail(lua_State *L, const char *function, const struct error *err)
{
    if (err->status == E_INVALID || err->status == E_MEMORY)
        return luaL_error(L, "%s: %s", function, err->message);
    lua_pushnil(L);
    lua_pushstring(L, err->message);
    return 2;
}

static int push_opened(lua_State *L, const char *function, const char *path)
{
    struct error err;
    struct link_index **index = push_index(L);
    return link_open(path, index, &err) == OK ? 1 : fail(L, function, &err);
}

/* --- build --- */

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

static struct str string_at(lua_State *L, int index)
{
    struct str text;
    text.data = lua_tolstring(L, index, &text.len);
    return text;
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
    *page = (struct link_page){.url = string_at(L, AT_PAGE),
                               .title = string_at(L, AT_PAGE + 1),
                               .html = string_at(L, AT_PAGE + 2),
                               .language = string_at(L, AT_PAGE + 3)};
    return OK;
}

/* build { path =, pages = } -> index; or nil, message */
static int linker_build(lua_State *L)
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
        return fail(L, "build", &err);
    return push_opened(L, "build", lua_tostring(L, AT_PATH));
}

/* open(path) -> index; or nil, message */
static int linker_open(lua_State *L)
{
    if (lua_type(L, 1) != LUA_TSTRING)
        return luaL_error(L, "open: path must be the name of a file, got %s", luaL_typename(L, 1));
    return push_opened(L, "open", lua_tostring(L, 1));
}

/* --- link --- */

static struct link_index *check_index(lua_State *L, const char *method)
{
    struct link_index **index = luaL_checkudata(L, 1, INDEX_TYPE);
    if (!*index)
        luaL_error(L, "%s: the index is closed", method);
    return *index;
}

/* Each reads one option. Its value is at the top of the stack, and the table of options keeps it alive. */

static void read_format(lua_State *L, struct link_options *options, struct arena *arena)
{
    (void)arena;
    if (lua_type(L, -1) != LUA_TSTRING || !link_format_parse(string_at(L, -1), &options->format))
        luaL_error(L, "link: format must be \"html\", \"markdown\" or \"json\"");
}

static void read_url(lua_State *L, struct link_options *options, struct arena *arena)
{
    (void)arena;
    if (lua_type(L, -1) != LUA_TSTRING)
        luaL_error(L, "link: url must be a string, got %s", luaL_typename(L, -1));
    options->url = string_at(L, -1);
}

static void read_max_links(lua_State *L, struct link_options *options, struct arena *arena)
{
    (void)arena;
    long long number;
    if (!compat_tointeger(L, -1, &number) || number < 1 || number > LINK_MAX_LINKS)
        luaL_error(L, "link: max_links must be a whole number from 1 to %d", LINK_MAX_LINKS);
    options->max_links = (size_t)number;
}

static void read_min_score(lua_State *L, struct link_options *options, struct arena *arena)
{
    (void)arena;
    lua_Number number = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : -1;
    if (!(number >= 0 && number <= 1))
        luaL_error(L, "link: min_score must be a number from 0 to 1");
    options->min_score = number;
}

static void read_exclude_urls(lua_State *L, struct link_options *options, struct arena *arena)
{
    if (!lua_istable(L, -1))
        luaL_error(L, "link: exclude_urls must be a table of strings, got %s", luaL_typename(L, -1));
    size_t count = lua_rawlen(L, -1);
    struct str *urls = ARENA_ARRAY(arena, count, struct str);
    if (!urls)
        luaL_error(L, "not enough memory");
    for (size_t i = 0; i < count; i++) {
        lua_rawgeti(L, -1, (int)i + 1);
        if (lua_type(L, -1) != LUA_TSTRING)
            luaL_error(L, "link: exclude_urls must hold strings, got %s", luaL_typename(L, -1));
        urls[i] = string_at(L, -1);
        lua_pop(L, 1);
    }
    options->exclude_urls = urls;
    options->exclude_count = count;
}

static const struct link_option {
    const char *name;
    void (*read)(lua_State *L, struct link_options *options, struct arena *arena);
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
        if (str_eq(string_at(L, index), str_from(link_option_list[i].name)))
            return &link_option_list[i];
    return NULL;
}

/* lua_tostring changes a key that is a number, which lua_next must not meet: here the traversal ends. */
static void refuse_option(lua_State *L, int key)
{
    luaL_error(L, "link: unknown option %s", lua_isstring(L, key) ? lua_tostring(L, key) : luaL_typename(L, key));
}

/* The table at 3. Its strings stay alive in it: no Lua code runs before they have been used. */
static void read_link_options(lua_State *L, struct link_options *options, struct arena *arena)
{
    if (lua_isnoneornil(L, 3))
        return;
    if (!lua_istable(L, 3))
        luaL_error(L, "link: options must be a table, got %s", luaL_typename(L, 3));
    for (lua_pushnil(L); lua_next(L, 3); lua_pop(L, 1)) {
        const struct link_option *option = find_option(L, -2);
        if (option)
            option->read(L, options, arena);
        else
            refuse_option(L, -2);
    }
}

static void set_string(lua_State *L, const char *name, struct str text)
{
    lua_pushlstring(L, text.data, text.len);
    lua_setfield(L, -2, name);
}

static void set_integer(lua_State *L, const char *name, size_t number)
{
    compat_pushinteger(L, (long long)number);
    lua_setfield(L, -2, name);
}

static void push_link(lua_State *L, const struct link *link)
{
    lua_createtable(L, 0, 6);
    set_string(L, "url", link->url);
    set_string(L, "title", link->title);
    set_string(L, "anchorText", link->anchor_text);
    set_integer(L, "start", link->start);
    set_integer(L, "end", link->end);
    lua_pushnumber(L, link->score);
    lua_setfield(L, -2, "score");
}

static void push_result(lua_State *L, const struct link_result *result)
{
    lua_createtable(L, 0, 3);
    set_string(L, "content", result->content);
    set_integer(L, "wordsAnalyzed", result->words_analyzed);
    lua_createtable(L, (int)result->count, 0);
    for (size_t i = 0; i < result->count; i++) {
        push_link(L, &result->links[i]);
        lua_rawseti(L, -2, (int)i + 1);
    }
    lua_setfield(L, -2, "links");
}

/* index:link(content [, options]) -> { content =, links =, wordsAnalyzed = } */
static int index_link(lua_State *L)
{
    struct link_index *index = check_index(L, "link");
    if (lua_type(L, 2) != LUA_TSTRING)
        return luaL_error(L, "link: content must be a string, got %s", luaL_typename(L, 2));
    lua_settop(L, 3);
    struct arena **scratch = push_scratch(L);
    struct link_options options = {.min_score = -1};
    read_link_options(L, &options, *scratch);
    struct link_result result;
    struct error err;
    if (link_content(index, string_at(L, 2), &options, *scratch, &result, &err) != OK)
        return fail(L, "link", &err);
    push_result(L, &result);
    arena_free(*scratch);
    *scratch = NULL;
    return 1;
}

/* --- the index as a Lua value --- */

/* Closing twice is allowed. */
static int index_close(lua_State *L)
{
    struct link_index **index = luaL_checkudata(L, 1, INDEX_TYPE);
    link_close(*index);
    *index = NULL;
    return 0;
}

static int index_pages(lua_State *L)
{
    compat_pushinteger(L, (long long)link_page_count(check_index(L, "pages")));
    return 1;
}

static int index_tostring(lua_State *L)
{
    struct link_index **index = luaL_checkudata(L, 1, INDEX_TYPE);
    if (*index)
        lua_pushfstring(L, "%s (%d pages)", INDEX_TYPE, (int)link_page_count(*index));
    else
        lua_pushfstring(L, "%s (closed)", INDEX_TYPE);
    return 1;
}

static void make_types(lua_State *L)
{
    static const luaL_Reg methods[] = {
        {"link", index_link}, {"close", index_close}, {"pages", index_pages}, {NULL, NULL}};
    static const luaL_Reg metamethods[] = {{"__gc", index_close},
                                           {"__close", index_close},
                                           {"__len", index_pages},
                                           {"__tostring", index_tostring},
                                           {NULL, NULL}};
    luaL_newmetatable(L, INDEX_TYPE);
    luaL_setfuncs(L, metamethods, 0);
    luaL_newlib(L, methods);
    lua_setfield(L, -2, "__index");
    luaL_newmetatable(L, SCRATCH_TYPE);
    lua_pushcfunction(L, scratch_gc);
    lua_setfield(L, -2, "__gc");
    lua_pop(L, 2);
}

int luaopen_copydesk_linker(lua_State *L)
{
    static const luaL_Reg functions[] = {{"build", linker_build}, {"open", linker_open}, {NULL, NULL}};
    make_types(L);
    luaL_newlib(L, functions);
    lua_pushliteral(L, COPYDESK_VERSION);
    lua_setfield(L, -2, "_VERSION");
    return 1;
}
