/* Fetching against a real server on loopback that behaves well, badly and maliciously. */
#include "net/net.h"

#include "loopback.h"
#include "net/sigpipe.h"
#include "net/transfer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <zlib.h>

#include <cmocka.h>

/* --- the server --- */

static const char *const EMPTY_OK = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

static atomic_bool cancel_now;

static void send_redirect(int connection, const char *status, const char *location)
{
    char answer[2048];
    snprintf(answer, sizeof answer, "HTTP/1.1 %s\r\nLocation: %s\r\nContent-Length: 4\r\nConnection: close\r\n\r\nmove",
             status, location);
    loopback_text(connection, answer);
}

/* gzip of `length` zero bytes: a thousandth of that on the wire. */
static void send_gzip_zeros(int connection, size_t length)
{
    static unsigned char zeros[64 * 1024], packed[64 * 1024];
    z_stream stream = {0};
    deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    loopback_text(connection, "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n");
    for (bool last = false; !last;) {
        size_t piece = length < sizeof zeros ? length : sizeof zeros;
        length -= piece;
        last = length == 0;
        stream.next_in = zeros;
        stream.avail_in = (uInt)piece;
        do {
            stream.next_out = packed;
            stream.avail_out = sizeof packed;
            deflate(&stream, last ? Z_FINISH : Z_NO_FLUSH);
            loopback_send(connection, packed, sizeof packed - stream.avail_out);
        } while (stream.avail_out == 0);
    }
    deflateEnd(&stream);
}

static void reset_connection(int connection)
{
    struct linger at_once = {.l_onoff = 1, .l_linger = 0};
    setsockopt(connection, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
}

static void send_endless_headers(int connection)
{
    loopback_text(connection, "HTTP/1.1 200 OK\r\n");
    for (int i = 0; i < 20000; i++)
        loopback_text(connection, "X-Padding: 0123456789012345678901234567890123456789\r\n");
}

static const struct {
    const char *path, *answer;
} fixed_answers[] = {
    {"/page", "HTTP/1.1 200 OK\r\nContent-Type: Text/HTML; Charset=\"UTF-8\"\r\nConnection: close\r\n\r\n<p>hello</p>"},
    {"/plain-type", "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"},
    {"/missing", "HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\nConnection: close\r\n\r\ngone"},
    {"/wait-seconds", "HTTP/1.1 429 x\r\nRetry-After: 120\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"},
    {"/wait-past", "HTTP/1.1 503 x\r\nRetry-After: Sun, 06 Nov 1994 08:49:37 GMT\r\nContent-Length: 0\r\n"
                   "Connection: close\r\n\r\n"},
    {"/wait-junk", "HTTP/1.1 503 x\r\nRetry-After: soon\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"},
    {"/short", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\nConnection: close\r\n\r\nonly this"},
    {"/bad-gzip", "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\nthis is no gzip"},
    {"/no-http", "220 smtp.example.com ready\r\n"},
    {"/nothing", ""},
};

static const struct {
    const char *path, *status, *location;
} redirects[] = {
    {"/moved", "301 x", "/page"},
    {"/relative/a", "302 x", "../page#part"},
    {"/see-other", "303 x", "/echo"},
    {"/found", "302 x", "/echo"},
    {"/keep", "307 x", "/echo"},
    {"/loop", "302 x", "/loop"},
    {"/to-loopback-port", "302 x", "http://127.0.0.1:1/"},
    {"/to-short-form", "302 x", "http://127.1/"},
    {"/to-metadata", "302 x", "http://169.254.169.254/latest/"},
    {"/to-mapped", "302 x", "http://[::ffff:127.0.0.1]/"},
    {"/to-file", "302 x", "file:///etc/passwd"},
    {"/to-user", "302 x", "http://user:secret@127.0.0.1/"},
};

static bool send_from_tables(int connection, const char *request)
{
    for (size_t i = 0; i < COUNT_OF(fixed_answers); i++)
        if (loopback_asks(request, fixed_answers[i].path)) {
            loopback_text(connection, fixed_answers[i].answer);
            return true;
        }
    for (size_t i = 0; i < COUNT_OF(redirects); i++)
        if (loopback_asks(request, redirects[i].path)) {
            send_redirect(connection, redirects[i].status, redirects[i].location);
            return true;
        }
    return false;
}

static bool answer(struct loopback *server, int connection, const char *request)
{
    if (send_from_tables(connection, request))
        return false;
    if (loopback_asks(request, "/kept")) {
        loopback_text(connection, "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nkept");
        return true;
    }
    if (loopback_asks(request, "/elsewhere")) {
        const struct loopback *other = server->context;
        char location[80];
        snprintf(location, sizeof location, "%s/echo", other->url);
        send_redirect(connection, "302 x", location);
    } else if (loopback_asks(request, "/gzip")) {
        send_gzip_zeros(connection, 1000);
    } else if (loopback_asks(request, "/bomb")) {
        send_gzip_zeros(connection, 64 * 1024 * 1024);
    } else if (loopback_asks(request, "/reset")) {
        loopback_text(connection, "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\nbegin");
        reset_connection(connection);
    } else if (loopback_asks(request, "/headers")) {
        send_endless_headers(connection);
    } else if (loopback_asks(request, "/silent")) {
        loopback_hang(connection);
    } else if (loopback_asks(request, "/stalls")) {
        loopback_text(connection, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nfirst");
        loopback_hang(connection);
    } else if (loopback_asks(request, "/cancel")) {
        atomic_store(&cancel_now, true);
        loopback_hang(connection);
    } else {
        loopback_text(connection, EMPTY_OK);
    }
    return false;
}

/* --- set-up --- */

struct fixture {
    struct loopback server, other;
    struct net *net; /* both servers are allowed */
    struct arena *arena;
    struct error err;
    struct net_response response;
};

static int set_up(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    loopback_start(&fixture->other, answer, NULL);
    loopback_start(&fixture->server, answer, &fixture->other);
    char first[40], second[40];
    snprintf(first, sizeof first, "127.0.0.1:%u", fixture->server.port);
    snprintf(second, sizeof second, "127.0.0.1:%u", fixture->other.port);
    const char *const allowed[] = {first, second};
    if (net_new(&(struct net_options){.allow_addresses = allowed, .allow_count = 2}, &fixture->net, NULL) != OK)
        return -1;
    fixture->arena = arena_new();
    atomic_store(&cancel_now, false);
    *state = fixture;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    net_free(fixture->net);
    loopback_stop(&fixture->server);
    loopback_stop(&fixture->other);
    arena_free(fixture->arena);
    free(fixture);
    return 0;
}

static enum status fetch(struct fixture *fixture, const char *path, struct net_request request)
{
    request.url = arena_printf(fixture->arena, "%s%s", fixture->server.url, path);
    return net_fetch(fixture->net, &request, fixture->arena, &fixture->response, &fixture->err);
}

static enum status get(struct fixture *fixture, const char *path)
{
    return fetch(fixture, path, (struct net_request){0});
}

static void assert_refused(struct fixture *fixture, enum status status, enum status expected)
{
    if (status != expected)
        fail_msg("got %s (%s) instead of %s", status_name(status), fixture->err.message, status_name(expected));
    assert_true(fixture->err.message[0] != '\0');
}

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
}

static void gives_up_at_the_deadline(void **state)
{
    struct fixture *fixture = *state;
    struct net_request hurried = {.timeout_ms = 50};
    assert_refused(fixture, fetch(fixture, "/silent", hurried), E_TIMEOUT);
    assert_refused(fixture, fetch(fixture, "/stalls", hurried), E_TIMEOUT);
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

/* --- redirects --- */

static void follows_redirects(void **state)
{
    struct fixture *fixture = *state;
    assert_int_equal(get(fixture, "/moved"), OK);
    assert_string_equal(fixture->response.body.data, "<p>hello</p>");
    assert_int_equal(get(fixture, "/relative/a"), OK);
    char expected[80];
    snprintf(expected, sizeof expected, "%s/page", fixture->server.url);
    assert_string_equal(fixture->response.url, expected);
}

static void redirects_change_the_method_as_they_should(void **state)
{
    struct fixture *fixture = *state;
    const char *const headers[] = {"Content-Type: text/plain", NULL};
    struct net_request post = {.method = "POST", .headers = headers, .body = STR("payload")};
    static const char *const to_get[] = {"/see-other", "/found"};
    for (size_t i = 0; i < COUNT_OF(to_get); i++) {
        assert_int_equal(fetch(fixture, to_get[i], post), OK);
        assert_int_equal(strncmp(fixture->server.last, "GET /echo ", 10), 0);
        assert_null(strstr(fixture->server.last, "payload"));
        assert_null(strstr(fixture->server.last, "Content-Type"));
    }
    assert_int_equal(fetch(fixture, "/keep", post), OK);
    assert_int_equal(strncmp(fixture->server.last, "POST /echo ", 11), 0);
    assert_non_null(strstr(fixture->server.last, "\r\n\r\npayload"));
}

static void limits_redirects(void **state)
{
    struct fixture *fixture = *state;
    assert_refused(fixture, get(fixture, "/loop"), E_LIMIT);
    assert_int_equal(atomic_load(&fixture->server.requests), 6);
    assert_refused(fixture, fetch(fixture, "/loop", (struct net_request){.max_redirects = 2}), E_LIMIT);
    assert_int_equal(atomic_load(&fixture->server.requests), 9);
    assert_int_equal(fetch(fixture, "/moved", (struct net_request){.max_redirects = -1}), OK);
    assert_int_equal(fixture->response.status, 301);
    assert_string_equal(fixture->response.body.data, "move");
}

static void checks_each_redirect(void **state)
{
    struct fixture *fixture = *state;
    static const struct {
        const char *path;
        enum status status;
    } cases[] = {
        {"/to-loopback-port", E_DENIED}, {"/to-short-form", E_DENIED}, {"/to-metadata", E_DENIED},
        {"/to-mapped", E_DENIED},        {"/to-file", E_DENIED},       {"/to-user", E_INVALID},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_refused(fixture, get(fixture, cases[i].path), cases[i].status);
}

static void secrets_stay_with_their_origin(void **state)
{
    struct fixture *fixture = *state;
    const char *const headers[] = {"Authorization: Bearer secret", "X-Api-Key: secret", "Accept: text/html", NULL};
    struct net_request request = {.headers = headers};
    assert_int_equal(fetch(fixture, "/found", request), OK);
    assert_non_null(strstr(fixture->server.last, "Authorization: Bearer secret"));
    assert_int_equal(fetch(fixture, "/elsewhere", request), OK);
    assert_int_equal(atomic_load(&fixture->other.requests), 1);
    assert_null(strstr(fixture->other.last, "secret"));
    assert_non_null(strstr(fixture->other.last, "Accept: text/html"));
}

static bool same_port_only(void *context, const char *url)
{
    return strncmp(url, context, strlen(context)) == 0;
}

static void asks_before_following(void **state)
{
    struct fixture *fixture = *state;
    struct net_request request = {.allow_redirect = same_port_only, .context = fixture->server.url};
    assert_int_equal(fetch(fixture, "/moved", request), OK);
    assert_refused(fixture, fetch(fixture, "/elsewhere", request), E_DENIED);
    assert_int_equal(atomic_load(&fixture->other.connections), 0);
}

/* --- the guard --- */

static void checks_urls_before_any_connection(void **state)
{
    struct fixture *fixture = *state;
    static const struct {
        const char *url;
        enum status status;
    } cases[] = {
        {"https://example.com/page?q=1", OK},
        {"http://example.com:8080/", OK},
        {"HTTPS://EXAMPLE.COM", OK},
        {"http://8.8.8.8/", OK},
        {"http://example.com/ö and space", OK},
        {"http://127.0.0.1/", E_DENIED},
        {"http://127.1/", E_DENIED},
        {"http://0x7f.1/", E_DENIED},
        {"http://0177.0.0.1/", E_DENIED},
        {"http://2130706433/", E_DENIED},
        {"http://0x7f000001/", E_DENIED},
        {"http://[::1]/", E_DENIED},
        {"http://[::ffff:127.0.0.1]/", E_DENIED},
        {"http://[::ffff:7f00:1]/", E_DENIED},
        {"http://[64:ff9b::a00:1]/", E_DENIED},
        {"http://10.0.0.1/", E_DENIED},
        {"http://169.254.169.254/latest/meta-data/", E_DENIED},
        {"http://0.0.0.0/", E_DENIED},
        {"http://8.8.8.8:22/", E_DENIED},
        {"http://example.com:6379/", E_DENIED},
        {"ftp://example.com/", E_INVALID},
        {"file:///etc/passwd", E_INVALID},
        {"gopher://example.com/", E_INVALID},
        {"javascript:alert(1)", E_INVALID},
        {"http://user:password@example.com/", E_INVALID},
        {"http://user@example.com/", E_INVALID},
        {"http://", E_INVALID},
        {"example.com", E_INVALID},
        {"", E_INVALID},
        {"http://exa mple.com/", E_INVALID},
        {"http://example.com/\r\nHost: other", E_INVALID},
        {"http://example.com:99999/", E_INVALID},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        enum status status = net_check_url(fixture->net, cases[i].url, &fixture->err);
        if (status != cases[i].status)
            fail_msg("\"%s\": %s (%s)", cases[i].url, status_name(status), fixture->err.message);
    }
}

/* The server listens and would answer: only the guard keeps the connection from being made. */
static void refuses_what_is_not_allowed(void **state)
{
    struct fixture *fixture = *state;
    struct net *closed;
    assert_int_equal(net_new(&(struct net_options){0}, &closed, NULL), OK);
    struct net_request request = {.url = fixture->server.url};
    enum status status = net_fetch(closed, &request, fixture->arena, &fixture->response, &fixture->err);
    net_free(closed);
    assert_refused(fixture, status, E_DENIED);
    assert_int_equal(atomic_load(&fixture->server.connections), 0);
}

/* A name passes the check of the URL; what it resolves to is met where the socket would be opened. */
static void checks_what_a_name_resolves_to(void **state)
{
    struct fixture *fixture = *state;
    char allowed[40];
    snprintf(allowed, sizeof allowed, "10.9.9.9:%u", fixture->server.port);
    const char *const list[] = {allowed};
    struct net *net;
    assert_int_equal(net_new(&(struct net_options){.allow_addresses = list, .allow_count = 1}, &net, NULL), OK);
    struct net_request request = {.url =
                                      arena_printf(fixture->arena, "http://localhost:%u/page", fixture->server.port)};
    assert_int_equal(net_check_url(net, request.url, NULL), OK);
    enum status status = net_fetch(net, &request, fixture->arena, &fixture->response, &fixture->err);
    net_free(net);
    assert_refused(fixture, status, E_DENIED);
    assert_null(strstr(fixture->err.message, "127.0.0.1"));
    assert_int_equal(atomic_load(&fixture->server.connections), 0);
    assert_int_equal(net_fetch(fixture->net, &request, fixture->arena, &fixture->response, NULL), OK);
}

static enum status transfer_to(struct fixture *fixture, CURL *handle, const char *allowed, const char *url)
{
    struct guard guard;
    assert_int_equal(guard_init(&guard, &allowed, 1, NULL), OK);
    struct transfer transfer = {.guard = &guard,
                                .request = &(struct net_request){0},
                                .user_agent = "test",
                                .url = url,
                                .method = "GET",
                                .deadline = clock_mono_ms() + 20000};
    const char *location;
    enum status status = transfer_run(handle, &transfer, fixture->arena, &fixture->response, &location, &fixture->err);
    guard_free(&guard);
    return status;
}

/* A kept connection opens no socket, so that the first check would not see it. */
static void checks_a_connection_that_is_used_again(void **state)
{
    struct fixture *fixture = *state;
    const char *here = arena_printf(fixture->arena, "127.0.0.1:%u", fixture->server.port);
    const char *elsewhere = arena_printf(fixture->arena, "10.9.9.9:%u", fixture->server.port);
    const char *url = arena_printf(fixture->arena, "http://localhost:%u/kept", fixture->server.port);
    CURL *handle = curl_easy_init();
    enum status first = transfer_to(fixture, handle, here, url);
    enum status again = transfer_to(fixture, handle, here, url);
    enum status closed = transfer_to(fixture, handle, elsewhere, url);
    curl_easy_cleanup(handle);
    assert_int_equal(first, OK);
    assert_int_equal(again, OK);
    assert_refused(fixture, closed, E_DENIED);
    assert_int_equal(atomic_load(&fixture->server.connections), 1);
    assert_int_equal(atomic_load(&fixture->server.requests), 2);
}

static void names_a_wrong_allow_list(void **state)
{
    (void)state;
    const char *const list[] = {"127.0.0.1:80", "localhost:9000"};
    struct net *net;
    struct error err;
    assert_int_equal(net_new(&(struct net_options){.allow_addresses = list, .allow_count = 2}, &net, &err), E_INVALID);
    assert_null(net);
    assert_non_null(strstr(err.message, "localhost:9000"));
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

#define NET_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

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
        NET_TEST(follows_redirects),
        NET_TEST(redirects_change_the_method_as_they_should),
        NET_TEST(limits_redirects),
        NET_TEST(checks_each_redirect),
        NET_TEST(secrets_stay_with_their_origin),
        NET_TEST(asks_before_following),
        NET_TEST(checks_urls_before_any_connection),
        NET_TEST(refuses_what_is_not_allowed),
        NET_TEST(checks_what_a_name_resolves_to),
        NET_TEST(checks_a_connection_that_is_used_again),
        cmocka_unit_test(names_a_wrong_allow_list),
        NET_TEST(many_threads_fetch_at_once),
        cmocka_unit_test(a_broken_pipe_kills_nobody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
