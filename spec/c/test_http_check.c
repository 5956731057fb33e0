/* What is left to be checked of a request when its head is there, because it takes time: in the pool, before the
 * handler. */
#include "service/http/http.h"

#include <arpa/inet.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

enum { BLOCKED = 6 /* more than there are HTTP threads */, PATIENCE_S = 30, MOST_SENT = 2 << 20 };

struct fixture {
    char folder[64], socket[80];
    struct http_server *server;
    struct http_counters counters;
    struct waiters *waiters;
    atomic_bool is_stopping;
    int port;
    _Atomic(pthread_t) authorized_in, checked_in, handled_in;
    atomic_int checks, handled;
    sem_t begun, may_end; /* of checks that wait */
};

/* --- the application --- */

static bool is_asked(const struct request *request, const char *what)
{
    const char *argument = strchr(request->target.text, '?');
    return argument && strcmp(argument + 1, what) == 0;
}

static bool check(struct request *request)
{
    struct fixture *f = request->app;
    f->checked_in = pthread_self();
    atomic_fetch_add(&f->checks, 1);
    if (is_asked(request, "wait")) {
        sem_post(&f->begun);
        while (sem_wait(&f->may_end) != 0)
            continue;
    }
    answer_header(request, "X-Checked", "yes");
    if (!is_asked(request, "refuse"))
        return true;
    answer_problem(request, PROBLEM_RATE, "Too many.");
    return false;
}

static bool authorize(struct request *request)
{
    struct fixture *f = request->app;
    f->authorized_in = pthread_self();
    request->check = is_asked(request, "none") ? NULL : check;
    return true;
}

static void handle(struct request *request)
{
    struct fixture *f = request->app;
    f->handled_in = pthread_self();
    atomic_fetch_add(&f->handled, 1);
    buf_printf(&request->answer.body, "{\"bytes\":%zu}", request->body.len);
    answer_json(request, 200);
}

static void handle_outer(struct request *request)
{
    struct inner_answer answer;
    const struct inner_call call = {.method = "GET",
                                    .target = is_asked(request, "refused") ? "/plain?refuse" : "/plain"};
    inner_run(request, &call, &answer);
    buf_printf(&request->answer.body, "{\"inner\":%d}", answer.status);
    answer_json(request, 200);
}

static const struct route routes[] = {
    {"GET", "/plain", ROUTE_PLAIN, 0, 0, 0, handle, NULL, NULL, 0, NULL, NULL},
    {"GET", "/slow", ROUTE_SLOW, 0, 0, 0, handle, NULL, NULL, 0, NULL, NULL},
    {"POST", "/body", ROUTE_JSON, 0, 0, 0, handle, NULL, NULL, 0, NULL, NULL},
    {"GET", "/outer", ROUTE_SLOW, 0, 0, 0, handle_outer, NULL, NULL, 0, NULL, NULL},
};

static int set_up(void **state)
{
    struct error err;
    struct fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    strcpy(f->folder, "/tmp/copydesk-http-XXXXXX");
    assert_non_null(mkdtemp(f->folder));
    snprintf(f->socket, sizeof f->socket, "%s/socket", f->folder);
    sem_init(&f->begun, 0, 0);
    sem_init(&f->may_end, 0, 0);
    assert_non_null(f->waiters = waiters_new());
    const struct http_options options = {
        .host = "127.0.0.1",
        .listener = -1,
        .socket = f->socket,
        .connections = 64,
        .request_seconds = PATIENCE_S,
        .idle_seconds = PATIENCE_S,
        .routes = {routes, COUNT_OF(routes)},
        .authorize = authorize,
        .app = f,
        .is_stopping = &f->is_stopping,
        .waiters = f->waiters,
        .counters = &f->counters,
    };
    if (http_start(&options, &f->server, &err) != OK)
        fail_msg("%s", err.message);
    f->port = atoi(strrchr(http_url(f->server), ':') + 1);
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    waiters_close(f->waiters);
    http_stop(f->server);
    waiters_free(f->waiters);
    sem_destroy(&f->begun);
    sem_destroy(&f->may_end);
    unlink(f->socket);
    assert_int_equal(rmdir(f->folder), 0);
    free(f);
    return 0;
}

/* --- the client --- */

/* announced: of the body, of which nothing is sent when that is more than a route takes. */
static int begin_request(const struct fixture *f, const char *method, const char *path, size_t announced)
{
    size_t body = announced <= MOST_SENT ? announced : 0;
    char head[256];
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)f->port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &(struct timeval){.tv_sec = PATIENCE_S}, sizeof(struct timeval));
    assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof address), 0);
    int length = snprintf(head, sizeof head,
                          "%s %s HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n"
                          "Content-Length: %zu\r\n\r\n",
                          method, path, announced);
    assert_int_equal(send(fd, head, (size_t)length, MSG_NOSIGNAL), length);
    char *text = calloc(1, body + 1);
    assert_non_null(text);
    memset(text, 'x', body);
    for (size_t sent = 0; sent < body;) {
        ssize_t n = send(fd, text + sent, body - sent, MSG_NOSIGNAL);
        assert_true(n > 0);
        sent += (size_t)n;
    }
    free(text);
    return fd;
}

static int end_request(int fd, char *answer, size_t size)
{
    size_t got = 0;
    ssize_t n = 1;
    while (n > 0 && got + 1 < size) {
        n = recv(fd, answer + got, size - got - 1, 0);
        got += n > 0 ? (size_t)n : 0;
    }
    answer[got] = '\0';
    close(fd);
    int status = 0;
    sscanf(answer, "HTTP/1.1 %d", &status);
    return status;
}

static int ask(const struct fixture *f, const char *method, const char *path, size_t body, char answer[4096])
{
    return end_request(begin_request(f, method, path, body), answer, 4096);
}

/* --- tests --- */

static void it_runs_in_the_pool_before_the_handler(void **state)
{
    struct fixture *f = *state;
    static const char *const paths[] = {"/plain", "/slow"};
    char answer[4096];
    for (size_t i = 0; i < COUNT_OF(paths); i++) {
        assert_int_equal(ask(f, "GET", paths[i], 0, answer), 200);
        assert_int_equal(f->checks, (int)i + 1);
        assert_false(pthread_equal(f->authorized_in, f->checked_in));
        assert_true(pthread_equal(f->checked_in, f->handled_in));
    }
    assert_int_equal(ask(f, "GET", "/plain?none", 0, answer), 200);
    assert_int_equal(f->checks, 2);
    assert_true(pthread_equal(f->authorized_in, f->handled_in));
}

static void the_handler_has_the_whole_body(void **state)
{
    struct fixture *f = *state;
    char answer[4096];
    assert_int_equal(ask(f, "POST", "/body", 700, answer), 200);
    assert_non_null(strstr(answer, "{\"bytes\":700}"));
    assert_int_equal(ask(f, "HEAD", "/plain", 0, answer), 200);
    assert_int_equal(f->checks, 2);
}

static void what_it_answers_is_sent_instead(void **state)
{
    struct fixture *f = *state;
    char answer[4096];
    assert_int_equal(ask(f, "GET", "/plain?refuse", 0, answer), 429);
    assert_non_null(strstr(answer, "Too many."));
    assert_int_equal(ask(f, "GET", "/slow?refuse", 0, answer), 429);
    assert_int_equal(ask(f, "POST", "/body?refuse", 700, answer), 429);
    assert_int_equal(f->handled, 0);
}

/* What is wrong with the request was seen before: after the body was read, or at once when it is not to be read. */
static void it_runs_also_for_what_is_refused_anyway(void **state)
{
    struct fixture *f = *state;
    char answer[4096];
    static const size_t sizes[] = {(1 << 20) + 1, 99000000};
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        assert_int_equal(ask(f, "POST", "/body", sizes[i], answer), 413);
        assert_non_null(strstr(answer, "X-Checked: yes"));
        assert_int_equal(ask(f, "POST", "/body?refuse", sizes[i], answer), 429);
        assert_int_equal(f->checks, 2 * (int)i + 2);
    }
    assert_int_equal(f->handled, 0);
    assert_false(pthread_equal(f->authorized_in, f->checked_in));
}

/* The threads that all connections share go on. */
static void others_are_answered_while_it_waits(void **state)
{
    struct fixture *f = *state;
    char answer[4096];
    int waiting[BLOCKED];
    for (int i = 0; i < BLOCKED; i++)
        waiting[i] = begin_request(f, "GET", "/plain?wait", 0);
    for (int i = 0; i < BLOCKED; i++)
        while (sem_wait(&f->begun) != 0)
            continue;
    assert_int_equal(ask(f, "GET", "/plain?none", 0, answer), 200);
    assert_int_equal(f->handled, 1);
    for (int i = 0; i < BLOCKED; i++)
        sem_post(&f->may_end);
    for (int i = 0; i < BLOCKED; i++)
        assert_int_equal(end_request(waiting[i], answer, sizeof answer), 200);
    assert_int_equal(f->handled, 1 + BLOCKED);
}

static void inner_requests_are_checked_where_they_are_made(void **state)
{
    struct fixture *f = *state;
    char answer[4096];
    assert_int_equal(ask(f, "GET", "/outer", 0, answer), 200);
    assert_non_null(strstr(answer, "{\"inner\":200}"));
    assert_int_equal(f->checks, 2);
    assert_true(pthread_equal(f->checked_in, f->handled_in));
    assert_int_equal(ask(f, "GET", "/outer?refused", 0, answer), 200);
    assert_non_null(strstr(answer, "{\"inner\":429}"));
    assert_int_equal(f->handled, 1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(it_runs_in_the_pool_before_the_handler), TEST(the_handler_has_the_whole_body),
        TEST(what_it_answers_is_sent_instead),        TEST(it_runs_also_for_what_is_refused_anyway),
        TEST(others_are_answered_while_it_waits),     TEST(inner_requests_are_checked_where_they_are_made),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
