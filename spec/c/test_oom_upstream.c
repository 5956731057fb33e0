/* Memory runs out at each place in turn while a service is opened and asked: nothing crashes, nothing leaks, and the
 * next try goes well. */
#include "net/upstream/upstream.h"

#include "loopback.h"

#include <curl/curl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

#include "oom.h"

static bool answer_well(struct loopback *server, int connection, const char *request)
{
    (void)server, (void)request;
    loopback_text(connection, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n[1,2,3]");
    return true;
}

static enum status ask_twice(const char *url)
{
    const struct upstream_settings settings = {
        .name = "places", .base_url = url, .key_header = "X-Key: ", .key = "abc", .keep_seconds = 60};
    const struct upstream_request request = {.path = "/", .body = STR("q")};
    struct upstream *upstream = NULL;
    struct arena *arena = arena_new();
    struct error err;
    const struct lookup lookup = {.arena = arena, .err = &err};
    json_t *value = NULL;
    enum status status = arena ? upstream_open(&settings, &upstream, &err) : E_MEMORY;
    for (int i = 0; i < 2 && !status; i++) {
        status = upstream_json(upstream, &request, &lookup, &value);
        assert_true(status || json_array_size(value) == 3);
        json_decref(value);
    }
    upstream_close(upstream);
    arena_free(arena);
    return status;
}

static void a_service_is_asked(void **state)
{
    (void)state;
    struct loopback server;
    enum status status = E_MEMORY;
    loopback_start(&server, answer_well, NULL);
    for (long n = 0; status; n++) {
        oom_allocations_left = n;
        status = ask_twice(server.url);
        bool ran_out = oom_allocations_left == 0;
        oom_allocations_left = -1;
        assert_true(status == OK || (status == E_MEMORY && ran_out));
        assert_true(n < 10000);
    }
    loopback_stop(&server);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_service_is_asked)};
    curl_global_init(CURL_GLOBAL_DEFAULT);
    json_set_alloc_funcs(__wrap_malloc, free);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
