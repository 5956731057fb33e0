/*
 * The client when memory runs out at any allocation, libcurl's included: an error, never a crash, a leak or half an
 * answer; and when there is memory again, the same client works again.
 */
#include "client/call.h"

#include "client_calls.h"
#include "loopback.h"
#include "oom.h"

#include <curl/curl.h>
#include <sys/wait.h>

static const char *const headers[] = {"X-Team: desk", NULL};
static const char *const answer_headers[] = {"X-Request-Id: r", NULL};

/* The first request of a connection is refused for now, so that each call also waits and tries again. */
static bool answer(struct loopback *server, int connection, const char *request)
{
    (void)server;
    if (strstr(request, " /hang ")) {
        loopback_hang(connection);
        return false;
    }
    static atomic_int count;
    bool refuse = atomic_fetch_add(&count, 1) % 2 == 0;
    loopback_text(connection, refuse ? "HTTP/1.1 503 x\r\nretry-after-ms: 1\r\nContent-Length: 0\r\n\r\n"
                                     : "HTTP/1.1 200 OK\r\nX-Request-Id: r\r\nContent-Length: 5\r\n\r\nhello");
    return true;
}

static enum status start_call(struct client *client, const char *path, struct client_call **call)
{
    static int data;
    struct client_request request = {.method = "POST", .path = path, .headers = headers, .retries = 6, .data = &data};
    struct buf body = {0};
    struct error err;
    buf_str(&body, "{\"a\":1}");
    enum status status = client_start(client, &request, &body, call, &err);
    assert_null(body.data);
    assert_int_equal(*call != NULL, status == OK);
    return status;
}

static void read_log(struct client *client)
{
    struct client_attempt attempt;
    while (client_next_attempt(client, &attempt))
        assert_string_equal(attempt.method, "POST");
}

static enum status read_answer(const struct client_call *call)
{
    struct error err;
    enum status status = client_call_outcome(call, &err);
    if (status != OK) {
        assert_true(strlen(err.message) > 0);
        return status;
    }
    assert_int_equal(client_call_status(call), 200);
    assert_true(str_eq(client_call_body(call), STR("hello")));
    assert_true(str_eq(client_call_header(call, "x-request-id"), STR("r")));
    return OK;
}

/*
 * A connection that failed for want of memory is tried again after half a second, which is too long for so many tests.
 */
static bool waits_long(const struct client_call *call)
{
    return call->attempt.state == ATTEMPT_WAITING && call->attempt.timer.due - clock_mono_ms() > 100;
}

/* --- what is done while memory is short --- */

static enum status call_once(struct client *client)
{
    struct client_call *call = NULL;
    struct error err;
    enum status status = start_call(client, "/api/x?y", &call);
    while (status == OK && !client_call_done(call))
        status = waits_long(call) ? E_NETWORK : client_step(client, -1, &err);
    if (status == OK) {
        assert_ptr_equal(client_next_ended(client), call);
        status = read_answer(call);
    }
    client_call_free(call);
    read_log(client);
    return status;
}

/* Twice, so that handles, buffers and the connection are met when they are new and when they are used again. */
static enum status call_twice(struct client *client)
{
    enum status status = call_once(client);
    return status == OK ? call_once(client) : status;
}

static enum status cancel(struct client *client)
{
    struct client_call *running = NULL, *waiting = NULL;
    struct error err;
    enum status status = start_call(client, "/hang", &running);
    if (status == OK)
        status = client_step(client, 0, &err);
    if (status == OK)
        status = start_call(client, "/x", &waiting);
    client_call_free(running);
    client_call_free(waiting);
    read_log(client);
    return status;
}

static enum status answer_outside(struct client *client)
{
    struct client_call *call = NULL;
    int answered = 0;
    struct error err;
    enum status status = start_call(client, "/x", &call);
    while (status == OK && !client_call_done(call)) {
        struct client_call *next = client_next_outgoing(client);
        if (next && answered++ == 0)
            assert_int_equal(
                client_call_answer(next, 503, (const char *const[]){"retry-after-ms: 1", NULL}, STR(""), &err), OK);
        else if (next)
            assert_int_equal(client_call_answer(next, 200, answer_headers, STR("hello"), &err), OK);
        else
            status = client_step(client, -1, &err);
    }
    if (status == OK) {
        assert_ptr_equal(client_next_ended(client), call);
        status = read_answer(call);
    }
    client_call_free(call);
    read_log(client);
    return status;
}

/* The child's shortage is its own: it tells by its exit status whether it met one. */
static enum status fork_at_work(struct client *client)
{
    enum { SHORT = 64 };
    struct client_call *inherited = NULL, *call = NULL;
    if (start_call(client, "/hang", &inherited) != OK)
        return E_MEMORY;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        enum status status = start_call(client, "/x", &call);
        bool ended = client_call_done(inherited);
        client_call_free(inherited);
        client_call_free(call);
        client_free(client);
        _exit(!ended ? 127 : (int)status + (oom_allocations_left > 0 ? 0 : SHORT));
    }
    int result;
    assert_int_equal(waitpid(child, &result, 0), child);
    client_call_free(inherited);
    assert_true(WIFEXITED(result) && WEXITSTATUS(result) < 127);
    if (WEXITSTATUS(result) & SHORT)
        oom_allocations_left = 0;
    return (enum status)(WEXITSTATUS(result) % SHORT);
}

static enum status close_at_work(struct client *client)
{
    struct client_call *call = NULL;
    struct error err;
    enum status status = start_call(client, "/hang", &call);
    if (status == OK)
        status = client_step(client, 0, &err);
    client_free(client);
    if (call)
        assert_true(client_call_done(call));
    client_call_free(call);
    return status;
}

/* --- shortage --- */

struct scenario {
    struct client_options options;
    enum status (*run)(struct client *client);
    enum status (*again)(struct client *client); /* when there is memory again; NULL: run closes the client */
};

/* True when `count` allocations were enough. */
static bool run_short(const struct scenario *scenario, long count)
{
    struct client *client;
    struct error err;
    oom_allocations_left = count;
    enum status status = client_new(&scenario->options, &client, &err);
    assert_int_equal(client != NULL, status == OK);
    if (client && client_fd(client, &err) < 0)
        status = err.status;
    bool runs = status == OK;
    if (runs)
        status = scenario->run(client);
    bool enough = oom_allocations_left > 0;
    oom_allocations_left = -1;
    assert_true(status == OK || !enough);
    if (runs && !scenario->again)
        return enough;
    if (client && scenario->again)
        assert_int_equal(scenario->again(client), OK);
    client_free(client);
    return enough;
}

static void survive(const struct scenario *scenario)
{
    for (int only_one = 0; only_one <= 1; only_one++) {
        oom_only_one_fails = only_one;
        for (long count = 0; !run_short(scenario, count); count++)
            ;
    }
}

static struct client_options options_for(const char *url)
{
    return (struct client_options){
        .base_url = url, .api_key = "secret-key", .headers = headers, .retries = 3, .logs_attempts = true};
}

static void against_server(enum status (*run)(struct client *), enum status (*again)(struct client *))
{
    struct loopback server;
    loopback_start(&server, answer, NULL);
    survive(&(struct scenario){options_for(server.url), run, again});
    loopback_stop(&server);
}

static void calls_with_retries(void **state)
{
    (void)state;
    against_server(call_twice, call_once);
}

static void calls_that_are_dropped(void **state)
{
    (void)state;
    against_server(cancel, call_once);
}

static void clients_that_are_closed_at_work(void **state)
{
    (void)state;
    against_server(close_at_work, NULL);
}

static void forked_children(void **state)
{
    (void)state;
    against_server(fork_at_work, call_once);
}

static void external_transports(void **state)
{
    (void)state;
    struct scenario scenario = {options_for("https://desk.example/x"), answer_outside, answer_outside};
    scenario.options.external_transport = true;
    survive(&scenario);
}

static void unix_sockets(void **state)
{
    (void)state;
    struct loopback server;
    char url[80];
    loopback_start_unix(&server, answer, NULL);
    snprintf(url, sizeof url, "%s:/prefix", server.url);
    survive(&(struct scenario){options_for(url), call_once, call_once});
    loopback_stop(&server);
}

static void proxies(void **state)
{
    (void)state;
    struct loopback server;
    loopback_start(&server, answer, NULL);
    struct scenario scenario = {options_for("http://desk.invalid"), call_once, call_once};
    scenario.options.proxy = server.url;
    survive(&scenario);
    loopback_stop(&server);
}

/* Far enough to set up TLS with all its files; nobody listens, so that there is no answer. */
static enum status fail_to_connect(struct client *client)
{
    struct client_call *call = NULL;
    struct error err;
    struct client_request request = {.method = "GET", .path = "/"};
    enum status status = client_start(client, &request, NULL, &call, &err);
    while (status == OK && !client_call_done(call))
        status = client_step(client, -1, &err);
    if (status == OK)
        status = client_call_outcome(call, &err);
    client_call_free(call);
    return status == E_NETWORK ? OK : status;
}

static void certificates(void **state)
{
    (void)state;
    struct scenario scenario = {options_for("https://127.0.0.1:1"), fail_to_connect, fail_to_connect};
    scenario.options.ca_file = "/nowhere/ca.pem";
    scenario.options.client_cert = "/nowhere/cert.pem";
    scenario.options.client_key = "/nowhere/key.pem";
    survive(&scenario);
}

int main(void)
{
    if (curl_global_init_mem(CURL_GLOBAL_DEFAULT, malloc, free, realloc, oom_duplicate, calloc) != CURLE_OK)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_with_retries),
        cmocka_unit_test(calls_that_are_dropped),
        cmocka_unit_test(clients_that_are_closed_at_work),
        cmocka_unit_test(forked_children),
        cmocka_unit_test(external_transports),
        cmocka_unit_test(unix_sockets),
        cmocka_unit_test(proxies),
        cmocka_unit_test(certificates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
