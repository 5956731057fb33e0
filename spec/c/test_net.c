/* What comes of a request: answers, limits, deadlines, broken answers, many threads. */
#include "test_net.h"
#include "base/system/system.h"

/* --- answers --- */

static void gives_the_answer(void **state)
{
    struct fixture *fixture = *state;
    assert_int_equal(get(fixture, "/page"), OK);
    assert_int_equal(fixture->response.status, 200);
    assert_string_equal(fixture->response.content_type, "text/html");
    assert_string_equal(fixture->response.charset, "utf-8");
    assert_string_equal(fixture->response.body.data, "<p>hello</p>");
    assert_int_equal(fixture->response.body.len, 12);
    assert_int_equal(fixture->response.retry_after_ms, -1);
    assert_non_null(strstr(fixture->response.url, "/page"));
    assert_non_null(strstr(fixture->server.last, "User-Agent: copydesk/"));
    assert_null(strstr(fixture->server.last, "Cookie:"));
}

static void an_error_status_is_an_answer(void **state)
{
    struct fixture *fixture = *state;
    assert_int_equal(get(fixture, "/missing"), OK);
    assert_int_equal(fixture->response.status, 404);
    assert_string_equal(fixture->response.body.data, "gone");
    assert_string_equal(fixture->response.content_type, "");
    assert_string_equal(fixture->response.charset, "");
    assert_int_equal(get(fixture, "/plain-type"), OK);
    assert_string_equal(fixture->response.content_type, "text/plain");
    assert_string_equal(fixture->response.charset, "");
}

static void reads_retry_after(void **state)
{
    struct fixture *fixture = *state;
    assert_int_equal(get(fixture, "/wait-seconds"), OK);
    assert_int_equal(fixture->response.retry_after_ms, 120000);
    assert_int_equal(get(fixture, "/wait-past"), OK);
    assert_int_equal(fixture->response.retry_after_ms, 0);
    assert_int_equal(get(fixture, "/wait-junk"), OK);
    assert_int_equal(fixture->response.retry_after_ms, -1);
}

static void sends_method_headers_and_body(void **state)
{
    struct fixture *fixture = *state;
    const char *const headers[] = {"Content-Type: application/json", "X-Note: one", NULL};
    assert_int_equal(
        fetch(fixture, "/echo", (struct net_request){.method = "PUT", .headers = headers, .body = STR("{\"a\":1}")}),
        OK);
    assert_int_equal(strncmp(fixture->server.last, "PUT /echo HTTP/1.1\r\n", 20), 0);
    assert_non_null(strstr(fixture->server.last, "\r\nContent-Type: application/json\r\n"));
    assert_non_null(strstr(fixture->server.last, "\r\nX-Note: one\r\n"));
    assert_non_null(strstr(fixture->server.last, "\r\n\r\n{\"a\":1}"));
    assert_null(strstr(fixture->server.last, "Expect:"));
    assert_int_equal(fetch(fixture, "/echo", (struct net_request){.method = "HEAD"}), OK);
    assert_int_equal(strncmp(fixture->server.last, "HEAD ", 5), 0);
}

static void refuses_a_header_with_a_line_break(void **state)
{
    struct fixture *fixture = *state;
    const char *const headers[] = {"X-Note: one\r\nX-Smuggled: two", NULL};
    enum status status = fetch(fixture, "/echo", (struct net_request){.headers = headers});
    assert_refused(fixture, status, E_INVALID);
    assert_int_equal(atomic_load(&fixture->server.connections), 0);
}

static void keeps_connections(void **state)
{
    struct fixture *fixture = *state;
    for (int i = 0; i < 5; i++)
        assert_int_equal(get(fixture, "/kept"), OK);
    assert_int_equal(atomic_load(&fixture->server.requests), 5);
    assert_int_equal(atomic_load(&fixture->server.connections), 1);
}

static void ignores_proxies_of_the_environment(void **state)
{
    struct fixture *fixture = *state;
    setenv("http_proxy", "http://127.0.0.1:1", 1);
    setenv("all_proxy", "http://127.0.0.1:1", 1);
    enum status status = get(fixture, "/page");
    unsetenv("http_proxy");
    unsetenv("all_proxy");
    assert_int_equal(status, OK);
}

/* --- sizes, times, broken answers --- */

static void decompresses_and_counts_after_it(void **state)
{
    struct fixture *fixture = *state;
    assert_int_equal(get(fixture, "/gzip"), OK);
    assert_int_equal(fixture->response.body.len, 1000);
    assert_refused(fixture, get(fixture, "/bomb"), E_LIMIT);
    assert_int_equal(fetch(fixture, "/gzip", (struct net_request){.max_bytes = 1000}), OK);
    assert_refused(fixture, fetch(fixture, "/gzip", (struct net_request){.max_bytes = 999}), E_LIMIT);
}

static void caps_headers(void **state)
{
    struct fixture *fixture = *state;
    assert_refused(fixture, get(fixture, "/headers"), E_LIMIT);
    assert_refused(fixture, get(fixture, "/long-header"), E_LIMIT); /* and not for want of memory */
    assert_refused(fixture, get(fixture, "/long-status"), E_LIMIT);
    assert_int_equal(get(fixture, "/page"), OK);
}

static void gives_up_at_the_deadline(void **state)
{
    struct fixture *fixture = *state;
    struct net_request hurried = {.timeout_ms = 50};
    assert_refused(fixture, fetch(fixture, "/silent", hurried), E_TIMEOUT);
    assert_int_equal(fixture->response.status, 0);
    assert_refused(fixture, fetch(fixture, "/stalls", hurried), E_TIMEOUT);
    assert_int_equal(fixture->response.status, 200);
}

static void ends_when_cancelled(void **state)
{
    struct fixture *fixture = *state;
    struct net_request request = {.cancel = &cancel_now};
    assert_refused(fixture, fetch(fixture, "/cancel", request), E_CANCELLED);
    int connections = atomic_load(&fixture->server.connections);
    assert_refused(fixture, fetch(fixture, "/page", request), E_CANCELLED);
    assert_int_equal(atomic_load(&fixture->server.connections), connections);
}

static void reports_broken_answers(void **state)
{
    struct fixture *fixture = *state;
    static const char *const broken[] = {"/short", "/reset", "/bad-gzip", "/no-http", "/nothing"};
    for (size_t i = 0; i < COUNT_OF(broken); i++)
        assert_refused(fixture, get(fixture, broken[i]), E_NETWORK);
    assert_int_equal(get(fixture, "/page"), OK);
}

static void reports_a_closed_port(void **state)
{
    struct fixture *fixture = *state;
    struct loopback gone;
    loopback_start(&gone, answer, NULL);
    char allowed[40];
    snprintf(allowed, sizeof allowed, "127.0.0.1:%u", gone.port);
    loopback_stop(&gone);
    const char *const list[] = {allowed};
    struct net *net;
    assert_int_equal(net_new(&(struct net_options){.allow_addresses = list, .allow_count = 1}, &net, NULL), OK);
    struct net_request request = {.url = gone.url};
    enum status status = net_fetch(net, &request, fixture->arena, &fixture->response, &fixture->err);
    net_free(net);
    assert_refused(fixture, status, E_NETWORK);
}

/* --- threads and signals --- */

static void *fetch_many(void *argument)
{
    struct fixture *fixture = argument;
    struct arena *arena = arena_new();
    intptr_t good = 0;
    for (int i = 0; i < 25; i++) {
        struct net_response response;
        struct net_request request = {.url = arena_printf(arena, "%s/page", fixture->server.url)};
        good += net_fetch(fixture->net, &request, arena, &response, NULL) == OK && response.body.len == 12;
    }
    arena_free(arena);
    return (void *)good;
}

static void many_threads_fetch_at_once(void **state)
{
    pthread_t threads[8];
    for (size_t i = 0; i < COUNT_OF(threads); i++)
        assert_int_equal(pthread_create(&threads[i], NULL, fetch_many, *state), 0);
    for (size_t i = 0; i < COUNT_OF(threads); i++) {
        void *good;
        pthread_join(threads[i], &good);
        assert_int_equal((intptr_t)good, 25);
    }
}

static void a_broken_pipe_kills_nobody(void **state)
{
    (void)state;
    sigset_t before, after;
    pthread_sigmask(SIG_SETMASK, NULL, &before);
    struct sigpipe sigpipe;
    sigpipe_block(&sigpipe);
    raise(SIGPIPE);
    sigpipe_restore(&sigpipe);
    pthread_sigmask(SIG_SETMASK, NULL, &after);
    assert_int_equal(sigismember(&after, SIGPIPE), sigismember(&before, SIGPIPE));
    sigpending(&after);
    assert_int_equal(sigismember(&after, SIGPIPE), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        NET_TEST(gives_the_answer),
        NET_TEST(an_error_status_is_an_answer),
        NET_TEST(reads_retry_after),
        NET_TEST(sends_method_headers_and_body),
        NET_TEST(refuses_a_header_with_a_line_break),
        NET_TEST(keeps_connections),
        NET_TEST(ignores_proxies_of_the_environment),
        NET_TEST(decompresses_and_counts_after_it),
        NET_TEST(caps_headers),
        NET_TEST(gives_up_at_the_deadline),
        NET_TEST(ends_when_cancelled),
        NET_TEST(reports_broken_answers),
        NET_TEST(reports_a_closed_port),
        NET_TEST(many_threads_fetch_at_once),
        cmocka_unit_test(a_broken_pipe_kills_nobody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
