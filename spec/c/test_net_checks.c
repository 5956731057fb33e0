/* The guard where it stands: before DNS, before a connection is made, and before one is used again. */
#include "net/transfer.h"
#include "test_net.h"
#include "text/text.h"

#include <arpa/inet.h>
#include <strings.h>

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
        {"http://example.com/?q=ö and space#ö and space", OK},
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
        {"http://example.com /", E_INVALID},
        {" http://example.com/", E_INVALID},
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

/* Digits in circles are a host to one parser and none to the other: no lack of memory, and nobody is asked. */
static void a_host_that_has_no_name_in_ascii_is_not_found(void **state)
{
    struct fixture *fixture = *state;
    const struct net_request request = {.url = "http://\xe2\x91\xa0\xe2\x91\xa1\xe2\x91\xa6.0.0.1/"};
    enum status status = net_fetch(fixture->net, &request, fixture->arena, &fixture->response, &fixture->err);
    assert_true(status == E_NETWORK || status == E_DENIED);
    assert_int_equal(atomic_load(&fixture->server.connections), 0);
}

static enum status transfer_to(struct fixture *fixture, struct exchange_pool *pool, const char *allowed,
                               const char *url)
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
    enum status status = transfer_run(pool, &transfer, fixture->arena, &fixture->response, &location, &fixture->err);
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
    struct exchange_pool pool;
    exchange_pool_init(&pool, 1, 4);
    enum status first = transfer_to(fixture, &pool, here, url);
    enum status again = transfer_to(fixture, &pool, here, url);
    enum status closed = transfer_to(fixture, &pool, elsewhere, url);
    exchange_pool_destroy(&pool);
    assert_int_equal(first, OK);
    assert_int_equal(again, OK);
    assert_refused(fixture, closed, E_DENIED);
    assert_int_equal(atomic_load(&fixture->server.connections), 1);
    assert_int_equal(atomic_load(&fixture->server.requests), 2);
}

/* Each is meant to be read as one host by one parser and as another host by another. */
static const char *const hostile_urls[] = {
    "http://good.test/",
    "HTTP://GOOD.TEST:80/a/../b",
    "http://good.test./",
    "http://good.test:/",
    "http://good.test:080/",
    "http://good.test:0/",
    "http://good.test:80:81/",
    "http://good.test:99999/",
    "http://good.test:-1/",
    "http://good.test:8 0/",
    "http://good.test:%38%30/",
    "http://good.test@evil.test/",
    "http://good.test:80@evil.test/",
    "http://good.test%40evil.test/",
    "http://@evil.test/",
    "http://good.test#@evil.test/",
    "http://good.test?@evil.test/",
    "http://good.test/@evil.test/",
    "http://good.test;@evil.test/",
    "http://good.test\\@evil.test/",
    "http://good.test\\.evil.test/",
    "http://evil.test\\/good.test/",
    "http://good.test%2F.evil.test/",
    "http://good.test%5C.evil.test/",
    "http://good.test%23.evil.test/",
    "http://good.test%00.evil.test/",
    "http://g%6Fod.test/",
    "http://good.test%2eevil.test/",
    "http://good.test\t.evil.test/",
    "http://good.test\r\n.evil.test/",
    " http://good.test/ ",
    "http:// good.test/",
    "http://good test/",
    "http:///good.test/",
    "http:/good.test/",
    "http:good.test/",
    "http:\\\\good.test/",
    "//good.test/",
    "http://.good.test/",
    "http://good..test/",
    "http://",
    "http://:80/",
    "http://g\xC3\xB6od.test/",
    "http://\xEF\xBD\x87ood.test/",
    "http://good\xE3\x80\x82test/",
    "http://good\xFF.test/",
    "http://xn--god-sna.test/",
    "http://[::1]/",
    "http://[::1]:80/",
    "http://[0:0:0:0:0:0:0:1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::1%25eth0]/",
    "http://[::1].evil.test/",
    "http://[::1",
    "http://[good.test]/",
    "http://::1/",
    "http://127.0.0.1/",
    "http://127.0.0.1./",
    "http://127.1/",
    "http://0177.0.0.1/",
    "http://0x7f.1/",
    "http://2130706433/",
};

/* What curl would connect to. False when it refuses the URL. */
static bool read_by_curl(const char *url, struct target *target)
{
    static const char *const everything[] = {"0.0.0.0/0", "::/0"};
    struct guard guard;
    assert_int_equal(guard_init(&guard, everything, COUNT_OF(everything), NULL), OK);
    enum status status = target_init(target, &guard, url, NULL);
    guard_free(&guard);
    return status == OK;
}

/* libcurl writes an address in its shortest form: in other respects the host must be the same bytes. */
static bool is_same_host(const char *host, struct str name)
{
    struct in_addr ipv4;
    struct in6_addr ipv6;
    char text[256], shortest[INET6_ADDRSTRLEN];
    assert_true(name.len > 0 && name.len < sizeof text);
    memcpy(text, name.data, name.len);
    text[name.len] = '\0';
    if (strcasecmp(host, text) == 0)
        return true;
    if (inet_aton(text, &ipv4))
        return strcmp(host, inet_ntop(AF_INET, &ipv4, shortest, sizeof shortest)) == 0;
    text[name.len - 1] = '\0'; /* the closing bracket */
    return text[0] == '[' && inet_pton(AF_INET6, text + 1, &ipv6) == 1 &&
           strncmp(host + 1, inet_ntop(AF_INET6, &ipv6, shortest, sizeof shortest), strlen(host) - 2) == 0;
}

/* A redirect is resolved by text/url.h and followed by libcurl: what both accept must be one host to both. */
static void both_parsers_find_the_same_host(void **state)
{
    struct fixture *fixture = *state;
    size_t accepted = 0;
    for (size_t i = 0; i < COUNT_OF(hostile_urls); i++) {
        char *normal = url_normalise(fixture->arena, str_from(hostile_urls[i]));
        struct target target = {0};
        struct url parts;
        if (normal && read_by_curl(normal, &target)) {
            assert_int_equal(url_parse(str_from(normal), &parts, NULL), OK);
            if (!is_same_host(target.host, parts.host))
                fail_msg("\"%s\": curl connects to %s, the URL says %.*s", hostile_urls[i], target.host,
                         (int)parts.host.len, parts.host.data);
            accepted++;
        }
        target_free(&target);
    }
    assert_true(accepted > 10);
}

static void origins_are_the_same_to_both_parsers(void **state)
{
    struct fixture *fixture = *state;
    for (size_t i = 0; i < COUNT_OF(hostile_urls); i++)
        for (size_t k = 0; k < COUNT_OF(hostile_urls); k++) {
            const char *a = url_normalise(fixture->arena, str_from(hostile_urls[i]));
            const char *b = url_normalise(fixture->arena, str_from(hostile_urls[k]));
            struct target target = {0};
            bool is_fetched = a && b && read_by_curl(b, &target);
            target_free(&target);
            if (is_fetched && url_same_origin(a, b) && !target_same_origin(a, b))
                fail_msg("\"%s\" and \"%s\" are of one origin only to text/url.h", a, b);
        }
    assert_true(target_same_origin("http://good.test", "HTTP://GOOD.test:80/page"));
    assert_false(target_same_origin("http://good.test/", "https://good.test/"));
    assert_false(target_same_origin("http://good.test/", "http://good.test:8080/"));
    assert_false(target_same_origin("http://good.test/", "http://good.test.evil.test/"));
    assert_false(target_same_origin("http://good.test/", "good.test"));
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
        NET_TEST(a_host_that_has_no_name_in_ascii_is_not_found),
        NET_TEST(both_parsers_find_the_same_host),
        NET_TEST(origins_are_the_same_to_both_parsers),
        cmocka_unit_test(names_a_wrong_allow_list),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
