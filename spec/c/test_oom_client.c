/* The client when memory runs out at any allocation, libcurl's included: an error, never a crash, a leak or half an answer. */
#include "client/client.h"

#include "loopback.h"
#include "oom.h"

#include <curl/curl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

/* The first request of a connection is refused for now, so that each call also waits and tries again. */
static bool answer(struct loopback *server, int connection, const char *request)
{
    (void)server;
    (void)request;
    static atomic_int count;
    bool refuse = atomic_fetch_add(&count, 1) % 2 == 0;
    loopback_text(connection, refuse ? "HTTP/1.1 503 x\r\nretry-after-ms: 1\r\nContent-Length: 0\r\n\r\n"
                                     : "HTTP/1.1 200 OK\r\nX-Request-Id: r\r\nContent-Length: 5\r\n\r\nhello");
    return true;
}

static enum status call_once(struct client *client, char *body_out, int *http_status)
{
    static const char *const headers[] = {"X-Team: desk", NULL};
    struct client_request request = {.method = "POST", .path = "/api/x", .headers = headers, .retries = 3};
    struct client_call *call = NULL;
    struct buf body = {0};
    struct error err;
    buf_str(&body, "{\"a\":1}");
    enum status status = client_start(client, &request, &body, &call, &err);
    assert_null(body.data);
    assert_int_equal(call != NULL, status == OK);
    while (status == OK && !client_call_done(call))
        status = client_step(client, -1, &err);
    if (status == OK)
        status = client_call_outcome(call, &err);
    if (status == OK) {
        *http_status = client_call_status(call);
        struct str text = client_call_body(call);
        snprintf(body_out, 16, "%.*s", STR_ARG(text));
        assert_true(str_eq(client_call_header(call, "x-request-id"), STR("r")) || *http_status == 503);
    }
    client_call_free(call);
    return status;
}

static enum status use_client(const char *url, char *body, int *http_status)
{
    static const char *const headers[] = {"X-One: 1", NULL};
    struct client *client;
    struct error err;
    enum status status = client_new(
        &(struct client_options){.base_url = url, .api_key = "k", .headers = headers, .retries = 3}, &client, &err);
    assert_int_equal(client != NULL, status == OK);
    if (status == OK && client_fd(client, &err) < 0)
        status = err.status;
    /* Twice, so that handles, buffers and the connection are met when they are new and when they are used again. */
    for (int i = 0; i < 2 && status == OK; i++)
        status = call_once(client, body, http_status);
    client_free(client);
    return status;
}

static void survive_shortage(const struct loopback *server)
{
    bool enough = false;
    for (long count = 0; !enough; count++) {
        char body[16] = "";
        int http_status = 0;
        oom_allocations_left = count;
        enum status status = use_client(server->url, body, &http_status);
        enough = oom_allocations_left > 0;
        oom_allocations_left = -1;
        if (status == OK) {
            assert_int_equal(http_status, 200);
            assert_string_equal(body, "hello");
        }
        assert_true(status == OK || !enough);
    }
}

static void calls_with_retries(void **state)
{
    (void)state;
    struct loopback server;
    loopback_start(&server, answer, NULL);
    oom_only_one_fails = false;
    survive_shortage(&server);
    oom_only_one_fails = true;
    survive_shortage(&server);
    loopback_stop(&server);
}

int main(void)
{
    if (curl_global_init_mem(CURL_GLOBAL_DEFAULT, malloc, free, realloc, oom_duplicate, calloc) != CURLE_OK)
        return 1;
    const struct CMUnitTest tests[] = {cmocka_unit_test(calls_with_retries)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
