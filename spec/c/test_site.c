/* Asking a site's interface, on loopback: what its answers mean, what they may say, and forms with a file. */
#include "deliver/deliver.h"

#include "deliver/site.h"
#include "loopback.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define TOKEN  "shpat_0123456789abcdef"
#define SECRET "abcd efgh ijkl mnop"

struct fixture {
    struct loopback server;
    struct delivery_call call;
    struct site_answer answer;
    struct delivery_outcome outcome;
    struct error err;
    atomic_bool cancel;
    const char *reply; /* NULL: the server waits for the client to go */
};

static bool reply(struct loopback *server, int connection, const char *request)
{
    (void)request;
    struct fixture *fixture = server->context;
    if (fixture->reply) {
        loopback_text(connection, fixture->reply);
    } else {
        atomic_store(&fixture->cancel, true);
        loopback_hang(connection);
    }
    return false;
}

static const struct setting settings_of_target[] = {
    {"url", SETTING_URL, .is_required = true},
    {"user", SETTING_TEXT},
    {"password", SETTING_TEXT, .is_secret = true},
    {"collection", SETTING_TEXT, .is_secret = true},
    {"short", SETTING_TEXT, .is_secret = true},
    {"secret", SETTING_TEXT, .is_secret = true},
    {"shown", SETTING_TEXT},
};
static const struct delivery_target target = {.settings = settings_of_target,
                                              .setting_count = COUNT_OF(settings_of_target)};

static int set_up(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    loopback_start(&fixture->server, reply, fixture);
    const char *const allowed[] = {"127.0.0.1"};
    if (net_new(&(struct net_options){.allow_addresses = allowed, .allow_count = 1}, &fixture->call.net, NULL) != OK)
        return -1;
    fixture->call.arena = arena_new();
    fixture->call.cancel = &fixture->cancel;
    fixture->call.target = &target;
    fixture->call.settings =
        json_pack("{s:s, s:s, s:s}", "url", fixture->server.url, "password", SECRET, "user", "anna");
    *state = fixture;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    site_done(&fixture->answer);
    json_decref((json_t *)fixture->call.settings);
    net_free(fixture->call.net);
    loopback_stop(&fixture->server);
    arena_free(fixture->call.arena);
    free(fixture);
    return 0;
}

static enum status ask_with(struct fixture *fixture, const char *text)
{
    static const char *const headers[] = {"Authorization: Bearer " TOKEN, NULL};
    const struct site_request request = {.url = site_url(&fixture->call, "url", "/x"), .headers = headers};
    fixture->reply = text;
    site_done(&fixture->answer);
    return site_ask(&fixture->call, &request, &fixture->answer, &fixture->outcome, &fixture->err);
}

/* head: status and headers; the body is sent with its length. */
static void ask(struct fixture *fixture, const char *head, const char *body)
{
    const char *text =
        arena_printf(fixture->call.arena, "HTTP/1.1 %s\r\nContent-Length: %zu\r\nConnection: close\r\n\r\n%s", head,
                     strlen(body), body);
    assert_int_equal(ask_with(fixture, text), OK);
}

static void every_status_has_its_meaning(void **state)
{
    struct fixture *fixture = *state;
    static const struct {
        const char *head;
        int status;
        enum delivery_verdict verdict;
    } cases[] = {
        {"200 OK", 200, DELIVERY_ACCEPTED},
        {"201 Created", 201, DELIVERY_ACCEPTED},
        {"299 x", 299, DELIVERY_ACCEPTED},
        {"400 Bad Request", 400, DELIVERY_REFUSED},
        {"413 x", 413, DELIVERY_REFUSED},
        {"415 x", 415, DELIVERY_REFUSED},
        {"422 x", 422, DELIVERY_REFUSED},
        {"401 Unauthorized", 401, DELIVERY_RETRY},
        {"403 Forbidden", 403, DELIVERY_RETRY},
        {"404 Not Found", 404, DELIVERY_RETRY},
        {"409 Conflict", 409, DELIVERY_RETRY},
        {"410 Gone", 410, DELIVERY_RETRY},
        {"429 x", 429, DELIVERY_RETRY},
        {"500 x", 500, DELIVERY_RETRY},
        {"503 x", 503, DELIVERY_RETRY},
        {"302 Found\r\nLocation: /elsewhere", 302, DELIVERY_RETRY},
        {"307 x\r\nLocation: http://elsewhere.example/", 307, DELIVERY_RETRY},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ask(fixture, cases[i].head, "");
        assert_int_equal(fixture->answer.status, cases[i].status);
        assert_int_equal(fixture->outcome.status, cases[i].status);
        assert_int_equal(fixture->outcome.verdict, cases[i].verdict);
        if (cases[i].verdict == DELIVERY_ACCEPTED)
            assert_null(fixture->outcome.problem);
        else
            assert_string_equal(
                fixture->outcome.problem,
                arena_printf(fixture->call.arena, "127.0.0.1 answered with status %d", cases[i].status));
    }
    assert_int_equal(atomic_load(&fixture->server.requests), COUNT_OF(cases)); /* no redirect was followed */
}

static void the_words_of_the_site_are_told(void **state)
{
    struct fixture *fixture = *state;
    static const struct {
        const char *body, *told;
    } cases[] = {
        {"{\"code\":\"x\",\"message\":\"Sorry, <strong>you</strong> may not &amp; cannot.\"}",
         ": Sorry, you may not & cannot."},
        {"{\"errors\":[{\"message\":\"Validation failed\",\"context\":\"Title is too long.\"}]}",
         ": Title is too long."},
        {"{\"errors\":[{\"message\":\"Validation failed\",\"context\":null}]}", ": Validation failed"},
        {"{\"errors\":\"[API] Invalid API key\"}", ": [API] Invalid API key"},
        {"{\"message\":\"Validation Error\",\"details\":[{\"param\":\"slug\",\"description\":\"Unique\"}]}",
         ": Validation Error: Unique"},
        {"{\"message\":\"Validation Error\",\"details\":[\"Field 'x' is unknown\"]}",
         ": Validation Error: Field 'x' is unknown"},
        {"{\"message\":\"m\",\"details\":[]}", ": m"},
        {"{\"errors\":[]}", ""},
        {"{\"errors\":[7],\"message\":{\"a\":1}}", ""},
        {"[1,2]", ""},
        {"\"text\"", ""},
        {"<html><h1>Error</h1></html>", ""},
        {"{\"message\":", ""},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ask(fixture, "422 x", cases[i].body);
        assert_string_equal(fixture->outcome.problem,
                            arena_printf(fixture->call.arena, "127.0.0.1 answered with status 422%s", cases[i].told));
    }
}

static void a_long_message_is_cut_between_characters(void **state)
{
    struct fixture *fixture = *state;
    struct buf body = {0};
    buf_str(&body, "{\"message\":\"");
    for (int i = 0; i < 2000; i++)
        buf_str(&body, "ü");
    buf_str(&body, "\"}");
    ask(fixture, "500 x", body.data);
    buf_free(&body);
    assert_true(strlen(fixture->outcome.problem) < 2 * 300);
    json_t *valid = json_string(fixture->outcome.problem); /* NULL unless it is UTF-8 */
    assert_non_null(valid);
    json_decref(valid);
}

static void assert_hidden(const struct fixture *fixture)
{
    if (strstr(fixture->outcome.problem, TOKEN) || strstr(fixture->outcome.problem, SECRET))
        fail_msg("a secret is told: %s", fixture->outcome.problem);
}

static void no_secret_is_told(void **state)
{
    struct fixture *fixture = *state;
    ask(fixture, "401 x", "{\"message\":\"The token " TOKEN " of anna is wrong\"}");
    assert_string_equal(fixture->outcome.problem,
                        "127.0.0.1 answered with status 401: The token [hidden] of anna is wrong");
    ask(fixture, "403 x", "{\"message\":\"" SECRET ", " SECRET "?\"}");
    assert_string_equal(fixture->outcome.problem, "127.0.0.1 answered with status 403: [hidden], [hidden]?");
    ask(fixture, "403 x", "{\"message\":\"abcd&#32;efgh ijkl <b></b>mnop\"}");
    assert_hidden(fixture);
    struct buf body = {0}; /* at the end of what is told */
    buf_str(&body, "{\"message\":\"");
    for (int i = 0; i < 240; i++)
        buf_char(&body, 'x');
    buf_str(&body, " " TOKEN " " TOKEN " " TOKEN "\"}");
    ask(fixture, "401 x", body.data);
    buf_free(&body);
    assert_hidden(fixture);
    assert_null(strstr(fixture->outcome.problem, "shpat_"));
}

static void a_judgement_says_otherwise_without_secrets(void **state)
{
    struct fixture *fixture = *state;
    ask(fixture, "200 OK", "{}");
    assert_int_equal(
        site_judge(&fixture->call, &fixture->outcome, DELIVERY_REFUSED, NULL, "%s: %s", "title", "may not be " SECRET),
        OK);
    assert_int_equal(fixture->outcome.verdict, DELIVERY_REFUSED);
    assert_int_equal(fixture->outcome.status, 200);
    assert_string_equal(fixture->outcome.problem, "title: may not be [hidden]");
}

static void the_body_is_there_and_read(void **state)
{
    struct fixture *fixture = *state;
    ask(fixture, "200 OK", "{\"id\":7}");
    assert_int_equal(json_integer_value(json_object_get(fixture->answer.json, "id")), 7);
    assert_string_equal(fixture->answer.body.data, "{\"id\":7}");
    ask(fixture, "200 OK", "<html>");
    assert_null(fixture->answer.json);
    ask(fixture, "204 No Content", "");
    assert_null(fixture->answer.json);
    site_done(&fixture->answer);
    site_done(NULL);
}

static void a_pause_that_is_asked_for_is_told(void **state)
{
    struct fixture *fixture = *state;
    ask(fixture, "429 x\r\nRetry-After: 90", "");
    assert_int_equal(fixture->outcome.retry_after_ms, 90 * 1000);
    ask(fixture, "503 x\r\nRetry-After: soon", "");
    assert_int_equal(fixture->outcome.retry_after_ms, -1);
}

static void no_answer_is_an_outcome(void **state)
{
    struct fixture *fixture = *state;
    assert_int_equal(ask_with(fixture, ""), OK);
    assert_int_equal(fixture->outcome.verdict, DELIVERY_RETRY);
    assert_int_equal(fixture->outcome.status, 0);
    assert_non_null(fixture->outcome.problem);
    assert_int_equal(ask_with(fixture, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"), OK);
    assert_int_equal(fixture->outcome.verdict, DELIVERY_RETRY);
    assert_int_equal(fixture->answer.status, 0);
}

static void the_guard_holds(void **state)
{
    struct fixture *fixture = *state;
    struct net *open = fixture->call.net, *closed;
    assert_int_equal(net_new(&(struct net_options){0}, &closed, NULL), OK);
    fixture->call.net = closed;
    enum status status = ask_with(fixture, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
    fixture->call.net = open;
    net_free(closed);
    assert_int_equal(status, OK);
    assert_int_equal(fixture->outcome.verdict, DELIVERY_RETRY);
    assert_non_null(strstr(fixture->outcome.problem, "must not be fetched"));
    assert_int_equal(atomic_load(&fixture->server.connections), 0);
}

static void can_be_called_off(void **state)
{
    struct fixture *fixture = *state;
    assert_true(site_wait(&fixture->call, 1));
    assert_int_equal(ask_with(fixture, NULL), E_CANCELLED);
    assert_false(site_wait(&fixture->call, INT64_MAX));
}

static void addresses_are_made_of_settings(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    json_t *settings = json_pack("{s:s, s:i}", "url", "https://blog.example/x//", "number", 7);
    const struct delivery_call call = {.settings = settings, .arena = arena};
    assert_string_equal(site_url(&call, "url", "/posts"), "https://blog.example/x/posts");
    assert_string_equal(site_setting(&call, "url"), "https://blog.example/x//");
    assert_null(site_setting(&call, "number"));
    assert_null(site_setting(&call, "absent"));
    assert_string_equal(site_address(arena, "https://%s/", "a.example"), "https://a.example/");
    assert_string_equal(site_address(arena, "https://a.example/%s", "b"), "https://a.example/b");
    assert_string_equal(site_address(arena, "https://%s/", "HTTP://127.0.0.1:7"), "HTTP://127.0.0.1:7");
    assert_string_equal(site_address(arena, NULL, "https://a.example/"), "https://a.example/");
    json_decref(settings);
    arena_free(arena);
}

/* A site shows what it was sent as it has stored it. */
static void a_secret_is_hidden_in_every_form(void **state)
{
    static const char *const forms[][2] = {
        {"no abcdefghijklmnop!", "no [hidden]!"},
        {"no ABCD EFGH IJKL MNOP!", "no [hidden]!"},
        {"no abcd%20efgh%20ijkl%20mnop!", "no [hidden]!"},
        {"no abcd+efgh+ijkl+mnop!", "no [hidden]!"},
        {"no %61%62%63%64efghijklmnop!", "no [hidden]!"},
        {"no abcd efgh...", "no [hidden]..."},
        {"no ...ijkl mnop.", "no ...[hidden]."},
        {"no YWJjZCBlZmdoIGlqa2wgbW5vcA==.", "no [hidden]==."},
        {"no YWJjZCBlZmdoIGlqa2wgbW5v", "no [hidden]"},
        {"abcd efg and mnop abcdefg", "abcd efg and mnop abcdefg"}, /* less than half of it says nothing */
        {"%", "%"},
    };
    struct fixture *fixture = *state;
    for (size_t i = 0; i < COUNT_OF(forms); i++)
        assert_string_equal(hiding_apply(&fixture->call, NULL, NULL, forms[i][0]), forms[i][1]);
}

static void what_stands_in_the_address_is_no_secret(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    json_t *settings = json_pack("{s:s, s:s, s:s, s:s}", "collection", "collection-1", "short", "short", "secret",
                                 "hide-this-one", "shown", "left-alone");
    const struct delivery_call call = {.target = &target, .settings = settings, .arena = arena};
    const struct delivery_call bare = {.arena = arena};
    assert_string_equal(
        hiding_apply(&call, "https://x/collection-1", NULL, "collection-1 short hide-this-one left-alone"),
        "collection-1 short [hidden] left-alone");
    assert_string_equal(hiding_apply(&bare, NULL, NULL, "all stays"), "all stays");
    json_decref(settings);
    arena_free(arena);
}

static void only_addresses_of_the_web_are_addresses(void **state)
{
    (void)state;
    char longest[2100] = "https://blog.example/";
    memset(longest + strlen(longest), 'a', 2000 - strlen(longest));
    assert_true(site_is_address("https://blog.example/wp-admin/post.php?post=7&action=edit"));
    assert_true(site_is_address(longest));
    longest[2000] = 'a';
    static const char *const others[] = {"",
                                         "javascript:alert(1)",
                                         "data:text/html,x",
                                         "//blog.example/",
                                         "https://anna:secret@blog.example/",
                                         "https://blog.example/\r\nSet-Cookie: a=b",
                                         "https://blog.example/\x7f",
                                         "https://blog.example/a b"};
    for (size_t i = 0; i < COUNT_OF(others); i++)
        assert_false(site_is_address(others[i]));
    assert_false(site_is_address(longest));
    assert_false(site_is_address(NULL));
}

static void a_form_has_its_parts(void **state)
{
    (void)state;
    struct delivery_form form;
    form_begin(&form);
    form_text(&form, "key", "a value");
    form_file(&form, "file", "a\"b\r\n.png", "image/png", (struct str){"\0\r\n--", 5});
    assert_true(form_end(&form));
    struct buf expected = {0};
    buf_printf(&expected, "--%s\r\nContent-Disposition: form-data; name=\"key\"\r\n\r\na value\r\n", form.boundary);
    buf_printf(&expected,
               "--%s\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a%%22b%%0D%%0A.png\"\r\n"
               "Content-Type: image/png\r\n\r\n",
               form.boundary);
    buf_add(&expected, "\0\r\n--", 5);
    buf_printf(&expected, "\r\n--%s--\r\n", form.boundary);
    assert_int_equal(form.body.len, expected.len);
    assert_memory_equal(form.body.data, expected.data, expected.len);
    assert_non_null(strstr(form.header, form.boundary));
    buf_free(&expected);
    form_free(&form);
}

#define SITE_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        SITE_TEST(every_status_has_its_meaning),
        SITE_TEST(the_words_of_the_site_are_told),
        SITE_TEST(a_long_message_is_cut_between_characters),
        SITE_TEST(no_secret_is_told),
        SITE_TEST(a_judgement_says_otherwise_without_secrets),
        SITE_TEST(the_body_is_there_and_read),
        SITE_TEST(a_pause_that_is_asked_for_is_told),
        SITE_TEST(no_answer_is_an_outcome),
        SITE_TEST(the_guard_holds),
        SITE_TEST(can_be_called_off),
        cmocka_unit_test(addresses_are_made_of_settings),
        cmocka_unit_test_setup_teardown(a_secret_is_hidden_in_every_form, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_secret_is_hidden_in_every_form, set_up, tear_down),
        cmocka_unit_test(what_stands_in_the_address_is_no_secret),
        cmocka_unit_test(only_addresses_of_the_web_are_addresses),
        cmocka_unit_test(a_form_has_its_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
