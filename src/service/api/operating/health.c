#include "service/api/operating/health.h"

#include "service/api/operating/readiness.h"
#include "service/http/json.h"

/* Whoever asks sends its requests elsewhere meanwhile; proxies and supervisors wait for some seconds. */
enum { READY_WAIT_MS = 3000 };

/* Alive, and which run of the service it is. */
void health_live(struct request *request)
{
    buf_str(&request->answer.body, "{\"status\":\"ok\",\"instance\":");
    json_text(&request->answer.body, api_of(request)->instance);
    buf_char(&request->answer.body, '}');
    answer_json(request, 200);
}

struct health_question {
    struct waiter waiter;
    unsigned long number; /* of the check that answers it */
};

static void answer_ready(struct request *request, enum status status, const struct error *err)
{
    if (status) {
        answer_error(request, err);
        return;
    }
    buf_str(&request->answer.body, "{\"status\":\"ready\"}");
    answer_json(request, 200);
}

/* The time is over, or the service stops. */
static void answer_unknown(struct request *request)
{
    struct error err;
    if (atomic_load(api_of(request)->is_draining))
        answer_stopping(request);
    else
        answer_ready(request,
                     error_set(&err, E_IO, "database_gone", "the database has not answered for %d seconds",
                               READY_WAIT_MS / 1000),
                     &err);
}

static void health_look(struct request *request)
{
    struct health_question *question = request->state;
    struct error err;
    enum status status;
    do {
        request->resume = health_look;
        if (readiness_known(api_of(request)->readiness, question->number, &status, &err)) {
            answer_ready(request, status, &err);
            return;
        }
        if (atomic_load(&question->waiter.is_expired)) {
            answer_unknown(request);
            return;
        }
    } while (!waiter_suspend(request->context->waiters, &question->waiter) && !request->answer.status);
}

static void health_leave(struct request *request)
{
    struct health_question *question = request->state;
    waiter_leave(request->context->waiters, &question->waiter);
}

/* Ready: it can read and write, and is not about to stop. */
void health_ready(struct request *request)
{
    if (atomic_load(api_of(request)->is_draining)) {
        answer_stopping(request);
        return;
    }
    struct health_question *question = ARENA_NEW(request->arena, struct health_question);
    if (!question) {
        answer_no_memory(request);
        return;
    }
    question->waiter =
        (struct waiter){.request = request, .id = READINESS_ID, .deadline = clock_mono_ms() + READY_WAIT_MS};
    request->state = question;
    request->cleanup = health_leave;
    waiter_join(request->context->waiters, &question->waiter);
    question->number = readiness_ask(api_of(request)->readiness);
    health_look(request);
}
