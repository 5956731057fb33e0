/* The client without Lua: its rules by themselves, and calls against a server on loopback. */
#include "client/call.h"
#include "client/heap.h"
#include "client/queue.h"

#include "client_calls.h"
#include "loopback.h"

#include <poll.h>
#include <sys/wait.h>

/* --- rules --- */

static void retries_what_may_pass(void **state)
{
    (void)state;
    static const int wanted[] = {408, 409, 429, 500, 502, 503, 504, 599};
    static const int final[] = {0, 200, 204, 301, 304, 400, 401, 402, 403, 404, 410, 422, 600};
    for (size_t i = 0; i < COUNT_OF(wanted); i++)
        assert_true(retry_wanted(wanted[i]));
    for (size_t i = 0; i < COUNT_OF(final); i++)
        assert_false(retry_wanted(final[i]));
}

static void backs_off_by_doubling_less_a_quarter_at_most(void **state)
{
    (void)state;
    static const int64_t full[] = {500, 1000, 2000, 4000, 8000, 8000, 8000};
    for (int attempt = 1; attempt <= (int)COUNT_OF(full); attempt++) {
        for (int i = 0; i < 200; i++) {
            int64_t delay = retry_backoff_ms(attempt);
            assert_in_range(delay, full[attempt - 1] * 3 / 4, full[attempt - 1]);
        }
    }
    assert_in_range(retry_backoff_ms(1000), 6000, 8000);
}

static void reads_every_form_of_retry_after(void **state)
{
    (void)state;
    static const struct {
        const char *headers;
        int64_t wanted;
    } cases[] = {
        {"", -1},
        {"Retry-After: soon\r\n", -1},
        {"Retry-After-Ms: 250\r\nRetry-After: 60\r\n", 250},
        {"Retry-After: 60\r\nRetry-After-Ms: 0\r\n", 0},
        {"Retry-After-Ms: soon\r\nRetry-After: 2\r\n", 2000},
        {"Retry-After: 1.5\r\n", 1500},
        {"Retry-After: Sun, 06 Nov 1994 08:49:37 GMT\r\n", 0},
    };
    struct answer_text answer = {0};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        answer_text_clear(&answer);
        assert_true(answer_text_add_header(&answer, cases[i].headers, strlen(cases[i].headers)));
        assert_int_equal(answer_text_retry_after_ms(&answer), cases[i].wanted);
    }
    struct str long_wait = STR("Retry-After: 99999999999999999999999\r\n");
    answer_text_clear(&answer);
    assert_true(answer_text_add_header(&answer, long_wait.data, long_wait.len));
    assert_true(answer_text_retry_after_ms(&answer) > CLIENT_MAX_RETRY_AFTER_MS);
    answer_text_free(&answer);
}

static void heap_gives_the_soonest_whatever_is_taken_out(void **state)
{
    (void)state;
    enum { COUNT = 300 };
    static struct timer timers[COUNT];
    struct timer_heap heap = {0};
    uint32_t random = 1;
    assert_true(heap_reserve(&heap, COUNT));
    for (int i = 0; i < COUNT; i++) {
        random = random * 1664525 + 1013904223;
        timers[i].due = random >> 24;
        heap_push(&heap, &timers[i]);
    }
    for (int i = 0; i < COUNT; i += 3)
        heap_remove(&heap, &timers[i]);
    int64_t last = -1;
    size_t left = heap.count;
    assert_int_equal(left, COUNT - COUNT / 3);
    for (; heap.count; left--) {
        struct timer *soonest = heap.timers[0];
        assert_true(soonest->due >= last);
        last = soonest->due;
        heap_remove(&heap, soonest);
    }
    assert_int_equal(left, 0);
    heap_free(&heap);
}

static void queue_entries_leave_from_anywhere(void **state)
{
    (void)state;
    enum { COUNT = 5 };
    struct queue queue = {0};
    struct queue_entry entries[COUNT] = {0};
    for (int i = 0; i < COUNT; i++) {
        entries[i].item = &entries[i];
        queue_push(&queue, &entries[i]);
    }
    queue_leave(&entries[2]);
    queue_leave(&entries[4]);
    queue_leave(&entries[4]); /* in no queue any more */
    queue_push(&queue, &entries[2]);
    queue_leave(&entries[0]);
    static const int order[] = {1, 3, 2};
    for (size_t i = 0; i < COUNT_OF(order); i++)
        assert_ptr_equal(queue_pop(&queue), &entries[order[i]]);
    assert_null(queue_pop(&queue));
    assert_null(queue.first);
}

static void refuses_options_that_are_wrong(void **state)
{
    (void)state;
    static const char *const bad_header[] = {"no colon", NULL}, *const forged[] = {"A: b\r\nC: d", NULL},
                             *const spaced[] = {"A b: c", NULL};
    char long_path[120] = "unix:/";
    memset(long_path + strlen(long_path), 'x', sizeof long_path - 1 - strlen(long_path));
    const struct client_options cases[] = {
        {.base_url = NULL},
        {.base_url = ""},
        {.base_url = "example.org"},
        {.base_url = "ftp://example.org"},
        {.base_url = "http://"},
        {.base_url = "http://a b/"},
        {.base_url = "http://example.org/?a=b"},
        {.base_url = "http://example.org/#a"},
        {.base_url = "http://user:secret@example.org/"},
        {.base_url = "http://a", .api_key = "x\ny"},
        {.base_url = "http://a", .headers = bad_header},
        {.base_url = "http://a", .headers = forged},
        {.base_url = "http://a", .headers = spaced},
        {.base_url = "http://me:secret@a b"},
        {.base_url = "unix:"},
        {.base_url = "unix:relative"},
        {.base_url = "unix:/path:prefix"},
        {.base_url = "unix:/path:/a?b"},
        {.base_url = long_path},
        {.base_url = "unix:/path", .proxy = "http://proxy:1"},
        {.base_url = "http://a", .proxy = "me:secret@proxy:1"},
        {.base_url = "http://a", .proxy = "ftp://me:secret@proxy:1"},
        {.base_url = "http://a", .proxy = "http://me:secret@proxy:1x"},
        {.base_url = "http://a", .client_cert = "a.pem"},
        {.base_url = "https://a", .client_key = "a.pem"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct client *client;
        struct error err = {OK};
        assert_int_equal(client_new(&cases[i], &client, &err), E_INVALID);
        assert_null(client);
        assert_true(strlen(err.message) > 10);
        assert_null(strstr(err.message, "secret"));
    }
}

/* --- calls --- */

static bool echo_path(struct loopback *server, int connection, const char *request)
{
    (void)server;
    char answer[256];
    if (loopback_asks(request, "/last")) {
        loopback_text(connection, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        return false;
    }
    if (loopback_asks(request, "/hang")) {
        loopback_hang(connection);
        return false;
    }
    size_t length = strcspn(request, "\r");
    snprintf(answer, sizeof answer,
             "HTTP/1.1 103 Early\r\nX-Kind: interim\r\n\r\n"
             "HTTP/1.1 200 OK\r\nX-Kind:  final \r\nx-kind: second\r\nContent-Length: %zu\r\n\r\n%.*s",
             length, (int)length, request);
    loopback_text(connection, answer);
    return true;
}

struct fixture {
    struct loopback server;
    struct client *client;
};

static int set_up(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    loopback_start(&fixture->server, echo_path, NULL);
    struct client_options options = {.base_url = fixture->server.url, .timeout_ms = 20000, .logs_attempts = true};
    *state = fixture;
    return client_new(&options, &fixture->client, NULL);
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    client_free(fixture->client);
    loopback_stop(&fixture->server);
    free(fixture);
    return 0;
}

static struct client_call *start(struct client *client, const char *path, int delay_ms)
{
    return start_request(client,
                         &(struct client_request){.method = "GET", .path = path, .retries = -1, .delay_ms = delay_ms});
}

static void gives_body_and_headers_of_the_final_answer(void **state)
{
    struct fixture *fixture = *state;
    struct client_call *call = start(fixture->client, "/a?b=c", 0);
    finish(fixture->client, call);
    assert_int_equal(client_call_outcome(call, NULL), OK);
    assert_int_equal(client_call_status(call), 200);
    assert_true(str_eq(client_call_body(call), STR("GET /a?b=c HTTP/1.1")));
    assert_true(str_eq(client_call_header(call, "X-KIND"), STR("final")));
    assert_null(client_call_header(call, "x-kin").data);
    assert_int_equal(client_call_retry_after_ms(call), -1);
    client_call_free(call);
}

static void reuses_connection_and_handle(void **state)
{
    struct fixture *fixture = *state;
    CURL *handle = NULL;
    for (int i = 0; i < 10; i++) {
        struct client_call *call = start(fixture->client, "/", 0);
        finish(fixture->client, call);
        assert_true(!handle || handle == call->attempt.exchange.transfer.handle);
        handle = call->attempt.exchange.transfer.handle;
        client_call_free(call);
    }
    assert_int_equal(atomic_load(&fixture->server.connections), 1);
    assert_int_equal(atomic_load(&fixture->server.requests), 10);
}

static void descriptor_wakes_for_answers_and_timers(void **state)
{
    struct fixture *fixture = *state;
    struct pollfd poller = {.fd = client_fd(fixture->client, NULL), .events = POLLIN};
    assert_true(poller.fd >= 0);
    assert_int_equal(client_timeout(fixture->client), -1);
    struct client_call *call = start(fixture->client, "/later", 30);
    assert_in_range(client_timeout(fixture->client), 1, 30);
    while (!client_call_done(call)) {
        assert_int_equal(poll(&poller, 1, 20000), 1);
        assert_int_equal(client_step(fixture->client, 0, NULL), OK);
    }
    assert_true(str_eq(client_call_body(call), STR("GET /later HTTP/1.1")));
    client_call_free(call);
    assert_int_equal(client_step(fixture->client, 0, NULL), OK);
    assert_int_equal(poll(&poller, 1, 0), 0);
}

/* The server hangs up on a connection that is kept for later: one wake-up, no more. */
static void an_idle_connection_that_ends_wakes_once(void **state)
{
    struct fixture *fixture = *state;
    struct pollfd poller = {.fd = client_fd(fixture->client, NULL), .events = POLLIN};
    for (int i = 0; i < 3; i++) {
        struct client_call *call = start(fixture->client, "/last", 0);
        finish(fixture->client, call);
        assert_int_equal(client_call_status(call), 200);
        client_call_free(call);
        assert_int_equal(poll(&poller, 1, 20000), 1);
        assert_int_equal(client_step(fixture->client, 0, NULL), OK);
        assert_int_equal(poll(&poller, 1, 0), 0);
        assert_int_equal(client_timeout(fixture->client), -1);
    }
    assert_int_equal(atomic_load(&fixture->server.connections), 3);
}

/* Dots in a path are the caller's, and so is what a query holds; only what no URL may hold is encoded. */
static void the_path_goes_out_as_it_is(void **state)
{
    struct fixture *fixture = *state;
    static const struct {
        const char *path, *wanted;
    } cases[] = {
        {"/a/../b/./c", "GET /a/../b/./c HTTP/1.1"},
        {"/a?b=/../c?d", "GET /a?b=/../c?d HTTP/1.1"},
        {"/%2E%2e/%41%2f?%20%2B+&", "GET /%2E%2e/%41%2f?%20%2B+& HTTP/1.1"},
        {"//x", "GET //x HTTP/1.1"},
        {"/\xc3\xa9", "GET /%C3%A9 HTTP/1.1"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct client_call *call = start(fixture->client, cases[i].path, 0);
        finish(fixture->client, call);
        assert_string_equal(client_call_body(call).data, cases[i].wanted);
        client_call_free(call);
    }
}

static void waiting_calls_begin_in_the_order_of_their_delays(void **state)
{
    struct fixture *fixture = *state;
    struct client_call *late = start(fixture->client, "/late", 60000), *soon = start(fixture->client, "/soon", 5);
    finish(fixture->client, soon);
    assert_false(client_call_done(late));
    assert_in_range(client_timeout(fixture->client), 1, 60000);
    client_call_free(soon);
    client_call_free(late);
    assert_int_equal(client_timeout(fixture->client), -1);
}

static void freeing_the_client_ends_its_calls(void **state)
{
    struct fixture *fixture = *state;
    struct client_call *running = start(fixture->client, "/hang", 0), *waiting = start(fixture->client, "/x", 60000);
    client_step(fixture->client, 0, NULL);
    client_free(fixture->client);
    fixture->client = NULL;
    struct error err;
    assert_true(client_call_done(running) && client_call_done(waiting));
    assert_int_equal(client_call_outcome(running, &err), E_CANCELLED);
    assert_string_equal(err.message, "the client was closed");
    assert_int_equal(client_call_outcome(waiting, NULL), E_CANCELLED);
    client_call_free(running);
    client_call_free(waiting);
}

static void a_deadline_covers_everything(void **state)
{
    struct fixture *fixture = *state;
    struct client_call *call;
    struct client_request request = {.method = "GET", .path = "/hang", .retries = 5, .timeout_ms = 50};
    assert_int_equal(client_start(fixture->client, &request, NULL, &call, NULL), OK);
    finish(fixture->client, call);
    assert_int_equal(client_call_outcome(call, NULL), E_TIMEOUT);
    assert_int_equal(count_attempts(fixture->client), 1);
    assert_true(client_call_retryable(call));
    client_call_free(call);
}

/* Where no retry is allowed, nobody listening is an error at once. */
static void waits_for_a_takeover_only_where_it_may_retry(void **state)
{
    struct client *client;
    struct client_call *call;
    (void)state;
    struct client_options options = {
        .base_url = "unix:/nowhere/socket", .waits_for_takeover = true, .logs_attempts = true, .retries = -1};
    assert_int_equal(client_new(&options, &client, NULL), OK);
    struct client_request request = {.method = "GET", .path = "/", .retries = 0};
    assert_int_equal(client_start(client, &request, NULL, &call, NULL), OK);
    finish(client, call);
    assert_int_equal(client_call_outcome(call, NULL), E_NETWORK);
    assert_int_equal(count_attempts(client), 1);
    assert_false(client_has_reached_server(client));
    client_call_free(call);
    request.retries = 1;
    assert_int_equal(client_start(client, &request, NULL, &call, NULL), OK);
    for (int attempts = 0; attempts <= 1 + request.retries; attempts += count_attempts(client)) {
        assert_false(client_call_done(call));
        assert_int_equal(client_step(client, -1, NULL), OK);
    }
    client_call_free(call);

    /* Where no further attempt fits before the deadline, the call ends with what the last one met. */
    request.timeout_ms = 300;
    int64_t deadline = clock_mono_ms() + request.timeout_ms;
    assert_int_equal(client_start(client, &request, NULL, &call, NULL), OK);
    finish(client, call);
    if (clock_mono_ms() < deadline) /* the machine did not stall */
        assert_int_equal(client_call_outcome(call, NULL), E_NETWORK);
    client_call_free(call);
    client_free(client);
}

static void refuses_requests_that_are_wrong(void **state)
{
    struct fixture *fixture = *state;
    static const char *const forged[] = {"A: b\nC: d", NULL};
    const struct client_request cases[] = {
        {.method = "get", .path = "/"},
        {.method = "", .path = "/"},
        {.method = "GET", .path = ""},
        {.method = "GET", .path = "http://elsewhere/"},
        {.method = "GET", .path = "/a b"},
        {.method = "GET", .path = "/a\r\nB: c"},
        {.method = "GET", .path = "/#a"},
        {.method = "GET", .path = "/", .headers = forged},
        {.method = "POST", .path = "/", .idempotency_key = "a\nb"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct client_call *call;
        struct buf body = {0};
        buf_str(&body, "{}");
        assert_int_equal(client_start(fixture->client, &cases[i], &body, &call, NULL), E_INVALID);
        assert_null(call);
        assert_null(body.data);
    }
    assert_int_equal(atomic_load(&fixture->server.requests), 0);
}

/* The child must not speak on the parent's connection, and the parent must not notice the child. */
static void a_forked_child_starts_anew(void **state)
{
    struct fixture *fixture = *state;
    struct client_call *before = start(fixture->client, "/before", 0);
    finish(fixture->client, before);
    client_call_free(before);
    struct client_call *inherited = start(fixture->client, "/inherited", 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        client_step(fixture->client, 0, NULL);
        bool ended = client_call_done(inherited) && client_call_outcome(inherited, NULL) == E_NETWORK;
        client_call_free(inherited);
        struct client_call *waiting = start(fixture->client, "/child", 60000);
        bool waits = !client_call_done(waiting) && client_fd(fixture->client, NULL) >= 0;
        client_call_free(waiting);
        client_free(fixture->client);
        _exit(ended && waits ? 0 : 1);
    }
    int result;
    assert_int_equal(waitpid(child, &result, 0), child);
    assert_true(WIFEXITED(result) && WEXITSTATUS(result) == 0);
    finish(fixture->client, inherited);
    assert_true(str_eq(client_call_body(inherited), STR("GET /inherited HTTP/1.1")));
    client_call_free(inherited);
    assert_int_equal(atomic_load(&fixture->server.connections), 1);
}

#define WITH_SERVER(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(retries_what_may_pass),
        cmocka_unit_test(backs_off_by_doubling_less_a_quarter_at_most),
        cmocka_unit_test(reads_every_form_of_retry_after),
        cmocka_unit_test(queue_entries_leave_from_anywhere),
        cmocka_unit_test(heap_gives_the_soonest_whatever_is_taken_out),
        cmocka_unit_test(refuses_options_that_are_wrong),
        cmocka_unit_test(waits_for_a_takeover_only_where_it_may_retry),
        WITH_SERVER(gives_body_and_headers_of_the_final_answer),
        WITH_SERVER(reuses_connection_and_handle),
        WITH_SERVER(descriptor_wakes_for_answers_and_timers),
        WITH_SERVER(an_idle_connection_that_ends_wakes_once),
        WITH_SERVER(the_path_goes_out_as_it_is),
        WITH_SERVER(waiting_calls_begin_in_the_order_of_their_delays),
        WITH_SERVER(freeing_the_client_ends_its_calls),
        WITH_SERVER(a_deadline_covers_everything),
        WITH_SERVER(refuses_requests_that_are_wrong),
        WITH_SERVER(a_forked_child_starts_anew),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
