/*
 * Asks a place to search, for specs in Lua: search_once KIND ENTRY QUERIES. ENTRY and QUERIES are JSON; a query is
 * {"text":, "language":, "country":, "age":, "most":} of which all but the text may be absent. One place answers them
 * all, one after the other. Prints an array of {"status":, "message":, "results": [{"url":, "title":, "text":,
 * "published":, "is_whole":, "has_page":}], "questions": []}, or {"message":} where the entry is refused.
 */
#include "research/search/search.h"

#include <stdio.h>

static const char *text_of(const json_t *query, const char *name, const char *fallback)
{
    const char *text = json_string_value(json_object_get(query, name));
    return text ? text : fallback;
}

static json_t *write_results(const struct search_results *results)
{
    json_t *list = json_array();
    for (size_t i = 0; i < results->count; i++) {
        const struct search_result *result = &results->list[i];
        json_array_append_new(list,
                              json_pack("{s:s, s:s, s:s, s:I, s:b, s:b}", "url", result->url, "title", result->title,
                                        "text", result->text, "published", (json_int_t)result->published_ms, "is_whole",
                                        result->is_whole, "has_page", result->page != NULL));
    }
    return list;
}

static json_t *ask(const struct search_place *place, const json_t *json)
{
    struct arena *arena = arena_new();
    struct error err = {0};
    struct search_results results;
    const struct lookup lookup = {.arena = arena, .err = &err};
    struct search_query query = {
        .text = str_from(text_of(json, "text", "")),
        .language = language_find(str_from(text_of(json, "language", ""))),
        .country = text_of(json, "country", NULL),
        .most = json_object_get(json, "most") ? (size_t)json_integer_value(json_object_get(json, "most")) : 10,
    };
    if (!search_age_parse(text_of(json, "age", ""), &query.age))
        return NULL;
    enum status status = search_ask(place, &query, &lookup, &results);
    json_t *questions = json_array();
    for (size_t i = 0; i < results.question_count; i++)
        json_array_append_new(questions, json_string(results.questions[i]));
    json_t *answer = json_pack("{s:s, s:s, s:o, s:o}", "status", status ? status_name(status) : "ok", "message",
                               err.message, "results", write_results(&results), "questions", questions);
    arena_free(arena);
    return answer;
}

static bool find_kind(const char *name, enum search_kind *kind)
{
    for (int i = 0; i < SEARCH_KINDS; i++)
        if (strcmp(search_kind_name((enum search_kind)i), name) == 0) {
            *kind = (enum search_kind)i;
            return true;
        }
    return false;
}

int main(int count, char **arguments)
{
    enum search_kind kind;
    struct search_place *place = NULL;
    struct error err;
    if (count != 4 || !find_kind(arguments[1], &kind))
        return 2;
    json_t *entry = json_loads(arguments[2], 0, NULL), *queries = json_loads(arguments[3], 0, NULL), *query;
    json_t *answers = json_array();
    size_t i;
    if (search_open(kind, entry, &place, &err)) {
        json_decref(answers);
        answers = json_pack("{s:s}", "message", err.message);
    } else {
        json_array_foreach (queries, i, query) {
            json_array_append_new(answers, ask(place, query));
        }
    }
    json_dumpf(answers, stdout, JSON_COMPACT);
    search_close(place);
    json_decref(answers);
    json_decref(queries);
    json_decref(entry);
    return 0;
}
