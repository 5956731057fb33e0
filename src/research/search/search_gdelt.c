/* GET /api/v2/doc/doc with mode=artlist: https://blog.gdeltproject.org/gdelt-doc-2-0-api-debuts/ */
#include "research/search/search_backend.h"
#include "research/search/search_parts.h"

enum { MOST_RESULTS = 250, JSON_DEPTH = 16, SHORTEST_WORD = 3, QUOTE = 120 };

/* "Please limit requests to one every 5 seconds." */
static const struct search_service service = {
    .usual = {.base_url = "https://api.gdeltproject.org", .pause_ms = 5000, .parallel = 1, .seconds = 60},
    .members = search_service_members,
};

/* --- the question --- */

/* "sourcecountry:unitedkingdom": a name without blanks, as the operators want it. */
static void write_operator(struct buf *out, const char *operator, const char * name)
{
    buf_printf(out, " %s:", operator);
    for (; *name; name++)
        if (ascii_is_alnum(*name))
            buf_char(out, ascii_lower(*name));
}

/* All words must be in an article, and it refuses short ones. */
static void write_query(struct buf *out, const struct search_query *query, const struct str *words, size_t count)
{
    const struct country *country = query->country ? country_find(str_from(query->country)) : NULL;
    for (int shorts = 0; shorts < 2 && !out->len; shorts++)
        for (size_t i = 0; i < count; i++)
            if (shorts || words[i].len >= SHORTEST_WORD)
                buf_printf(out, "%s%.*s", out->len ? " " : "", STR_ARG(words[i]));
    if (query->language)
        write_operator(out, "sourcelang", query->language->name);
    if (country)
        write_operator(out, "sourcecountry", country->name);
}

static void gdelt_write_path(struct buf *path, const struct search_query *query, const struct str *words, size_t count)
{
    /* It searches three months unless it is told less. */
    static const char *const ages[] = {
        [SEARCH_ANY_AGE] = "",     [SEARCH_PAST_HOUR] = "1h",  [SEARCH_PAST_DAY] = "1d",
        [SEARCH_PAST_WEEK] = "1w", [SEARCH_PAST_MONTH] = "1m", [SEARCH_PAST_YEAR] = "",
    };
    struct buf text = {0};
    char most[24];
    write_query(&text, query, words, count);
    buf_str(path, "/api/v2/doc/doc");
    upstream_query(path, "query", (struct str){buf_text(&text), text.len});
    upstream_query(path, "mode", STR("artlist"));
    upstream_query(path, "format", STR("json"));
    upstream_query(path, "maxrecords", search_most(query, MOST_RESULTS, most));
    upstream_query(path, "sort", STR("hybridrel"));
    upstream_query(path, "timespan", str_from(ages[query->age]));
    path->failed = path->failed || text.failed;
    buf_free(&text);
}

/* --- the answer --- */

/* Its JSON may hold control characters, backslashes that escape nothing, and bytes that are no UTF-8. */
static enum status repair(struct str *json, const struct lookup *lookup)
{
    size_t length = 0, kept = 0;
    char *text = utf8_repair(lookup->arena, *json, &length);
    if (!text)
        return error_memory(lookup->err);
    for (size_t i = 0; i < length; i++) {
        bool is_escape = text[i] == '\\' && i + 1 < length;
        if (is_escape && !memchr("\"\\/bfnrtu", text[i + 1], 9))
            continue;
        text[kept++] = (unsigned char)text[i] < ' ' ? ' ' : text[i];
        if (is_escape)
            text[kept++] = text[++i];
    }
    *json = (struct str){text, kept};
    return OK;
}

/* It says in plain text, with the status 200, what it does not like. */
static enum status gdelt_refuse(const struct upstream *upstream, struct str body, struct error *err)
{
    body = str_trim(body);
    size_t length = utf8_valid_length((struct str){body.data, body.len < QUOTE ? body.len : QUOTE});
    if (str_ifind(body, STR("limit requests"), 0) < body.len)
        return error_set(err, E_LIMIT, NULL, "%s: it is asked too often", upstream_settings(upstream)->name);
    if (!length || body.data[0] == '<' || body.data[0] == '{')
        return upstream_fault(upstream, err, "its answer is no JSON that can be read");
    return upstream_fault(upstream, err, "it says: %.*s", (int)length, body.data);
}

static enum status gdelt_read_answer(const struct upstream *upstream, struct str body, const struct lookup *lookup,
                                     struct search_list *list)
{
    static const struct search_names names = {.url = "url", .title = "title", .time = "seendate"};
    struct str json = body;
    json_error_t fault;
    bool no_memory = false;
    enum status status = repair(&json, lookup);
    if (status)
        return status;
    json_t *answer = json_text_is_modest(json, JSON_DEPTH) ? json_text_load(json, 0, &no_memory, &fault) : NULL;
    if (no_memory)
        return error_memory(lookup->err);
    if (!answer)
        return gdelt_refuse(upstream, body, lookup->err);
    search_add_named(json_object_get(answer, "articles"), &names, list);
    json_decref(answer);
    return OK;
}

static enum status ask_gdelt(void *state, enum search_kind kind, const struct search_query *query,
                             const struct lookup *lookup, struct search_list *list)
{
    struct upstream_answer answer;
    struct buf path = {0};
    struct str *words;
    size_t count;
    (void)kind;
    enum status status = search_words(query, lookup, &words, &count);
    if (status || !count)
        return status;
    gdelt_write_path(&path, query, words, count);
    status = search_get_text(state, &path, NULL, lookup, &answer);
    return status ? status : gdelt_read_answer(state, answer.body, lookup, list);
}

const struct search_backend search_gdelt_backend = {
    .api = "gdelt",
    .kinds = 1U << SEARCH_NEWS,
    .service = &service,
    .ask = ask_gdelt,
};
