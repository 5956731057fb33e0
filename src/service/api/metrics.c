#include "service/api/metrics.h"

#include "service/api/fields.h"

#include "deliver/deliver.h"
#include "store/notices/notices.h"

#include <dirent.h>
#include <stdio.h>
#include <unistd.h>

/* The lines HELP and TYPE of a family; type: "counter", "gauge", "summary", "histogram". */
static void exposition_head(struct buf *out, const char *name, const char *type, const char *help)
{
    buf_printf(out, "# HELP copydesk_%s %s\n# TYPE copydesk_%s %s\n", name, help, name, type);
}

/* A family of one figure. */
static void exposition_figure(struct buf *out, const char *name, const char *type, const char *help,
                              unsigned long value)
{
    exposition_head(out, name, type, help);
    buf_printf(out, "copydesk_%s %lu\n", name, value);
}

/* A label's value, with what the format escapes. */
static void exposition_write_value(struct buf *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '\n')
            buf_str(out, "\\n");
        else if (*text == '"' || *text == '\\')
            buf_printf(out, "\\%c", *text);
        else
            buf_char(out, *text);
    }
}

static void exposition_write_name(struct buf *out, const struct exposition_tally *family, const char *tail,
                                  const struct tally_row *row)
{
    buf_printf(out, "copydesk_%s%s{%s=\"", family->name, tail, family->first);
    exposition_write_value(out, row->first);
    if (family->second) {
        buf_printf(out, "\",%s=\"", family->second);
        exposition_write_value(out, row->second);
    }
    buf_str(out, "\"} ");
}

static void exposition_write_row(struct buf *out, const struct exposition_tally *family, const struct tally_row *row)
{
    bool is_summary = family->shows == SHOWS_SUMMARY;
    if (family->shows != SHOWS_COUNT) {
        exposition_write_name(out, family, is_summary ? "_sum" : "", row);
        buf_printf(out, "%.15g\n", row->sum);
    }
    if (family->shows != SHOWS_SUM) {
        exposition_write_name(out, family, is_summary ? "_count" : "", row);
        buf_printf(out, "%llu\n", (unsigned long long)row->count);
    }
}

void exposition_tally(struct buf *out, const struct exposition_tally *family, struct tally *tally)
{
    struct tally_row rows[TALLY_ROWS];
    int count = tally_read(tally, rows);
    exposition_head(out, family->name, family->shows == SHOWS_SUMMARY ? "summary" : "counter", family->help);
    for (int i = 0; i < count; i++)
        exposition_write_row(out, family, &rows[i]);
}

static void write_answers(struct buf *out, const struct http_counters *counters)
{
    exposition_head(out, "http_answers_total", "counter", "Answers by class of status.");
    for (int class = 1; class <= 5; class ++)
        buf_printf(out, "copydesk_http_answers_total{class=\"%dxx\"} %lu\n", class,
                   atomic_load(&counters->answers[class]));
}

static void write_counters(struct buf *out, const struct api *api)
{
    const struct {
        const char *name, *help;
        const atomic_ulong *value;
    } counters[] = {
        {"articles_created_total", "Articles accepted.", &api->counters.created},
        {"articles_finished_total", "Articles finished.", &api->jobs->finished},
        {"articles_failed_total", "Articles that failed while being written.", &api->jobs->failed},
        {"words_total", "Words written.", &api->jobs->words},
        {"link_requests_total", "Internal-linking requests answered.", &api->counters.link_requests},
        {"links_total", "Internal links inserted.", &api->counters.links},
        {"deliveries_total", "Articles delivered to webhooks and sites.", &api->deliveries->delivered},
        {"delivery_failures_total", "Attempts to deliver that failed.", &api->deliveries->failures},
    };
    for (size_t i = 0; i < COUNT_OF(counters); i++)
        exposition_figure(out, counters[i].name, "counter", counters[i].help, atomic_load(counters[i].value));
}

/* --- the work on articles --- */

static void write_work(struct buf *out, const struct api *api)
{
    static const struct exposition_tally steps = {
        "step_seconds", "Work on articles by the kind of step; calls of models are steps too.", "step", NULL,
        SHOWS_SUMMARY};
    static const struct exposition_tally calls = {"model_calls_total", "Calls of models, by how they ended.", "model",
                                                  "outcome", SHOWS_COUNT};
    static const struct exposition_tally tokens = {"model_tokens_total", "Tokens that models read and wrote.", "model",
                                                   "direction", SHOWS_SUM};
    static const struct exposition_tally attempts = {
        "delivery_attempts_total", "Attempts to deliver, by the kind of integration and how they ended.", "kind",
        "outcome", SHOWS_COUNT};
    exposition_tally(out, &steps, api->jobs->steps);
    exposition_tally(out, &calls, api->jobs->calls);
    exposition_tally(out, &tokens, api->jobs->tokens);
    exposition_tally(out, &attempts, api->deliveries->attempts);
}

/* --- the queue --- */

struct open_articles {
    int64_t queued, processing;
};

static void read_open(struct db_row *row, void *out)
{
    struct open_articles *open = out;
    open->queued = row_int(row);
    open->processing = row_int(row);
}

/* Accounts keep how many of theirs are open; those under way, of which there are few, are counted. The bound of their
 * ids leads SQLite to the index of these: else it reads that of all articles. */
static enum status count_open(struct db *db, void *argument, struct error *err)
{
    return db_one(db,
                  "SELECT unfinished - processing, processing FROM (SELECT (SELECT CAST(COALESCE(SUM(open_articles), "
                  "0) AS BIGINT) "
                  "FROM account) AS unfinished, (SELECT COUNT(*) FROM article WHERE state = 'processing' AND id > '') "
                  "AS processing) AS counted",
                  DB_NOTHING, NULL, read_open, argument, err);
}

static void write_queue(struct buf *out, const struct open_articles *open)
{
    exposition_head(out, "articles", "gauge", "Articles that are not finished, by state.");
    buf_printf(out, "copydesk_articles{state=\"queued\"} %lld\n", (long long)open->queued);
    buf_printf(out, "copydesk_articles{state=\"processing\"} %lld\n", (long long)open->processing);
}

/* --- HTTP by route --- */

/* The labels of a row of the table; the row behind the last one counts requests that no route was found for. */
static void write_route(struct buf *out, const struct routes *routes, size_t i)
{
    buf_printf(out, "method=\"%s\",route=\"%s\"", i < routes->count ? routes->list[i].method : "",
               i < routes->count ? routes->list[i].path : "");
}

static void write_route_answers(struct buf *out, const struct routes *routes, const struct route_figures *figures)
{
    exposition_head(out, "http_requests_total", "counter",
                    "Answers by route and class of status; route empty: none fitted.");
    for (size_t i = 0; i <= routes->count; i++) {
        for (int class = 1; class < STATUS_CLASSES; class ++) {
            unsigned long answers = atomic_load(&figures[i].answers[class]);
            if (!answers)
                continue;
            buf_str(out, "copydesk_http_requests_total{");
            write_route(out, routes, i);
            buf_printf(out, ",class=\"%dxx\"} %lu\n", class, answers);
        }
    }
}

static void write_bucket(struct buf *out, const struct routes *routes, size_t i, const char *bound, unsigned long count)
{
    buf_str(out, "copydesk_http_request_duration_seconds_bucket{");
    write_route(out, routes, i);
    buf_printf(out, ",le=\"%s\"} %lu\n", bound, count);
}

static void write_durations(struct buf *out, const struct routes *routes, const struct route_figures *figures, size_t i)
{
    char bound[24];
    unsigned long count = 0;
    for (size_t b = 0; b < DURATION_BOUNDS; b++) {
        count += atomic_load(&figures[i].durations[b]);
        snprintf(bound, sizeof bound, "%ld.%03ld", duration_bounds_ms[b] / 1000, duration_bounds_ms[b] % 1000);
        write_bucket(out, routes, i, bound, count);
    }
    count += atomic_load(&figures[i].durations[DURATION_BOUNDS]);
    write_bucket(out, routes, i, "+Inf", count);
    unsigned long ms = atomic_load(&figures[i].ms);
    buf_str(out, "copydesk_http_request_duration_seconds_sum{");
    write_route(out, routes, i);
    buf_printf(out, "} %lu.%03lu\ncopydesk_http_request_duration_seconds_count{", ms / 1000, ms % 1000);
    write_route(out, routes, i);
    buf_printf(out, "} %lu\n", count);
}

static bool was_answered(const struct route_figures *figures)
{
    unsigned long count = 0;
    for (size_t b = 0; b <= DURATION_BOUNDS; b++)
        count += atomic_load(&figures->durations[b]);
    return count > 0;
}

/* Only routes that were asked for have lines: most of a table is never used on one service. */
static void write_routes(struct buf *out, const struct routes *routes, const struct route_figures *figures)
{
    write_route_answers(out, routes, figures);
    exposition_head(out, "http_request_duration_seconds", "histogram",
                    "From the first line of a request to its answer, held requests with their wait.");
    for (size_t i = 0; i <= routes->count; i++)
        if (was_answered(&figures[i]))
            write_durations(out, routes, figures, i);
}

/* --- the database --- */

/* Where there are no other nodes, nothing is left unheard. */
static void write_database(struct buf *out, const struct changes *changes)
{
    bool is_told = !changes->notices || notices_come(changes->notices);
    exposition_figure(out, "notices_heard", "gauge",
                      "1: what other nodes change is told to this one at once; 0: it looks for that now and then.",
                      is_told);
    exposition_figure(out, "database_reconnects_total", "counter",
                      "Connections to the database that were lost and made anew.", store_reconnections());
}

/* --- the process --- */

/* -1: the system does not tell. */
static long open_descriptors(void)
{
    DIR *folder = opendir("/proc/self/fd");
    long count = folder ? -3 : -1; /* ".", ".." and the folder itself */
    while (folder && readdir(folder))
        count++;
    if (folder)
        closedir(folder);
    return count;
}

static long resident_bytes(void)
{
    long pages = -1;
    FILE *file = fopen("/proc/self/statm", "re");
    if (file && fscanf(file, "%*d %ld", &pages) != 1)
        pages = -1;
    if (file)
        fclose(file);
    return pages < 0 ? -1 : pages * sysconf(_SC_PAGESIZE);
}

static void write_known(struct buf *out, const char *name, const char *help, long value)
{
    if (value >= 0)
        exposition_figure(out, name, "gauge", help, (unsigned long)value);
}

static void write_process(struct buf *out, int64_t started_at)
{
    exposition_figure(out, "start_time_seconds", "gauge", "When the service was started, in seconds since 1970.",
                      (unsigned long)(started_at / 1000));
    exposition_head(out, "build_info", "gauge", "Always 1; the label says which version runs.");
    buf_str(out, "copydesk_build_info{version=\"" COPYDESK_VERSION "\"} 1\n");
    write_known(out, "open_fds", "Descriptors that the process has open.", open_descriptors());
    write_known(out, "resident_memory_bytes", "Memory of the process that is resident.", resident_bytes());
}

/* The figures are of all accounts, so only the local account may read them. */
void metrics_show(struct request *request)
{
    struct api *api = api_of(request);
    struct buf *out = &request->answer.body;
    if (strcmp(caller_of(request)->account_id, LOCAL_ACCOUNT) != 0) {
        answer_problem(request, PROBLEM_NOT_LOCAL,
                       "These figures are of all accounts; they need a key of the local account.");
        return;
    }
    struct open_articles open = {0};
    if (!resource_read(request, count_open, &open))
        return;
    write_queue(out, &open);
    write_answers(out, &api->http);
    write_routes(out, &request->context->routes, api->http.routes);
    write_database(out, api->changes);
    write_process(out, api->started_at);
    write_counters(out, api);
    write_work(out, api);
    exposition_figure(out, "workers_busy", "gauge", "Articles being written now.",
                      (unsigned long)workers_busy(api->workers));
    exposition_figure(out, "held_bytes", "gauge", "Bodies and answers of requests under way.",
                      atomic_load(&api->http.held_bytes));
    answer_body(request, 200, "text/plain; version=0.0.4; charset=utf-8");
}
