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
