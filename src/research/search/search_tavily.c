/* POST /search: https://docs.tavily.com/documentation/api-reference/endpoint/search */
#include "research/search/search_backend.h"
#include "research/search/search_parts.h"

enum { MOST_RESULTS = 20, NAME_BYTES = 64 };

static const struct search_service service = {
    .usual = {.base_url = "https://api.tavily.com", .key_header = "Authorization: Bearer "},
    .needs_key = true,
    .members = search_service_members,
};

/* It wants the English name in lower case, and knows countries for general searches alone. NULL: none is told. */
static const char *country_name(enum search_kind kind, const struct search_query *query, char *out)
{
    const struct country *country = query->country ? country_find(str_from(query->country)) : NULL;
    size_t length = country ? strlen(country->name) : NAME_BYTES;
    if (kind != SEARCH_WEB || length >= NAME_BYTES)
        return NULL;
    if (strcmp(country->alpha2, "CZ") == 0)
        return "czech republic";
    for (size_t i = 0; i <= length; i++)
        out[i] = ascii_lower(country->name[i]);
    return out;
}

static json_t *tavily_write_body(enum search_kind kind, const struct search_query *query, const char *country)
{
    static const char *const ages[] = {
        [SEARCH_ANY_AGE] = NULL,     [SEARCH_PAST_HOUR] = "day",    [SEARCH_PAST_DAY] = "day",
        [SEARCH_PAST_WEEK] = "week", [SEARCH_PAST_MONTH] = "month", [SEARCH_PAST_YEAR] = "year",
    };
    json_int_t most = query->most < MOST_RESULTS ? (json_int_t)query->most : MOST_RESULTS;
    return json_pack("{s:s%, s:s, s:s, s:I, s:b, s:b, s:s*, s:s*}", "query", query->text.data, query->text.len, "topic",
                     kind == SEARCH_NEWS ? "news" : "general", "search_depth", "basic", "max_results", most,
                     "include_answer", 0, "include_raw_content", 0, "time_range", ages[query->age], "country", country);
}

static enum status ask_tavily(void *state, enum search_kind kind, const struct search_query *query,
                              const struct lookup *lookup, struct search_list *list)
{
    static const struct search_names names = {"url", "title", "content", "published_date", NULL};
    char name[NAME_BYTES];
    const char *country = country_name(kind, query, name);
    json_t *answer;
    enum status status = search_post(state, "/search", tavily_write_body(kind, query, country), lookup, &answer);
    if (status == E_INVALID && country) /* one that it does not know */
        status = search_post(state, "/search", tavily_write_body(kind, query, NULL), lookup, &answer);
    if (status)
        return status;
    if (json_is_array(json_object_get(answer, "results")))
        search_add_named(json_object_get(answer, "results"), &names, list);
    else
        status = upstream_fault(state, lookup->err, "its answer has no results");
    json_decref(answer);
    return status;
}

const struct search_backend search_tavily_backend = {
    .api = "tavily",
    .kinds = 1U << SEARCH_WEB | 1U << SEARCH_NEWS,
    .service = &service,
    .ask = ask_tavily,
};
