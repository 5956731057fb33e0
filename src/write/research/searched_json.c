#include "write/research/searched_json.h"

#include "write/sources/stored.h"

/* --- stored --- */

static json_t *result_json(const struct search_result *result)
{
    json_t *page = result->page ? stored_page_json(result->page) : NULL;
    if (result->page && !page)
        return NULL;
    json_t *value =
        json_pack("{s:s,s:s,s:s,s:I,s:b,s:O*}", "url", result->url, "title", result->title, "text", result->text,
                  "published", (json_int_t)result->published_ms, "whole", result->is_whole, "page", page);
    json_decref(page);
    return value;
}

json_t *searched_json(const struct ask *ask)
{
    json_t *results = json_array(), *questions = json_array();
    bool ok = results && questions;
    for (size_t i = 0; i < ask->results.count && ok; i++)
        ok = json_array_append_new(results, result_json(&ask->results.list[i])) == 0;
    for (size_t i = 0; i < ask->results.question_count && ok; i++)
        ok = json_array_append_new(questions, json_string(ask->results.questions[i])) == 0;
    json_t *value = ok ? json_pack("{s:O,s:O,s:f,s:s*}", "results", results, "questions", questions, "seconds",
                                   ask->seconds, "problem", ask->problem)
                       : NULL;
    json_decref(results);
    json_decref(questions);
    return value;
}

static const char *searched_json_text_of(struct arena *arena, const json_t *value, const char *name)
{
    const char *text = json_string_value(json_object_get(value, name));
    return arena_copy(arena, text ? text : "");
}

static enum status load_result(struct arena *arena, const json_t *value, struct search_result *result,
                               struct error *err)
{
    const json_t *stored = json_object_get(value, "page");
    struct page *page = stored ? ARENA_NEW(arena, struct page) : NULL;
    *result = (struct search_result){
        .url = searched_json_text_of(arena, value, "url"),
        .title = searched_json_text_of(arena, value, "title"),
        .text = searched_json_text_of(arena, value, "text"),
        .published_ms = json_integer_value(json_object_get(value, "published")),
        .is_whole = json_is_true(json_object_get(value, "whole")),
        .page = page,
    };
    if (!result->url || !result->title || !result->text || (stored && !page))
        return error_memory(err);
    return stored ? stored_page_load(arena, stored, page, err) : OK;
}

enum status searched_load(struct arena *arena, const json_t *value, struct ask *ask, struct error *err)
{
    const json_t *results = json_object_get(value, "results"), *questions = json_object_get(value, "questions");
    const char *problem = json_string_value(json_object_get(value, "problem"));
    struct search_result *list = ARENA_ARRAY(arena, json_array_size(results) + 1, struct search_result);
    const char **asked = ARENA_ARRAY(arena, json_array_size(questions) + 1, const char *);
    enum status status = list && asked ? OK : error_memory(err);
    ask->results = (struct search_results){.list = list, .questions = asked};
    ask->seconds = json_number_value(json_object_get(value, "seconds"));
    ask->problem = problem ? arena_copy(arena, problem) : NULL;
    if (problem && !ask->problem)
        return error_memory(err);
    for (size_t i = 0; i < json_array_size(results) && !status; i++)
        status = load_result(arena, json_array_get(results, i), &list[ask->results.count++], err);
    for (size_t i = 0; i < json_array_size(questions) && !status; i++) {
        const char *text = json_string_value(json_array_get(questions, i));
        asked[ask->results.question_count] = arena_copy(arena, text ? text : "");
        status = asked[ask->results.question_count++] ? OK : error_memory(err);
    }
    return status;
}

/* --- for the run --- */

json_t *searched_report(const struct ask *ask, const char *api)
{
    struct buf source = {0};
    buf_printf(&source, "search.%s (%s)", search_kind_name(ask->kind), api);
    json_t *entry = source.failed ? NULL
                                  : json_pack("{s:s%,s:s,s:I,s:f,s:s}", "query", ask->query.data, ask->query.len,
                                              "source", buf_text(&source), "results", (json_int_t)ask->results.count,
                                              "seconds", ask->seconds, "status", ask->problem ? ask->problem : "done");
    buf_free(&source);
    return entry;
}
