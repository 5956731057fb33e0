/* Attempts that the caller answers, the list of calls that have ended, and the attempt log. No server is needed. */
#include "client_calls.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>

static const char *const with_id[] = {"X-Request-Id: r-1", "Retry-After: 0", NULL};

static struct client *open_external(void)
{
    return open_client(&(struct client_options){.base_url = "https://desk.example/v",
                                                .api_key = "secret-key",
                                                .retries = 1,
                                                .external_transport = true,
                                                .logs_attempts = true});
}

static bool has_header(const struct client_call *call, const char *wanted)
{
    const char *header;
    for (size_t i = 0; (header = client_call_request_header(call, i)); i++)
        if (strcmp(header, wanted) == 0)
            return true;
    return false;
}

static void describes_each_attempt_once(void **state)
{
    (void)state;
    static const char *const headers[] = {"X-Team: desk", "Accept:", NULL};
    struct client *client = open_external();
    struct pollfd poller = {.fd = client_fd(client, NULL), .events = POLLIN};
    struct client_request request = {.method = "POST", .path = "/a?b=c", .headers = headers, .idempotency_key = "once"};
    struct client_call *call;
    struct buf body = {0};
    assert_null(client_next_outgoing(client));
    assert_int_equal(client_timeout(client), -1);
    buf_str(&body, "{}");
    assert_int_equal(client_start(client, &request, &body, &call, NULL), OK);
    assert_int_equal(client_timeout(client), 0);
    assert_int_equal(poll(&poller, 1, 20000), 1);
    assert_int_equal(client_step(client, -1, NULL), OK);
    assert_int_equal(client_timeout(client), 0);

    assert_ptr_equal(client_next_outgoing(client), call);
    assert_null(client_next_outgoing(client));
    assert_in_range(client_timeout(client), 1, CLIENT_TIMEOUT_MS);
    assert_string_equal(client_call_method(call), "POST");
    assert_string_equal(client_call_url(call), "https://desk.example/v/a?b=c");
    assert_true(str_eq(client_call_request_body(call), STR("{}")));
    assert_true(has_header(call, "Authorization: Bearer secret-key"));
    assert_true(has_header(call, "Content-Type: application/json"));
    assert_true(has_header(call, "Idempotency-Key: once"));
    assert_true(has_header(call, "X-Team: desk"));
    assert_false(has_header(call, "Accept:"));

    assert_int_equal(client_call_answer(call, 200, with_id, STR("hello"), NULL), OK);
    assert_true(client_call_done(call));
    assert_int_equal(client_call_outcome(call, NULL), OK);
    assert_int_equal(client_call_status(call), 200);
    assert_true(str_eq(client_call_body(call), STR("hello")));
    assert_true(str_eq(client_call_header(call, "x-request-id"), STR("r-1")));
    client_call_free(call);
    client_free(client);
}

static void answers_are_retried_as_from_the_wire(void **state)
{
    (void)state;
    struct client *client = open_external();
    struct client_call *call = start_get(client, "/x");
    assert_ptr_equal(client_next_outgoing(client), call);
    assert_int_equal(client_call_answer(call, 503, with_id, STR("busy"), NULL), OK);
    assert_false(client_call_done(call));
    while (!client_next_outgoing(client))
        assert_int_equal(client_step(client, -1, NULL), OK);
    client_call_refuse(call, "the line with secret-key is dead");
    struct error err;
    assert_int_equal(client_call_outcome(call, &err), E_NETWORK);
    assert_string_equal(err.message, "the line with *** is dead");
    assert_true(client_call_retryable(call));
    assert_int_equal(count_attempts(client), 2);
    client_call_free(call);
    client_free(client);
}

static void wrong_answers_are_refused(void **state)
{
    (void)state;
    static const char *const forged[] = {"A: b\r\nC: d", NULL};
    struct client *client = open_external();
    struct client_call *call = start_get(client, "/x");
    assert_ptr_equal(client_next_outgoing(client), call);
    struct error err;
    assert_int_equal(client_call_answer(call, 99, NULL, STR(""), &err), E_INVALID);
    assert_int_equal(client_call_answer(call, 600, NULL, STR(""), &err), E_INVALID);
    assert_int_equal(client_call_answer(call, 200, forged, STR(""), &err), E_INVALID);
    assert_false(client_call_done(call));
    assert_int_equal(client_call_answer(call, 204, NULL, (struct str){NULL, 0}, &err), OK);
    assert_int_equal(client_call_status(call), 204);
    assert_int_equal(client_call_answer(call, 200, NULL, STR("late"), &err), E_CONFLICT);
    assert_int_equal(client_call_status(call), 204);
    client_call_refuse(call, "late");
    assert_int_equal(client_call_outcome(call, NULL), OK);
    client_call_free(call);
    client_free(client);
}

static void an_answer_has_its_limits(void **state)
{
    (void)state;
    struct client *client = open_external();
    struct client_call *call = start_get(client, "/x");
    struct str large = {calloc(1, CLIENT_MAX_ANSWER + 1), CLIENT_MAX_ANSWER + 1};
    assert_non_null(large.data);
    assert_int_equal(client_call_answer(call, 200, NULL, large, NULL), OK);
    struct error err;
    assert_int_equal(client_call_outcome(call, &err), E_LIMIT);
    assert_string_equal(err.message, "the answer is larger than 64 MiB");
    assert_int_equal(client_call_status(call), 0);
    assert_null(client_next_outgoing(client));
    free((char *)large.data);
    client_call_free(call);
    client_free(client);
}

static void a_deadline_ends_an_attempt_that_nobody_answers(void **state)
{
    (void)state;
    struct client *client = open_external();
    struct client_request request = {.method = "GET", .path = "/x", .timeout_ms = 20, .retries = 3};
    struct client_call *given = start_request(client, &request);
    assert_ptr_equal(client_next_outgoing(client), given);
    finish(client, given);
    assert_int_equal(client_call_outcome(given, NULL), E_TIMEOUT);
    assert_int_equal(client_call_answer(given, 200, NULL, STR(""), NULL), E_CONFLICT);
    struct client_call *queued = start_request(client, &request);
    finish(client, queued);
    assert_int_equal(client_call_outcome(queued, NULL), E_TIMEOUT);
    assert_null(client_next_outgoing(client));
    client_call_free(queued);
    client_call_free(given);
    client_free(client);
}

static void ended_calls_are_listed_once_in_order(void **state)
{
    (void)state;
    enum { COUNT = 5 };
    struct client *client = open_external();
    struct client_call *calls[COUNT];
    int data[COUNT];
    for (int i = 0; i < COUNT; i++) {
        struct client_request request = {.method = "GET", .path = "/x", .data = i == 3 ? NULL : &data[i]};
        calls[i] = start_request(client, &request);
        assert_ptr_equal(client_call_data(calls[i]), request.data);
    }
    assert_null(client_next_ended(client));
    static const int order[COUNT] = {2, 3, 0, 4, 1};
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(client_call_answer(calls[order[i]], 200, NULL, STR(""), NULL), OK);
    client_call_free(calls[0]); /* leaves the list */
    assert_ptr_equal(client_next_ended(client), calls[2]);
    assert_ptr_equal(client_next_ended(client), calls[4]);
    client_call_free(calls[4]);
    struct client_call *last =
        start_request(client, &(struct client_request){.method = "GET", .path = "/", .data = &data[0]});
    assert_ptr_equal(client_next_ended(client), calls[1]);
    assert_null(client_next_ended(client));
    client_free(client);
    assert_int_equal(client_call_outcome(last, NULL), E_CANCELLED);
    client_call_free(last);
    for (int i = 1; i < 4; i++)
        client_call_free(calls[i]);
}

/* A list that were searched would need fifty million steps here. */
static void ten_thousand_calls_end_at_no_quadratic_cost(void **state)
{
    (void)state;
    enum { COUNT = 10000 };
    struct client *client = open_external();
    static struct client_call *calls[COUNT];
    static int data;
    for (int i = 0; i < COUNT; i++)
        calls[i] = start_request(client, &(struct client_request){.method = "GET", .path = "/", .data = &data});
    for (int i = COUNT - 1; i >= 0; i--)
        assert_int_equal(client_call_answer(calls[i], 200, NULL, STR(""), NULL), OK);
    for (int i = COUNT - 1; i >= COUNT / 2; i--)
        assert_ptr_equal(client_next_ended(client), calls[i]);
    for (int i = 0; i < COUNT; i++)
        client_call_free(calls[i]);
    assert_null(client_next_ended(client));
    assert_null(client_next_outgoing(client));
    client_free(client);
}

static void every_attempt_is_logged(void **state)
{
    (void)state;
    struct client *client = open_external();
    struct client_attempt attempt;
    struct client_call *call = start_get(client, "/x");
    struct client_call *dropped = start_get(client, "/dropped");
    assert_false(client_next_attempt(client, &attempt));
    client_call_answer(call, 503, with_id, STR("busy"), NULL);
    while (!client_call_done(call)) {
        assert_int_equal(client_step(client, -1, NULL), OK);
        for (struct client_call *next; (next = client_next_outgoing(client));)
            if (next == call)
                client_call_refuse(call, "no line by http://me:hush@proxy:1/ today");
    }
    client_call_free(dropped);
    client_call_free(call);

    assert_true(client_next_attempt(client, &attempt));
    assert_string_equal(attempt.method, "GET");
    assert_string_equal(attempt.url, "https://desk.example/v/x");
    assert_int_equal(attempt.attempt, 1);
    assert_int_equal(attempt.http_status, 503);
    assert_null(attempt.message);
    assert_string_equal(attempt.request_id, "r-1");
    assert_int_equal(attempt.retry_in_ms, 0);
    assert_int_equal(attempt.sent, 0);
    assert_int_equal(attempt.received, 4);
    assert_in_range(attempt.ms, 0, 60000);

    assert_true(client_next_attempt(client, &attempt));
    assert_int_equal(attempt.attempt, 2);
    assert_int_equal(attempt.http_status, 0);
    assert_string_equal(attempt.message, "no line by http://proxy:1/ today");
    assert_null(attempt.request_id);
    assert_int_equal(attempt.retry_in_ms, -1);

    assert_true(client_next_attempt(client, &attempt));
    assert_string_equal(attempt.url, "https://desk.example/v/dropped");
    assert_string_equal(attempt.message, "cancelled");
    assert_false(client_next_attempt(client, &attempt));

    client_call_free(start_get(client, "/unread")); /* its entry goes with the client */
    client_free(client);
}

static void a_client_without_the_option_logs_nothing(void **state)
{
    (void)state;
    struct client *client = open_client(&(struct client_options){.base_url = "http://a", .external_transport = true});
    struct client_attempt attempt;
    struct client_call *call = start_get(client, "/x");
    client_call_answer(call, 200, NULL, STR(""), NULL);
    assert_false(client_next_attempt(client, &attempt));
    client_call_free(call);
    client_free(client);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(describes_each_attempt_once),
        cmocka_unit_test(answers_are_retried_as_from_the_wire),
        cmocka_unit_test(wrong_answers_are_refused),
        cmocka_unit_test(an_answer_has_its_limits),
        cmocka_unit_test(a_deadline_ends_an_attempt_that_nobody_answers),
        cmocka_unit_test(ended_calls_are_listed_once_in_order),
        cmocka_unit_test(ten_thousand_calls_end_at_no_quadratic_cost),
        cmocka_unit_test(every_attempt_is_logged),
        cmocka_unit_test(a_client_without_the_option_logs_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
