/*
 * GET /res/v1/web/search and /res/v1/news/search:
 * https://api-dashboard.search.brave.com/app/documentation/web-search/get-started
 */
#include "research/search/search_backend.h"
#include "research/search/search_parts.h"

enum { MOST_WEB = 20, MOST_NEWS = 50, MOST_WORDS = 50, MOST_CHARACTERS = 400, MOST_SNIPPETS = 5 };

/* The smallest plan allows one request a second. */
static const struct search_service service = {
    .usual = {.base_url = "https://api.search.brave.com", .key_header = "X-Subscription-Token: ", .pause_ms = 1000},
    .needs_key = true,
    .members = search_service_members,
};

/* It takes no longer query. */
static struct str cut_query(struct str text)
{
    size_t words = 0, characters = 0, at = 0;
    bool is_in_word = false;
    while (at < text.len) {
        uint32_t codepoint;
        size_t length = utf8_decode(text, at, &codepoint);
        bool is_space = unicode_is_space(codepoint);
        words += !is_space && !is_in_word;
        is_in_word = !is_space;
        if (words > MOST_WORDS || ++characters > MOST_CHARACTERS)
            break;
        at += length;
    }
    return str_trim((struct str){text.data, at});
}

/* Its codes of Chinese, Japanese, Norwegian and Portuguese are its own. */
static struct str search_lang(const struct search_query *query)
{
    static const struct {
        const char *tag, *code;
    } others[] = {{"zh", "zh-hans"}, {"ja", "jp"}, {"no", "nb"}, {"pt", "pt-pt"}};
    struct str tag = search_language(query);
    if (str_eq(tag, STR("pt")) && query->country && strcmp(query->country, "BR") == 0)
        return STR("pt-br");
    for (size_t i = 0; i < COUNT_OF(others); i++)
        if (str_eq(tag, str_from(others[i].tag)))
            return str_from(others[i].code);
    return tag;
}

static void brave_write_path(struct buf *path, enum search_kind kind, const struct search_query *query)
{
    static const char *const ages[] = {
        [SEARCH_ANY_AGE] = "",     [SEARCH_PAST_HOUR] = "pd",  [SEARCH_PAST_DAY] = "pd",
        [SEARCH_PAST_WEEK] = "pw", [SEARCH_PAST_MONTH] = "pm", [SEARCH_PAST_YEAR] = "py",
    };
    size_t most = kind == SEARCH_NEWS ? MOST_NEWS : MOST_WEB;
    char count[24];
    buf_str(path, kind == SEARCH_NEWS ? "/res/v1/news/search" : "/res/v1/web/search");
    upstream_query(path, "q", cut_query(query->text));
    upstream_query(path, "count", search_most(query, most, count));
    upstream_query(path, "country", str_from(query->country ? query->country : ""));
    upstream_query(path, "search_lang", search_lang(query));
    upstream_query(path, "freshness", str_from(ages[query->age]));
    upstream_query(path, "extra_snippets", STR("true"));
    upstream_query(path, "text_decorations", STR("false"));
    if (kind == SEARCH_WEB)
        upstream_query(path, "result_filter", STR("web,faq"));
}

/* The description, and the further excerpts behind it. */
static void brave_write_text(struct buf *text, const json_t *one)
{
    const json_t *snippets = json_object_get(one, "extra_snippets");
    const char *description = search_member(one, "description");
    buf_str(text, description ? description : "");
    for (size_t i = 0; i < json_array_size(snippets) && i < MOST_SNIPPETS; i++) {
        const char *snippet = json_string_value(json_array_get(snippets, i));
        if (snippet)
            buf_printf(text, " %s", snippet);
    }
}

static void read_result(const json_t *one, struct search_list *list)
{
    struct buf text = {0};
    int64_t published = search_member_time(one, "page_age");
    brave_write_text(&text, one);
    const struct search_result result = {
        .url = search_member(one, "url"),
        .title = search_member(one, "title"),
        .text = buf_text(&text),
        .published_ms = published ? published : search_member_time(one, "age"),
    };
    search_add(list, &result);
    search_free(list, &text);
}

static enum status ask_brave(void *state, enum search_kind kind, const struct search_query *query,
                             const struct lookup *lookup, struct search_list *list)
{
    struct buf path = {0};
    json_t *answer;
    brave_write_path(&path, kind, query);
    enum status status = search_get(state, &path, lookup, &answer);
    if (status)
        return status;
    const json_t *found = kind == SEARCH_NEWS ? answer : json_object_get(answer, "web");
    if (!search_member(answer, "type")) /* "search", "news"; there is no "web" where nothing was found */
        status = upstream_fault(state, lookup->err, "its answer is none of Brave Search");
    search_each(json_object_get(found, "results"), read_result, list);
    search_each(json_object_get(json_object_get(answer, "faq"), "results"), search_add_question, list);
    json_decref(answer);
    return status;
}

const struct search_backend search_brave_backend = {
    .api = "brave",
    .kinds = 1U << SEARCH_WEB | 1U << SEARCH_NEWS,
    .service = &service,
    .ask = ask_brave,
};
