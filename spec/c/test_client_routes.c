/* The ways to a service: a unix socket, a proxy, none; and what a log may know of them. */
#include "client_calls.h"
#include "loopback.h"

#include <poll.h>

/* Answers with the request line and the Host header. */
static bool echo(struct loopback *server, int connection, const char *request)
{
    (void)server;
    char answer[600], host[100] = "";
    const char *found = strstr(request, "\r\nHost: ");
    if (found)
        snprintf(host, sizeof host, "%.*s", (int)strcspn(found + 8, "\r"), found + 8);
    size_t line = strcspn(request, "\r");
    snprintf(answer, sizeof answer, "HTTP/1.1 200 OK\r\nContent-Length: %zu\r\n\r\n%.*s %s", line + 1 + strlen(host),
             (int)line, request, host);
    loopback_text(connection, answer);
    return true;
}

static bool refuse_tunnel(struct loopback *server, int connection, const char *request)
{
    (void)server;
    (void)request;
    loopback_text(connection, "HTTP/1.1 407 Who are you\r\nContent-Length: 0\r\n\r\n");
    return false;
}

static void assert_answer(struct client *client, const char *path, const char *wanted)
{
    struct client_call *call = start_get(client, path);
    struct error err = {OK};
    finish(client, call);
    if (client_call_outcome(call, &err) != OK)
        fail_msg("%s", err.message);
    assert_string_equal(client_call_body(call).data, wanted);
    client_call_free(call);
}

static void reaches_a_unix_socket(void **state)
{
    (void)state;
    struct loopback server;
    loopback_start_unix(&server, echo, NULL);
    setenv("http_proxy", "http://127.0.0.1:1", 1); /* is for the world outside */
    struct client *client = open_client(&(struct client_options){.base_url = server.url});
    for (int i = 0; i < 3; i++)
        assert_answer(client, "/a?b", "GET /a?b HTTP/1.1 localhost");
    assert_int_equal(atomic_load(&server.connections), 1);
    client_free(client);

    char url[80];
    snprintf(url, sizeof url, "%s:/prefix/", server.url);
    client = open_client(&(struct client_options){.base_url = url});
    assert_answer(client, "/a", "GET /prefix/a HTTP/1.1 localhost");
    client_free(client);
    unsetenv("http_proxy");
    loopback_stop(&server);
}

static void step_until_readable(struct client *client, int descriptor)
{
    struct pollfd both[] = {{.fd = descriptor, .events = POLLIN}, {.fd = client_fd(client, NULL), .events = POLLIN}};
    while (!(both[0].revents & POLLIN)) {
        assert_true(poll(both, 2, 20000) > 0);
        assert_int_equal(client_step(client, 0, NULL), OK);
    }
}

/* Takes connections and says nothing. */
static int listen_silently(const char *scheme, char url[48])
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(listener, (struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(listen(listener, 16), 0);
    assert_int_equal(getsockname(listener, (struct sockaddr *)&address, &length), 0);
    snprintf(url, 48, "%s://127.0.0.1:%u", scheme, ntohs(address.sin_port));
    return listener;
}

/* In the midst of the greetings of TLS, of HTTP to a proxy and of SOCKS. */
static void a_deadline_covers_the_way_there(void **state)
{
    (void)state;
    static const char *const schemes[] = {"https", "http", "socks5h"};
    for (size_t i = 0; i < COUNT_OF(schemes); i++) {
        char url[48];
        struct error err;
        bool retryable;
        int listener = listen_silently(schemes[i], url);
        struct client *client = open_client(&(struct client_options){.base_url = i == 0 ? url : "https://desk.invalid",
                                                                     .proxy = i == 0 ? "" : url,
                                                                     .timeout_ms = 50,
                                                                     .retries = 0});
        assert_int_equal(get_outcome(client, "/", &err, &retryable), E_TIMEOUT);
        assert_string_equal(err.message, "no answer within 0.05 s");
        assert_true(retryable);
        client_free(client);
        close(listener);
    }
}

/* On a plain connection nothing is negotiated, so that a held answer holds up no other request. */
static void plain_requests_do_not_wait_for_each_other(void **state)
{
    (void)state;
    enum { COUNT = 5 };
    char url[48], request[1000];
    int listener = listen_silently("http", url);
    struct client *client = open_client(&(struct client_options){.base_url = url});
    struct client_call *calls[COUNT];
    int connections[COUNT];
    for (int i = 0; i < COUNT; i++)
        calls[i] = start_get(client, "/held");
    for (int i = 0; i < COUNT; i++) {
        step_until_readable(client, listener);
        connections[i] = accept(listener, NULL, NULL);
    }
    for (int i = 0; i < COUNT; i++) {
        step_until_readable(client, connections[i]);
        assert_true(loopback_read(connections[i], request, sizeof request));
        assert_true(loopback_asks(request, "/held"));
    }
    client_free(client);
    for (int i = 0; i < COUNT; i++) {
        client_call_free(calls[i]);
        close(connections[i]);
    }
    close(listener);
}

static void names_a_unix_socket_that_is_not_there(void **state)
{
    (void)state;
    struct client *client = open_client(&(struct client_options){.base_url = "unix:/nowhere/socket:/x"});
    struct error err;
    bool retryable;
    assert_int_equal(get_outcome(client, "/a", &err, &retryable), E_NETWORK);
    assert_string_equal(err.message, "cannot connect to unix:/nowhere/socket: No such file or directory");
    assert_true(retryable);
    client_free(client);
}

static void goes_by_the_proxy_that_is_named(void **state)
{
    (void)state;
    struct loopback proxy;
    char url[80];
    loopback_start(&proxy, echo, NULL);
    snprintf(url, sizeof url, "http://me:hush@127.0.0.1:%u", proxy.port);
    setenv("no_proxy", "*", 1); /* exceptions are those of the environment's proxy */
    struct client *client = open_client(&(struct client_options){.base_url = "http://desk.invalid/v", .proxy = url});
    for (int i = 0; i < 2; i++)
        assert_answer(client, i ? "/%2F../?b" : "/c",
                      i ? "GET http://desk.invalid/v/%2F../?b HTTP/1.1 desk.invalid"
                        : "GET http://desk.invalid/v/c HTTP/1.1 desk.invalid");
    assert_non_null(strstr(proxy.last, "Proxy-Authorization: Basic "));
    client_free(client);
    unsetenv("no_proxy");
    loopback_stop(&proxy);
}

static void an_environment_without_exceptions_is_obeyed(void **state)
{
    (void)state;
    struct loopback proxy;
    loopback_start(&proxy, echo, NULL);
    setenv("http_proxy", proxy.url, 1);
    struct client *client = open_client(&(struct client_options){.base_url = "http://desk.invalid"});
    assert_answer(client, "/a", "GET http://desk.invalid/a HTTP/1.1 desk.invalid");
    client_free(client);
    client = open_client(&(struct client_options){.base_url = proxy.url});
    char wanted[80];
    snprintf(wanted, sizeof wanted, "GET /a HTTP/1.1 %.40s", proxy.url + strlen("http://"));
    assert_answer(client, "/a", wanted);
    client_free(client);
    unsetenv("http_proxy");
    loopback_stop(&proxy);
}

/* To a proxy that is asked for a tunnel, the key is nobody's business. */
static void a_proxy_does_not_see_the_key(void **state)
{
    (void)state;
    struct loopback proxy;
    char url[80];
    loopback_start(&proxy, refuse_tunnel, NULL);
    snprintf(url, sizeof url, "http://me:hush@127.0.0.1:%u", proxy.port);
    struct client *client = open_client(&(struct client_options){
        .base_url = "https://desk.invalid", .proxy = url, .api_key = "secret-key", .logs_attempts = true});
    struct error err;
    bool retryable;
    struct client_attempt attempt;
    assert_int_equal(get_outcome(client, "/a", &err, &retryable), E_NETWORK);
    assert_null(strstr(proxy.last, "secret-key"));
    assert_non_null(strstr(err.message, "407"));
    assert_true(client_next_attempt(client, &attempt));
    assert_null(strstr(attempt.message, "hush"));
    client_free(client);
    loopback_stop(&proxy);
}

static void proxies_that_fail_keep_their_password(void **state)
{
    (void)state;
    static const char *const named[] = {"http://me:hush@127.0.0.1:1", "http://me:hush@proxy.invalid:1",
                                        "socks5h://me:hush@127.0.0.1:1"};
    static const char *const in_environment[] = {"http://me:hush@127.0.0.1:1", "http://me:hush@proxy.invalid:1",
                                                 "http://me:hush@127.0.0.1:99999999", "me:hush@[::1",
                                                 "odd://me:hush@127.0.0.1"};
    struct error err;
    bool retryable;
    for (size_t i = 0; i < COUNT_OF(named) + COUNT_OF(in_environment); i++) {
        bool given = i < COUNT_OF(named);
        if (!given)
            setenv("http_proxy", in_environment[i - COUNT_OF(named)], 1);
        struct client *client =
            open_client(&(struct client_options){.base_url = "http://desk.invalid", .proxy = given ? named[i] : NULL});
        assert_int_equal(get_outcome(client, "/a", &err, &retryable), E_NETWORK);
        assert_null(strstr(err.message, "hush"));
        assert_true(strlen(err.message) > 20);
        client_free(client);
    }
    unsetenv("http_proxy");
}

int main(void)
{
    static const char *const of_the_host[] = {"http_proxy", "no_proxy", "NO_PROXY", "all_proxy", "ALL_PROXY"};
    for (size_t i = 0; i < COUNT_OF(of_the_host); i++)
        unsetenv(of_the_host[i]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reaches_a_unix_socket),
        cmocka_unit_test(a_deadline_covers_the_way_there),
        cmocka_unit_test(plain_requests_do_not_wait_for_each_other),
        cmocka_unit_test(names_a_unix_socket_that_is_not_there),
        cmocka_unit_test(goes_by_the_proxy_that_is_named),
        cmocka_unit_test(an_environment_without_exceptions_is_obeyed),
        cmocka_unit_test(a_proxy_does_not_see_the_key),
        cmocka_unit_test(proxies_that_fail_keep_their_password),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
