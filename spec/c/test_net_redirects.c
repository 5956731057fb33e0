/* Redirects are followed by hand, each one checked. */
#include "test_net.h"

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
    assert_refused(fixture, get(fixture, "/long-redirect"), E_LIMIT);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        NET_TEST(follows_redirects),
        NET_TEST(redirects_change_the_method_as_they_should),
        NET_TEST(limits_redirects),
        NET_TEST(checks_each_redirect),
        NET_TEST(secrets_stay_with_their_origin),
        NET_TEST(asks_before_following),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
