/* A server without a network, for tests of inner requests: an outer request and a table of routes. Include it behind
 * cmocka.h. */
#ifndef COPYDESK_SPEC_INNER_PLACE_H
#define COPYDESK_SPEC_INNER_PLACE_H

#include "service/http/http.h"

#include <pthread.h>
#include <stdio.h>

static int authorized, cleaned;
static bool is_refused;

static bool inner_authorize(struct request *request)
{
    authorized++;
    if (is_refused)
        answer_problem(request, PROBLEM_NO_SCOPE, "Not you.");
    return !is_refused;
}

static void note_cleanup(struct request *request)
{
    (void)request;
    cleaned++;
}

/* Answers with what it was asked. */
static void echo(struct request *request)
{
    const char *key = request_header(request, "Idempotency-Key"), *type = request_header(request, "Content-Type");
    request->cleanup = note_cleanup;
    buf_printf(&request->answer.body, "{\"id\":\"%s\",\"user\":\"%s\",\"key\":\"%s\",\"type\":\"%s\",\"body\":%.*s}",
               request->id, (const char *)request->user, key ? key : "", type ? type : "",
               request->body.len ? (int)request->body.len : 2, request->body.len ? request->body.data : "{}");
    answer_json(request, 200);
}

static pthread_t helper;
static int looks;

static void *resume_later(void *request)
{
    request_resume(request);
    return NULL;
}

static void *run_later(void *request)
{
    request_run_again(request);
    return NULL;
}

static void answer_late(struct request *request)
{
    pthread_join(helper, NULL);
    buf_str(&request->answer.body, "{\"late\":true}");
    answer_json(request, 200);
}

/* Another thread is done with it: `resume` makes the answer. */
static void suspend(struct request *request)
{
    request->resume = answer_late;
    if (request_suspend(request))
        assert_int_equal(pthread_create(&helper, NULL, resume_later, request), 0);
}

/* Another thread has the handler run again, three times. */
static void look(struct request *request)
{
    if (looks > 0)
        pthread_join(helper, NULL);
    if (++looks == 4) {
        buf_printf(&request->answer.body, "{\"looks\":%d}", looks);
        answer_json(request, 200);
    } else if (request_suspend(request)) {
        assert_int_equal(pthread_create(&helper, NULL, run_later, request), 0);
    }
}

/* Answers before it hands the request on; nothing is left to be done. */
static void answer_and_suspend(struct request *request)
{
    answer_empty(request, 204);
    request->resume = NULL;
    if (request_suspend(request))
        assert_int_equal(pthread_create(&helper, NULL, resume_later, request), 0);
}

static const struct route place_routes[] = {
    {"GET", "/echo/{id}", ROUTE_PLAIN, 1, 0, 0, echo},          {"POST", "/echo/{id}", ROUTE_JSON, 1, 0, 0, echo},
    {"GET", "/suspended", ROUTE_PLAIN, 1, 0, 0, suspend},       {"GET", "/looks", ROUTE_SLOW, 1, 0, 0, look},
    {"GET", "/empty", ROUTE_SLOW, 1, 0, 0, answer_and_suspend},
};

static struct request_context place_context = {.routes = {place_routes, COUNT_OF(place_routes)},
                                               .authorize = inner_authorize};

/* Asks for somebody; the arena is that of the outer request. */
static struct inner_answer ask_inner(struct arena *of_outer, const struct inner_call *call)
{
    struct inner_answer answer;
    struct request outer = {.context = &place_context, .arena = of_outer, .user = "somebody", .account_id = "local"};
    inner_run(&outer, call, &answer);
    return answer;
}

#endif
