#include "service/api/health.h"

#include "deliver/deliver.h"
#include "service/http/json.h"
#include "service/jobs/workers.h"

/* Alive, and which run of the service it is. */
void health_live(struct request *request)
{
    buf_str(&request->answer.body, "{\"status\":\"ok\",\"instance\":");
    json_text(&request->answer.body, api_of(request)->instance);
    buf_char(&request->answer.body, '}');
    answer_json(request, 200);
}

static enum status read_something(struct db *db, void *argument, struct error *err)
{
    struct request *request = argument;
    struct account account;
    return account_get(db, request->arena, LOCAL_ACCOUNT, &account, err);
}

/* Ready: it can read and write. */
void health_ready(struct request *request)
{
    struct error err;
    struct store *store = api_of(request)->store;
    if (store_read(store, read_something, request, &err) != OK || store_check(store, &err) != OK) {
        answer_error(request, &err);
        return;
    }
    buf_str(&request->answer.body, "{\"status\":\"ready\"}");
    answer_json(request, 200);
}

/* A figure in Prometheus' text format 0.0.4, with its HELP and TYPE lines. */
static void write_figure(struct buf *out, const char *name, const char *type, const char *help, unsigned long value)
{
    buf_printf(out, "# HELP copydesk_%s %s\n# TYPE copydesk_%s %s\ncopydesk_%s %lu\n", name, help, name, type, name,
               value);
}

static void write_answers(struct buf *out, const struct http_counters *counters)
{
    buf_str(out, "# HELP copydesk_http_answers_total Answers by class of status.\n"
                 "# TYPE copydesk_http_answers_total counter\n");
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
        write_figure(out, counters[i].name, "counter", counters[i].help, atomic_load(counters[i].value));
}

/* The figures are of all accounts, so only the local account may read them. */
void health_metrics(struct request *request)
{
    struct api *api = api_of(request);
    struct buf *out = &request->answer.body;
    if (strcmp(caller_of(request)->account_id, LOCAL_ACCOUNT) != 0) {
        answer_problem(request, PROBLEM_NOT_LOCAL,
                       "These figures are of all accounts; they need a key of the local account.");
        return;
    }
    write_answers(out, &api->http);
    write_counters(out, api);
    write_figure(out, "workers_busy", "gauge", "Articles being written now.",
                 (unsigned long)workers_busy(api->workers));
    write_figure(out, "held_bytes", "gauge", "Bodies and answers of requests under way.",
                 atomic_load(&api->http.held_bytes));
    answer_body(request, 200, "text/plain; version=0.0.4; charset=utf-8");
}
