/* POST /search and /news: https://serper.dev/playground */
#include "research/search/search_serper.h"

#include "research/search/search_backend.h"

enum { MOST_RESULTS = 100 };

static enum status open_serper(enum search_kind kind, const char *name, const json_t *entry, void **state,
                               struct error *err)
{
    static const struct search_service service = {
        .usual = {.base_url = "https://google.serper.dev", .key_header = "X-API-KEY: "},
        .needs_key = true,
        .members = search_service_members,
    };
    struct upstream *upstream;
    enum status status = search_service_open(kind, name, entry, &service, &upstream, err);
    if (!status)
        *state = upstream;
    return status;
}

static json_t *write_body(const struct search_query *query)
{
    static const char *const ages[] = {
        [SEARCH_ANY_AGE] = NULL,      [SEARCH_PAST_HOUR] = "qdr:h",  [SEARCH_PAST_DAY] = "qdr:d",
        [SEARCH_PAST_WEEK] = "qdr:w", [SEARCH_PAST_MONTH] = "qdr:m", [SEARCH_PAST_YEAR] = "qdr:y",
    };
    char country[3];
    struct str gl = search_country(query, country), hl = search_language(query);
    json_int_t most = query->most < MOST_RESULTS ? (json_int_t)query->most : MOST_RESULTS;
    return json_pack("{s:s%, s:I, s:s*, s:s*, s:s*}", "q", query->text.data, query->text.len, "num", most, "gl",
                     gl.len ? gl.data : NULL, "hl", hl.len ? hl.data : NULL, "tbs", ages[query->age]);
}

static void read_answer(const json_t *answer, enum search_kind kind, struct search_list *list)
{
    size_t i;
    json_t *one;
    json_array_foreach(json_object_get(answer, kind == SEARCH_NEWS ? "news" : "organic"), i, one)
    {
        const struct search_result result = {
            .url = search_member(one, "link"),
            .title = search_member(one, "title"),
            .text = search_member(one, "snippet"),
            .published_ms = search_member_time(one, "date"),
        };
        search_add(list, &result);
    }
    json_array_foreach(json_object_get(answer, "peopleAlsoAsk"), i, one)
    {
        search_add_question(list, search_member(one, "question"));
    }
}

static enum status ask_serper(void *state, enum search_kind kind, const struct search_query *query,
                              const struct lookup *lookup, struct search_results *results)
{
    struct search_list list = {.arena = lookup->arena};
    json_t *answer;
    enum status status =
        search_post(state, kind == SEARCH_NEWS ? "/news" : "/search", write_body(query), lookup, &answer);
    if (status)
        return status;
    if (json_is_array(json_object_get(answer, kind == SEARCH_NEWS ? "news" : "organic")))
        read_answer(answer, kind, &list);
    else if (!json_is_object(json_object_get(answer, "searchParameters")))
        status = upstream_fault(state, lookup->err, "its answer is none of serper.dev");
    json_decref(answer);
    return status ? status : search_give(&list, results, lookup->err);
}

const struct search_backend search_serper_backend = {
    .api = "serper",
    .kinds = 1U << SEARCH_WEB | 1U << SEARCH_NEWS,
    .open = open_serper,
    .close = search_service_close,
    .ask = ask_serper,
};
