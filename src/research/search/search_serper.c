/* POST /search and /news: https://serper.dev/playground */
#include "research/search/search_backend.h"
#include "research/search/search_parts.h"

enum { MOST_RESULTS = 100 };

static const struct search_service service = {
    .usual = {.base_url = "https://google.serper.dev", .key_header = "X-API-KEY: "},
    .needs_key = true,
    .members = search_service_members,
};

static json_t *serper_write_body(const struct search_query *query)
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

static enum status ask_serper(void *state, enum search_kind kind, const struct search_query *query,
                              const struct lookup *lookup, struct search_list *list)
{
    static const struct search_names names = {"link", "title", "snippet", "date", NULL};
    bool is_news = kind == SEARCH_NEWS;
    json_t *answer;
    enum status status = search_post(state, is_news ? "/news" : "/search", serper_write_body(query), lookup, &answer);
    if (status)
        return status;
    const json_t *found = json_object_get(answer, is_news ? "news" : "organic");
    if (!json_is_array(found) && !json_is_object(json_object_get(answer, "searchParameters")))
        status = upstream_fault(state, lookup->err, "its answer is none of serper.dev");
    search_add_named(found, &names, list);
    search_each(json_object_get(answer, "peopleAlsoAsk"), search_add_question, list);
    json_decref(answer);
    return status;
}

const struct search_backend search_serper_backend = {
    .api = "serper",
    .kinds = 1U << SEARCH_WEB | 1U << SEARCH_NEWS,
    .service = &service,
    .ask = ask_serper,
};
