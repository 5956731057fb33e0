#include "service/api/api.h"
#include "service/http/json.h"
#include "service/internal.h"
#include "service/jobs/workers.h"

/* Alive, and which run of the service it is. */
void health_live(struct request *request)
{
    buf_str(&request->answer.body, "{\"status\":\"ok\",\"instance\":");
    json_text(&request->answer.body, request->service->instance);
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
    struct store *store = request->service->store;
    if (store_read(store, read_something, request, &err) != OK || store_check(store, &err) != OK) {
        answer_error(request, &err);
        return;
    }
    buf_str(&request->answer.body, "{\"status\":\"ready\"}");
    answer_json(request, 200);
}

struct counter {
    const char *name, *help;
    size_t offset;
};

/* Prometheus text format 0.0.4. The figures are those of all accounts: for whoever runs the service. */
void health_metrics(struct request *request)
{
    static const struct counter counters[] = {
        {"articles_created_total", "Articles accepted.", offsetof(struct metrics, created)},
        {"articles_finished_total", "Articles finished.", offsetof(struct metrics, jobs.finished)},
        {"articles_failed_total", "Articles that failed while being written.", offsetof(struct metrics, jobs.failed)},
        {"words_total", "Words written.", offsetof(struct metrics, jobs.words)},
        {"link_requests_total", "Internal-linking requests answered.", offsetof(struct metrics, link_requests)},
        {"links_total", "Internal links inserted.", offsetof(struct metrics, links)},
        {"deliveries_total", "Records delivered to webhooks.", offsetof(struct metrics, deliver.delivered)},
        {"delivery_failures_total", "Attempts to deliver that failed.", offsetof(struct metrics, deliver.failures)},
    };
    struct service *service = request->service;
    struct buf *out = &request->answer.body;
    if (strcmp(request->caller.account_id, LOCAL_ACCOUNT) != 0) {
        answer_problem(request, PROBLEM_NOT_LOCAL,
                       "These figures are of all accounts; they need a key of the local account.");
        return;
    }
    buf_str(out, "# HELP copydesk_http_answers_total Answers by class of status.\n"
                 "# TYPE copydesk_http_answers_total counter\n");
    for (int class = 1; class <= 5; class ++)
        buf_printf(out, "copydesk_http_answers_total{class=\"%dxx\"} %lu\n", class,
                   atomic_load(&service->metrics.answers[class]));
    for (size_t i = 0; i < COUNT_OF(counters); i++) {
        const struct counter *c = &counters[i];
        atomic_ulong *value = (atomic_ulong *)((char *)&service->metrics + c->offset);
        buf_printf(out, "# HELP copydesk_%s %s\n# TYPE copydesk_%s counter\ncopydesk_%s %lu\n", c->name, c->help,
                   c->name, c->name, atomic_load(value));
    }
    buf_str(out, "# HELP copydesk_workers_busy Articles being written now.\n# TYPE copydesk_workers_busy gauge\n");
    buf_printf(out, "copydesk_workers_busy %d\n", workers_busy(service->workers));
    buf_str(out, "# HELP copydesk_held_bytes Bodies and answers of requests under way.\n"
                 "# TYPE copydesk_held_bytes gauge\n");
    buf_printf(out, "copydesk_held_bytes %zu\n", atomic_load(&service->held));
    answer(request, 200, "text/plain; version=0.0.4; charset=utf-8");
}
