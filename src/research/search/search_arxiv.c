/* GET /api/query, which answers in Atom: https://info.arxiv.org/help/api/user-manual.html */
#include "research/search/search_arxiv.h"

#include "research/search/search_backend.h"
#include "research/search/search_feed.h"

#include <time.h>

enum { MOST_RESULTS = 100, MOST_WORDS = 12 };

static enum status open_arxiv(enum search_kind kind, const char *name, const json_t *entry, void **state,
                              struct error *err)
{
    /* "Make no more than one request every three seconds, and limit requests to a single connection at a time." */
    static const struct search_service service = {
        .usual = {.base_url = "https://export.arxiv.org", .pause_ms = 3000, .parallel = 1, .seconds = 60},
        .members = search_service_members,
    };
    struct upstream *upstream;
    enum status status = search_service_open(kind, name, entry, &service, &upstream, err);
    if (!status)
        *state = upstream;
    return status;
}

static const char *minute_text(int64_t ms, char *out, size_t size)
{
    struct tm tm;
    time_t seconds = (time_t)(ms / 1000);
    if (!gmtime_r(&seconds, &tm) || !strftime(out, size, "%Y%m%d%H%M", &tm))
        out[0] = '\0';
    return out;
}

/* "all:basil AND all:light AND submittedDate:[202601010000 TO 202602010000]" */
static enum status write_query(struct buf *out, const struct search_query *query, const struct lookup *lookup)
{
    struct word *words;
    size_t count, taken = 0;
    char from[16], to[16];
    int64_t now = clock_now_ms();
    enum status status = words_split(lookup->arena, query->text, query->language, &words, &count, lookup->err);
    for (size_t i = 0; i < count && taken < MOST_WORDS && !status; i++)
        if (!words[i].is_stop)
            buf_printf(out, "%sall:%.*s", taken++ ? " AND " : "", (int)(words[i].end - words[i].start),
                       query->text.data + words[i].start);
    if (!taken && !status)
        buf_printf(out, "all:\"%.*s\"", STR_ARG(query->text));
    if (query->age != SEARCH_ANY_AGE)
        buf_printf(out, " AND submittedDate:[%s TO %s]",
                   minute_text(search_age_start(query->age, now), from, sizeof from), minute_text(now, to, sizeof to));
    return status;
}

static enum status write_path(struct buf *path, const struct search_query *query, const struct lookup *lookup)
{
    struct buf words = {0};
    char count[24];
    snprintf(count, sizeof count, "%zu", query->most < MOST_RESULTS ? query->most : MOST_RESULTS);
    enum status status = write_query(&words, query, lookup);
    buf_str(path, "/api/query");
    upstream_query(path, "search_query", (struct str){buf_text(&words), words.len});
    upstream_query(path, "max_results", str_from(count));
    upstream_query(path, "sortBy", STR("relevance"));
    path->failed = path->failed || words.failed;
    buf_free(&words);
    return status;
}

/* A fault is an entry too, "http://arxiv.org/api/errors#...", titled "Error". */
static bool is_fault(const struct feed_entry *entry)
{
    return entry->id && strstr(entry->id, "/api/errors");
}

static enum status read_answer(const struct upstream *upstream, const struct upstream_answer *answer,
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
                             const struct lookup *lookup, struct search_results *results)
{
    struct search_list list = {.arena = lookup->arena};
    struct upstream_answer answer;
    struct buf path = {0};
    (void)kind;
    enum status status = write_path(&path, query, lookup);
    const struct upstream_request request = {.path = buf_text(&path), .accept = "application/atom+xml"};
    if (!status)
        status = path.failed ? error_memory(lookup->err) : upstream_ask(state, &request, lookup, &answer);
    if (!status)
        status = read_answer(state, &answer, lookup, &list);
    buf_free(&path);
    return status ? status : search_give(&list, results, lookup->err);
}

const struct search_backend search_arxiv_backend = {
    .api = "arxiv",
    .kinds = 1U << SEARCH_SCHOLARLY,
    .open = open_arxiv,
    .close = search_service_close,
    .ask = ask_arxiv,
};
