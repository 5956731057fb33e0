/* A server on loopback that behaves well, badly and maliciously, and a fetcher that may reach it; for test_net*.c. */
#ifndef COPYDESK_SPEC_TEST_NET_H
#define COPYDESK_SPEC_TEST_NET_H

#include "net/net.h"

#include "loopback.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <zlib.h>

#include <cmocka.h>

/* --- the server --- */

static const char *const EMPTY_OK = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

static atomic_bool cancel_now;

static inline void send_redirect(int connection, const char *status, const char *location)
{
    char answer[2048];
    snprintf(answer, sizeof answer, "HTTP/1.1 %s\r\nLocation: %s\r\nContent-Length: 4\r\nConnection: close\r\n\r\nmove",
             status, location);
    loopback_text(connection, answer);
}

/* gzip of `length` zero bytes: a thousandth of that on the wire. */
static inline void send_gzip_zeros(int connection, size_t length)
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

static inline void reset_connection(int connection)
{
    struct linger at_once = {.l_onoff = 1, .l_linger = 0};
    setsockopt(connection, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
}

static inline void send_endless_headers(int connection)
{
    loopback_text(connection, "HTTP/1.1 200 OK\r\n");
    for (int i = 0; i < 20000; i++)
        loopback_text(connection, "X-Padding: 0123456789012345678901234567890123456789\r\n");
}

/* One line, longer than libcurl takes: behind the status line, or that line itself. */
static inline void send_long_header(int connection, const char *start)
{
    static char line[150 * 1024];
    memset(line, 'a', sizeof line - 1);
    loopback_text(connection, start);
    loopback_text(connection, line);
    loopback_text(connection, "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
}

static inline void send_long_redirect(int connection)
{
    static char line[9000];
    memset(line, 'a', sizeof line - 1);
    loopback_text(connection, "HTTP/1.1 302 x\r\nLocation: /");
    loopback_text(connection, line);
    loopback_text(connection, "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
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

static inline bool send_from_tables(int connection, const char *request)
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

static inline bool answer(struct loopback *server, int connection, const char *request)
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
    } else if (loopback_asks(request, "/long-header")) {
        send_long_header(connection, "HTTP/1.1 200 OK\r\nX-Padding: ");
    } else if (loopback_asks(request, "/long-status")) {
        send_long_header(connection, "HTTP/1.1 200 ");
    } else if (loopback_asks(request, "/long-redirect")) {
        send_long_redirect(connection);
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

static inline int set_up(void **state)
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

static inline int tear_down(void **state)
{
    struct fixture *fixture = *state;
    net_free(fixture->net);
    loopback_stop(&fixture->server);
    loopback_stop(&fixture->other);
    arena_free(fixture->arena);
    free(fixture);
    return 0;
}

static inline enum status fetch(struct fixture *fixture, const char *path, struct net_request request)
{
    request.url = arena_printf(fixture->arena, "%s%s", fixture->server.url, path);
    return net_fetch(fixture->net, &request, fixture->arena, &fixture->response, &fixture->err);
}

static inline enum status get(struct fixture *fixture, const char *path)
{
    return fetch(fixture, path, (struct net_request){0});
}

static inline void assert_refused(struct fixture *fixture, enum status status, enum status expected)
{
    if (status != expected)
        fail_msg("got %s (%s) instead of %s", status_name(status), fixture->err.message, status_name(expected));
    assert_true(fixture->err.message[0] != '\0');
}

#define NET_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

#endif
