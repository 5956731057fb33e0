#include "service/http/inner.h"

#include "service/http/answer.h"

struct inner {
    struct request request;
    const struct inner_call *call;
    pthread_mutex_t lock;
    pthread_cond_t resumed;
    bool is_resumed;
    void (*next)(struct request *request);
};

const char *inner_header(const struct inner *inner, const char *name)
{
    if (strcmp(name, "Content-Type") == 0)
        return inner->call->body.len ? "application/json" : NULL;
    return strcmp(name, "Idempotency-Key") == 0 ? inner->call->idempotency_key : NULL;
}

void inner_resume(struct inner *inner, void (*next)(struct request *request))
{
    pthread_mutex_lock(&inner->lock);
    inner->next = next;
    inner->is_resumed = true;
    pthread_cond_signal(&inner->resumed);
    pthread_mutex_unlock(&inner->lock);
}

/* What is to be done next, once somebody has resumed the request; NULL: nothing. */
static void (*wait_for_next(struct inner *inner))(struct request *)
{
    pthread_mutex_lock(&inner->lock);
    while (!inner->is_resumed)
        pthread_cond_wait(&inner->resumed, &inner->lock);
    inner->is_resumed = false;
    pthread_mutex_unlock(&inner->lock);
    return inner->next;
}

static void handle(struct inner *inner)
{
    void (*next)(struct request *) = inner->request.route->handle;
    while (next) {
        bool handed_on = false;
        inner->request.handed_on = &handed_on;
        next(&inner->request);
        next = handed_on ? wait_for_next(inner) : NULL;
    }
}

static void run_inner(struct inner *inner)
{
    struct request *request = &inner->request;
    const char *allow;
    if (!request->method || !request->target.text) {
        answer_no_memory(request);
        return;
    }
    request->route = route_find(&request->context->routes, request->arena, request->method, request->target.path,
                                &request->id, &allow);
    if (!request->route)
        answer_problem(request, PROBLEM_NO_PATH, "There is nothing at this address.");
    else if (!request->id && strstr(request->route->path, "{id}"))
        answer_no_memory(request);
    else if (request->body.len > route_body_limit(request->route))
        answer_too_large(request);
    else if (request->body.failed)
        answer_no_memory(request);
    else if (request->context->authorize(request) && request_passes(request))
        handle(inner);
}

static void inner_begin(struct inner *inner, struct request *outer)
{
    struct request *request = &inner->request;
    request->inner = inner;
    request->context = outer->context;
    request->app = outer->app;
    request->user = outer->user;
    request->account_id = outer->account_id;
    request->arena = outer->arena;
    request->began_at = clock_mono_ms();
    request->request_id = outer->request_id;
    request->outer = outer;
    request->method = inner->call->method;
    request->target = head_target(outer->arena, inner->call->target);
    buf_add(&request->body, inner->call->body.data, inner->call->body.len);
    pthread_mutex_init(&inner->lock, NULL);
    pthread_cond_init(&inner->resumed, NULL);
}

static void inner_end(struct inner *inner)
{
    struct request *request = &inner->request;
    if (request->cleanup)
        request->cleanup(request);
    buf_free(&request->body);
    buf_free(&request->answer.body);
    pthread_cond_destroy(&inner->resumed);
    pthread_mutex_destroy(&inner->lock);
}

void inner_run(struct request *outer, const struct inner_call *call, struct inner_answer *answer)
{
    struct inner inner = {.call = call};
    inner_begin(&inner, outer);
    run_inner(&inner);
    struct answer *given = &inner.request.answer;
    if (given->body.failed)
        answer_no_memory(&inner.request);
    *answer = (struct inner_answer){.status = given->status,
                                    .is_json = given->content_type && strstr(given->content_type, "json")};
    answer->body.data = arena_copy_n(outer->arena, buf_text(&given->body), given->body.len);
    answer->body.len = answer->body.data ? given->body.len : 0;
    if (!answer->body.data)
        *answer = (struct inner_answer){.status = 503, .body = STR("{}")};
    inner_end(&inner);
}
