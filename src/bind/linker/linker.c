#include "bind/linker/linker.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>

/* Sets the fields context and features of the link at the top of the stack. */
static void set_explanation(lua_State *L, const struct link *link)
{
    lua_createtable(L, 0, 2);
    linker_set_string(L, "before", link->before);
    linker_set_string(L, "after", link->after);
    lua_setfield(L, -2, "context");
    lua_createtable(L, 0, (int)link->reason_count);
    for (size_t i = 0; i < link->reason_count; i++) {
        lua_pushnumber(L, link->reasons[i].value);
        lua_setfield(L, -2, link->reasons[i].name);
    }
    lua_setfield(L, -2, "features");
}

static void link_set_text(lua_State *L, const char *name, const char *text)
{
    lua_pushstring(L, text);
    lua_setfield(L, -2, name);
}

static void link_set_number(lua_State *L, const char *name, double number)
{
    lua_pushnumber(L, number);
    lua_setfield(L, -2, name);
}

static void push_link(lua_State *L, const struct link *link)
{
    lua_createtable(L, 0, 8);
    linker_set_string(L, "url", link->url);
    linker_set_string(L, "title", link->title);
    linker_set_string(L, "anchorText", link->anchor_text);
    linker_set_integer(L, "start", link->start);
    linker_set_integer(L, "end", link->end);
    link_set_number(L, "score", link->score);
    if (link->reasons)
        set_explanation(L, link);
    if (!link->refusal)
        return;
    link_set_text(L, "reason", link->refusal);
    link_set_text(L, "detail", link->detail);
}

/* Sets a list of the table at the top of the stack. */
static void set_links(lua_State *L, const char *name, const struct link *links, size_t count)
{
    lua_createtable(L, (int)count, 0);
    for (size_t i = 0; i < count; i++) {
        push_link(L, &links[i]);
        lua_rawseti(L, -2, (int)i + 1);
    }
    lua_setfield(L, -2, name);
}

static void set_summary(lua_State *L, const struct link_summary *summary)
{
    lua_createtable(L, 0, 9);
    linker_set_integer(L, "pages", summary->pages);
    linker_set_integer(L, "linkingPages", summary->linking_pages);
    linker_set_integer(L, "namedPages", summary->named);
    linker_set_integer(L, "linkedPages", summary->linked);
    link_set_number(L, "threshold", summary->threshold);
    if (summary->lower_links) {
        link_set_number(L, "lowerThreshold", summary->lower_threshold);
        linker_set_integer(L, "lowerLinks", summary->lower_links);
    }
    lua_createtable(L, 0, (int)summary->left_out_count);
    for (size_t i = 0; i < summary->left_out_count; i++)
        linker_set_integer(L, summary->left_out[i].reason, summary->left_out[i].pages);
    lua_setfield(L, -2, "leftOut");
    linker_set_string(L, "note", summary->note);
    lua_setfield(L, -2, "summary");
}

static void set_explanations(lua_State *L, const struct link_result *result)
{
    linker_set_integer(L, "model", result->model);
    set_links(L, "candidates", result->candidates, result->candidate_count);
    set_summary(L, result->summary);
}

static void push_result(lua_State *L, const struct link_result *result)
{
    lua_createtable(L, 0, 6);
    linker_set_string(L, "content", result->content);
    linker_set_integer(L, "wordsAnalyzed", result->words_analyzed);
    set_links(L, "links", result->links, result->count);
    if (result->summary)
        set_explanations(L, result);
}

/* index:link(content [, options]) -> { content =, links =, wordsAnalyzed = }. link.c */
static int linker_link(lua_State *L)
{
    struct link_index *index = linker_check_index(L, "link");
    if (lua_type(L, 2) != LUA_TSTRING)
        return luaL_error(L, "link: content must be a string, got %s", luaL_typename(L, 2));
    lua_settop(L, 3);
    struct arena **scratch = linker_push_scratch(L);
    struct link_options options;
    linker_read_options(L, 3, "link", *scratch, &options);
    struct link_result result;
    struct error err;
    if (link_content(index, linker_string_at(L, 2), &options, *scratch, &result, &err) != OK)
        return linker_fail(L, "link", &err);
    push_result(L, &result);
    linker_free_scratch(scratch);
    return 1;
}

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
    if (!status)
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

/* index:filter([options]) -> a filter with the methods write, finish and links. filter.c */
static int linker_filter(lua_State *L)
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

/* Makes the type of filters known to Lua. filter.c */
static void linker_make_filter_type(lua_State *L)
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

/* open(path) -> index; or nil, message */
static int linker_open(lua_State *L)
{
    if (lua_type(L, 1) != LUA_TSTRING)
        return luaL_error(L, "open: path must be the name of a file, got %s", luaL_typename(L, 1));
    return linker_push_opened(L, "open", lua_tostring(L, 1));
}

/* version(path) -> a text of [0-9a-f-] that changes when another file takes the place of this one; or nil, message */
static int linker_version(lua_State *L)
{
    struct stat file;
    char version[60];
    if (lua_type(L, 1) != LUA_TSTRING)
        return luaL_error(L, "version: path must be the name of a file, got %s", luaL_typename(L, 1));
    if (stat(lua_tostring(L, 1), &file) != 0) {
        lua_pushnil(L);
        lua_pushfstring(L, "%s: %s", lua_tostring(L, 1), strerror(errno));
        return 2;
    }
    snprintf(version, sizeof version, "%llx-%llx-%llx", (unsigned long long)file.st_ino,
             (unsigned long long)file.st_size,
             (unsigned long long)file.st_mtim.tv_sec * 1000000000 + (unsigned long long)file.st_mtim.tv_nsec);
    lua_pushstring(L, version);
    return 1;
}

static int index_pages(lua_State *L)
{
    compat_pushinteger(L, (long long)link_page_count(linker_check_index(L, "pages")));
    return 1;
}

/* index:verify() -> true; or nil, message */
static int index_verify(lua_State *L)
{
    struct error err;
    if (link_verify(linker_check_index(L, "verify"), &err) != OK)
        return linker_fail(L, "verify", &err);
    lua_pushboolean(L, true);
    return 1;
}

static const luaL_Reg functions[] = {{"build", linker_build},
                                     {"describe", linker_describe},
                                     {"open", linker_open},
                                     {"version", linker_version},
                                     {NULL, NULL}};

static const luaL_Reg methods[] = {
    {"close", linker_close},   {"filter", linker_filter}, {"link", linker_link}, {"pages", index_pages},
    {"report", linker_report}, {"verify", index_verify},  {NULL, NULL},
};

int luaopen_copydesk_linker(lua_State *L)
{
    linker_make_filter_type(L);
    linker_make_types(L);
    lua_pushcfunction(L, index_pages);
    lua_setfield(L, -2, "__len");
    luaL_newlib(L, methods);
    lua_setfield(L, -2, "__index");
    lua_pop(L, 1);
    luaL_newlib(L, functions);
    lua_pushliteral(L, COPYDESK_VERSION);
    lua_setfield(L, -2, "_VERSION");
    return 1;
}
