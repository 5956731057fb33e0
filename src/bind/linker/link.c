#include "bind/linker/linker.h"

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

static void push_link(lua_State *L, const struct link *link)
{
    lua_createtable(L, 0, 8);
    linker_set_string(L, "url", link->url);
    linker_set_string(L, "title", link->title);
    linker_set_string(L, "anchorText", link->anchor_text);
    linker_set_integer(L, "start", link->start);
    linker_set_integer(L, "end", link->end);
    lua_pushnumber(L, link->score);
    lua_setfield(L, -2, "score");
    if (link->reasons)
        set_explanation(L, link);
}

static void push_result(lua_State *L, const struct link_result *result)
{
    lua_createtable(L, 0, 4);
    linker_set_string(L, "content", result->content);
    linker_set_integer(L, "wordsAnalyzed", result->words_analyzed);
    if (result->model)
        linker_set_integer(L, "model", result->model);
    lua_createtable(L, (int)result->count, 0);
    for (size_t i = 0; i < result->count; i++) {
        push_link(L, &result->links[i]);
        lua_rawseti(L, -2, (int)i + 1);
    }
    lua_setfield(L, -2, "links");
}

int linker_link(lua_State *L)
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
