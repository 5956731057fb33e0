/* GET /search with format=json: https://docs.searxng.org/dev/search_api.html */
#include "research/search/search_backend.h"
#include "research/search/search_parts.h"

enum { MOST_PAGES = 3 };

static const struct search_service service = {.usual = {.key_header = "Authorization: Bearer "},
                                              .members = search_service_members};

static void searxng_write_path(struct buf *path, enum search_kind kind, const struct search_query *query, int page)
{
    /* It knows no hours: the age is looked at again when the results are here. */
    static const char *const ranges[] = {
        [SEARCH_ANY_AGE] = "",       [SEARCH_PAST_HOUR] = "day",    [SEARCH_PAST_DAY] = "day",
        [SEARCH_PAST_WEEK] = "week", [SEARCH_PAST_MONTH] = "month", [SEARCH_PAST_YEAR] = "year",
    };
    char locale[16], number[16];
    snprintf(number, sizeof number, "%d", page);
    buf_str(path, "/search");
    upstream_query(path, "q", query->text);
    upstream_query(path, "format", STR("json"));
    upstream_query(path, "categories", str_from(kind == SEARCH_NEWS ? "news" : "general"));
    upstream_query(path, "language", search_locale(query, locale));
    upstream_query(path, "time_range", str_from(ranges[query->age]));
    upstream_query(path, "pageno", page > 1 ? str_from(number) : STR(""));
}

static const struct search_names names = {"url", "title", "content", "publishedDate", "pubdate"};

/* Nothing was found, since its engines failed: [["google", "CAPTCHA"], ...] */
static enum status check_engines(const struct upstream *upstream, const json_t *answer, struct error *err)
{
    const json_t *engine = json_array_get(json_object_get(answer, "unresponsive_engines"), 0);
    const char *name = json_string_value(json_array_get(engine, 0)),
               *why = json_string_value(json_array_get(engine, 1));
    if (!name)
        return OK;
    return upstream_fault(upstream, err, "its engines do not answer: %.60s%s%.80s", name, why ? ": " : "",
                          why ? why : "");
}

/* Without JSON it answers 403, and with an address of something else a page. */
static enum status searxng_explain(const struct upstream *upstream, enum status status, struct error *err)
{
    if (status != E_DENIED || upstream_settings(upstream)->key)
        return status;
    return error_set(err, status, NULL,
                     "%s: it does not answer in JSON (status 403): add json to search.formats in its settings.yml",
                     upstream_settings(upstream)->name);
}

static enum status ask_page(struct upstream *upstream, struct buf *path, const struct lookup *lookup,
                            struct search_list *list)
{
    json_t *answer;
    enum status status = searxng_explain(upstream, search_get(upstream, path, lookup, &answer), lookup->err);
    if (status)
        return status;
    if (!json_is_array(json_object_get(answer, "results")))
        status = upstream_fault(upstream, lookup->err, "its answer has no results: is it SearXNG?");
    else
        search_add_named(json_object_get(answer, "results"), &names, list);
    if (!status && !list->count)
        status = check_engines(upstream, answer, lookup->err);
    json_decref(answer);
    return status;
}

/* What was found is not given up for a page more. */
static bool may_end(enum status status)
{
    return status && status != E_MEMORY && status != E_CANCELLED;
}

static enum status ask_searxng(void *state, enum search_kind kind, const struct search_query *query,
                               const struct lookup *lookup, struct search_list *list)
{
    enum status status = OK;
    size_t before = 1;
    for (int page = 1; page <= MOST_PAGES && !status && list->count < query->most && before; page++) {
        struct buf path = {0};
        before = list->count;
        searxng_write_path(&path, kind, query, page);
        status = ask_page(state, &path, lookup, list);
        before = list->count - before;
        if (page > 1 && may_end(status))
            break;
    }
    return list->count && may_end(status) ? OK : status;
}

const struct search_backend search_searxng_backend = {
    .api = "searxng",
    .kinds = 1U << SEARCH_WEB | 1U << SEARCH_NEWS,
    .service = &service,
    .ask = ask_searxng,
};
