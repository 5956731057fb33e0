/* The guard where it stands: before DNS, before a connection is made, and before one is used again. */
#include "net/transfer.h"
#include "test_net.h"

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

static const char *message_about(struct fixture *fixture, const char *host, enum status expected)
{
    char allowed[40];
    snprintf(allowed, sizeof allowed, "10.9.9.9:%u", fixture->server.port);
    const char *const list[] = {allowed};
    struct net *net;
    assert_int_equal(net_new(&(struct net_options){.allow_addresses = list, .allow_count = 1}, &net, NULL), OK);
    struct net_request request = {.url = arena_printf(fixture->arena, "http://%s:%u/", host, fixture->server.port)};
    enum status status = net_fetch(net, &request, fixture->arena, &fixture->response, &fixture->err);
    net_free(net);
    assert_refused(fixture, status, expected);
    const char *rest = strstr(fixture->err.message, host);
    assert_non_null(rest);
    return arena_copy(fixture->arena, rest + strlen(host));
}

/* Whoever names hosts must not learn from the answers which names the network behind us knows. */
static void says_the_same_of_names_that_are_unknown_and_private(void **state)
{
    struct fixture *fixture = *state;
    /* A label is at most 63 bytes: no resolver looks for this one. */
    const char *unknown = arena_printf(fixture->arena, "%064d.invalid", 0);
    assert_string_equal(message_about(fixture, "localhost", E_DENIED), message_about(fixture, unknown, E_NETWORK));
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        NET_TEST(checks_urls_before_any_connection),
        NET_TEST(refuses_what_is_not_allowed),
        NET_TEST(checks_what_a_name_resolves_to),
        NET_TEST(checks_a_connection_that_is_used_again),
        NET_TEST(says_the_same_of_names_that_are_unknown_and_private),
        cmocka_unit_test(names_a_wrong_allow_list),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
