/* GET /graph/v1/paper/search: https://api.semanticscholar.org/api-docs/graph */
#include "research/search/search_backend.h"
#include "research/search/search_parts.h"

enum { MOST_RESULTS = 100 };

/* One request a second, with a key too. */
static const struct search_service service = {
    .usual =
        {.base_url = "https://api.semanticscholar.org", .key_header = "x-api-key: ", .pause_ms = 1000, .parallel = 1},
    .members = search_service_members,
};

/* A word with a hyphen finds nothing there. */
static void write_words(struct buf *words, struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        buf_char(words, text.data[i] == '-' ? ' ' : text.data[i]);
}

static void semanticscholar_write_path(struct buf *path, const struct search_query *query)
{
    struct buf words = {0};
    char count[24], day[11], since[16] = "";
    if (query->age != SEARCH_ANY_AGE)
        snprintf(since, sizeof since, "%s:", date_day_text(search_age_start(query->age, clock_now_ms()), day));
    write_words(&words, query->text);
    buf_str(path, "/graph/v1/paper/search");
    upstream_query(path, "query", (struct str){buf_text(&words), words.len});
    upstream_query(path, "limit", search_most(query, MOST_RESULTS, count));
    upstream_query(path, "fields", STR("title,abstract,url,year,publicationDate,externalIds,openAccessPdf"));
    upstream_query(path, "publicationDateOrYear", str_from(since));
    path->failed = path->failed || words.failed;
    buf_free(&words);
}

/* arXiv shows the paper to everybody, a DOI leads to its publisher; else there is the service's own page. */
static void write_address(struct buf *url, const json_t *paper)
{
    const json_t *ids = json_object_get(paper, "externalIds");
    const char *arxiv = search_member(ids, "ArXiv"), *doi = search_member(ids, "DOI"),
               *own = search_member(paper, "url");
    const char *pdf = search_member(json_object_get(paper, "openAccessPdf"), "url");
    if (arxiv)
        buf_printf(url, "https://arxiv.org/abs/%s", arxiv);
    else if (doi)
        buf_printf(url, "https://doi.org/%s", doi);
    else
        buf_str(url, own ? own : pdf ? pdf : "");
}

static int64_t published(const json_t *paper)
{
    int64_t time = search_member_time(paper, "publicationDate");
    return time ? time : date_day((long)json_integer_value(json_object_get(paper, "year")), 1, 1);
}

static void read_paper(const json_t *paper, struct search_list *list)
{
    struct buf url = {0};
    const char *text = search_member(paper, "abstract");
    write_address(&url, paper);
    const struct search_result result = {
        .url = buf_text(&url),
        .title = search_member(paper, "title"),
        .text = text,
        .published_ms = published(paper),
        .is_whole = text && text[0],
    };
    search_add(list, &result);
    search_free(list, &url);
}

static enum status ask_semanticscholar(void *state, enum search_kind kind, const struct search_query *query,
                                       const struct lookup *lookup, struct search_list *list)
{
    static const struct search_entries where = {.member = "data", .total = "total"};
    struct buf path = {0};
    (void)kind;
    semanticscholar_write_path(&path, query);
    return search_get_each(state, &path, &where, read_paper, lookup, list);
}

const struct search_backend search_semanticscholar_backend = {
    .api = "semanticscholar",
    .kinds = 1U << SEARCH_SCHOLARLY,
    .service = &service,
    .ask = ask_semanticscholar,
};
