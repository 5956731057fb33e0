/*
 * Fetching when memory runs out at any allocation, libcurl's included: an error, never a crash, a leak or half an
 * answer.
 */
#include "net/net.h"

#include "loopback.h"
#include "oom.h"

#include <curl/curl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

static bool answer(struct loopback *server, int connection, const char *request)
{
    (void)server;
    bool first = loopback_asks(request, "/first");
    loopback_text(connection, first ? "HTTP/1.1 302 x\r\nLocation: /second\r\nContent-Length: 0\r\n"
                                      "Connection: close\r\n\r\n"
                                    : "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nRetry-After: 1\r\n"
                                      "Content-Length: 5\r\nConnection: close\r\n\r\nhello");
    return false;
}

static enum status fetch_once(const char *url, const char *allowed, struct arena *arena, struct net_response *response)
{
    struct net *net = NULL;
    struct error err;
    const char *const list[] = {allowed};
    const char *const headers[] = {"Accept: text/plain", NULL};
    enum status status = net_new(&(struct net_options){.allow_addresses = list, .allow_count = 1}, &net, &err);
    assert_int_equal(net != NULL, status == OK);
    struct net_request request = {.url = url, .headers = headers};
    if (status == OK)
        status = net_fetch(net, &request, arena, response, &err);
    net_free(net);
    return status;
}

static void survive_shortage(const struct loopback *server)
{
    char allowed[40], url[60];
    snprintf(allowed, sizeof allowed, "127.0.0.1:%u", server->port);
    snprintf(url, sizeof url, "%s/first", server->url);
    bool enough = false;
    for (long count = 0; !enough; count++) {
        struct arena *arena = arena_new();
        struct net_response response;
        oom_allocations_left = count;
        enum status status = fetch_once(url, allowed, arena, &response);
        enough = oom_allocations_left > 0;
        oom_allocations_left = -1;
        if (status == OK) {
            assert_int_equal(response.status, 200);
            assert_string_equal(response.body.data, "hello");
            assert_string_equal(response.content_type, "text/plain");
            assert_string_equal(response.charset, "utf-8");
        }
        assert_true(status == OK || !enough);
        arena_free(arena);
    }
}

static void a_fetch_with_a_redirect(void **state)
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_fetch_with_a_redirect)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
