/* GET /api/query, which answers in Atom: https://info.arxiv.org/help/api/user-manual.html */
#include "research/search/search_backend.h"
#include "research/search/search_feed.h"
#include "research/search/search_parts.h"

#include <time.h>

enum { MOST_RESULTS = 100, MOST_WORDS = 12 };

/* "Make no more than one request every three seconds, and limit requests to a single connection at a time." */
static const struct search_service service = {
    .usual = {.base_url = "https://export.arxiv.org", .pause_ms = 3000, .parallel = 1, .seconds = 60},
    .members = search_service_members,
};

static const char *minute_text(int64_t ms, char *out, size_t size)
{
    struct tm tm;
    time_t seconds = (time_t)(ms / 1000);
    if (!gmtime_r(&seconds, &tm) || !strftime(out, size, "%Y%m%d%H%M", &tm))
        out[0] = '\0';
    return out;
}

/* "all:basil AND all:light AND submittedDate:[202601010000 TO 202602010000]" */
static void write_query(struct buf *out, const struct str *words, size_t count, enum search_age age)
{
    char from[16], to[16];
    int64_t now = clock_now_ms();
    for (size_t i = 0; i < count && i < MOST_WORDS; i++)
        buf_printf(out, "%sall:%.*s", i ? " AND " : "", STR_ARG(words[i]));
    if (age != SEARCH_ANY_AGE)
        buf_printf(out, " AND submittedDate:[%s TO %s]", minute_text(search_age_start(age, now), from, sizeof from),
                   minute_text(now, to, sizeof to));
}

static void arxiv_write_path(struct buf *path, const struct search_query *query, const struct str *words, size_t count)
{
    struct buf text = {0};
    char most[24];
    write_query(&text, words, count, query->age);
    buf_str(path, "/api/query");
    upstream_query(path, "search_query", (struct str){buf_text(&text), text.len});
    upstream_query(path, "max_results", search_most(query, MOST_RESULTS, most));
    upstream_query(path, "sortBy", STR("relevance"));
    path->failed = path->failed || text.failed;
    buf_free(&text);
}

/* A fault is an entry too, "http://arxiv.org/api/errors#...", titled "Error". */
static bool is_fault(const struct feed_entry *entry)
{
    return entry->id && strstr(entry->id, "/api/errors");
}

static enum status arxiv_read_answer(const struct upstream *upstream, const struct upstream_answer *answer,
                                     const struct lookup *lookup, struct search_list *list)
{
    struct feed feed;
    enum status status =
        feed_read(lookup->arena, answer->body, answer->type, upstream_settings(upstream)->base_url, &feed, lookup->err);
    if (status == E_CORRUPT)
        return upstream_fault(upstream, lookup->err, "its answer is no Atom feed");
    for (size_t i = 0; i < feed.count && !status; i++) {
        const struct feed_entry *entry = &feed.list[i];
        if (is_fault(entry))
            return upstream_fault(upstream, lookup->err, "it says: %.120s", entry->text);
        const struct search_result result = {
            .url = entry->url,
            .title = entry->title,
            .text = entry->text,
            .published_ms = entry->published_ms,
            .is_whole = entry->text[0] != '\0',
        };
        search_add(list, &result);
    }
    return status;
}

static enum status ask_arxiv(void *state, enum search_kind kind, const struct search_query *query,
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
    arxiv_write_path(&path, query, words, count);
    status = search_get_text(state, &path, "application/atom+xml", lookup, &answer);
    return status ? status : arxiv_read_answer(state, &answer, lookup, list);
}

const struct search_backend search_arxiv_backend = {
    .api = "arxiv",
    .kinds = 1U << SEARCH_SCHOLARLY,
    .service = &service,
    .ask = ask_arxiv,
};
