/* Services that are asked over HTTP: what is sent, what is tried again, what is kept, what a message shows. */
#include "net/upstream/upstream.h"

#include "loopback.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

#define KEY               "sk-0123456789"
#define GOOD              "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{\"n\": [1]}"
#define AGAIN(status)     "HTTP/1.1 " status " x\r\nRetry-After: 0\r\nContent-Length: 4\r\n\r\nbusy"
#define BAD(status, text) "HTTP/1.1 " status " x\r\nConnection: close\r\n\r\n" text

enum { MOST_ANSWERS = 6 };

struct fixture {
    struct loopback server;
    const char *answers[MOST_ANSWERS]; /* the last one is repeated */
    struct upstream *upstream;
    struct arena *arena;
    struct error err;
    atomic_bool cancel;
    struct lookup lookup;
    struct upstream_answer answer;
};

static bool play(struct loopback *server, int connection, const char *request)
{
    (void)request;
    struct fixture *fixture = server->context;
    int number = atomic_load(&server->requests) - 1, last = 0;
    while (last + 1 < MOST_ANSWERS && fixture->answers[last + 1])
        last++;
    const char *answer = fixture->answers[number < last ? number : last];
    if (!answer[0]) { /* says nothing */
        loopback_hang(connection);
        return false;
    }
    loopback_text(connection, answer);
    return strstr(answer, "Content-Length") != NULL;
}

static int set_up(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    fixture->arena = arena_new();
    loopback_start(&fixture->server, play, fixture);
    fixture->lookup = (struct lookup){.arena = fixture->arena, .err = &fixture->err, .cancel = &fixture->cancel};
    *state = fixture;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    upstream_close(fixture->upstream);
    loopback_stop(&fixture->server);
    arena_free(fixture->arena);
    free(fixture);
    return 0;
}

static void open_with(struct fixture *fixture, struct upstream_settings settings)
{
    char url[60];
    snprintf(url, sizeof url, "%s/", fixture->server.url);
    settings.name = "search.web";
    settings.base_url = url;
    settings.key_header = "X-Key: ";
    settings.key = KEY;
    assert_int_equal(upstream_open(&settings, &fixture->upstream, &fixture->err), OK);
}

static enum status ask(struct fixture *fixture, struct upstream_request request)
{
    if (!fixture->upstream)
        open_with(fixture, (struct upstream_settings){.seconds = 20});
    if (!request.path)
        request.path = "/search?q=basil";
    return upstream_ask(fixture->upstream, &request, &fixture->lookup, &fixture->answer);
}

static void a_question_is_sent_with_its_key(void **state)
{
    struct fixture *fixture = *state;
    fixture->answers[0] = GOOD;
    assert_int_equal(ask(fixture, (struct upstream_request){.header = "X-More: 1"}), OK);
    assert_int_equal(fixture->answer.status, 200);
    assert_string_equal(fixture->answer.body.data, "{\"n\": [1]}");
    assert_true(str_eq(fixture->answer.type, STR("application/json")));
    assert_non_null(strstr(fixture->server.last, "GET /search?q=basil HTTP/1.1\r\n"));
    assert_non_null(strstr(fixture->server.last, "X-Key: " KEY "\r\n"));
    assert_non_null(strstr(fixture->server.last, "X-More: 1\r\n"));
    assert_non_null(strstr(fixture->server.last, "Accept: application/json\r\n"));
    assert_non_null(strstr(fixture->server.last, "User-Agent: copydesk/"));
    assert_null(strstr(fixture->server.last, "Content-Type"));
}

static void a_body_is_posted(void **state)
{
    struct fixture *fixture = *state;
    fixture->answers[0] = GOOD;
    assert_int_equal(ask(fixture, (struct upstream_request){.path = "/api", .body = STR("q=1"), .type = "text/plain"}),
                     OK);
    assert_non_null(strstr(fixture->server.last, "POST /api HTTP/1.1\r\n"));
    assert_non_null(strstr(fixture->server.last, "Content-Type: text/plain\r\n"));
    assert_non_null(strstr(fixture->server.last, "\r\n\r\nq=1"));
}

static void the_key_does_not_go_to_others(void **state)
{
    struct fixture *fixture = *state;
    char url[80];
    snprintf(url, sizeof url, "%s/picture.png", fixture->server.url);
    fixture->answers[0] = GOOD;
    assert_int_equal(ask(fixture, (struct upstream_request){.path = url, .sends_no_key = true}), OK);
    assert_non_null(strstr(fixture->server.last, "GET /picture.png "));
    assert_null(strstr(fixture->server.last, KEY));
}

static void what_may_pass_is_tried_again(void **state)
{
    static const char *const passing[] = {AGAIN("408"), AGAIN("409"), AGAIN("425"), AGAIN("429"),
                                          AGAIN("500"), AGAIN("502"), AGAIN("503"), AGAIN("504")};
    struct fixture *fixture = *state;
    for (size_t i = 0; i < COUNT_OF(passing); i++) {
        atomic_store(&fixture->server.requests, 0);
        fixture->answers[0] = fixture->answers[1] = passing[i];
        fixture->answers[2] = GOOD;
        assert_int_equal(ask(fixture, (struct upstream_request){0}), OK);
        assert_int_equal(fixture->answer.tries, 3);
    }
}

static void three_tries_are_enough(void **state)
{
    struct fixture *fixture = *state;
    fixture->answers[0] = AGAIN("503");
    assert_int_equal(ask(fixture, (struct upstream_request){0}), E_UPSTREAM);
    assert_int_equal(atomic_load(&fixture->server.requests), 3);
    assert_int_equal(fixture->answer.status, 503);
    assert_string_equal(fixture->answer.body.data, "busy");
    assert_string_equal(fixture->err.message, "search.web answers with status 503 (\"busy\")");
}

static void a_wait_past_the_deadline_is_not_waited_for(void **state)
{
    struct fixture *fixture = *state;
    fixture->answers[0] = "HTTP/1.1 429 x\r\nRetry-After: 60\r\nContent-Length: 0\r\n\r\n";
    assert_int_equal(ask(fixture, (struct upstream_request){0}), E_LIMIT);
    assert_int_equal(atomic_load(&fixture->server.requests), 1);
    assert_non_null(strstr(fixture->err.message, "429: it is asked too often"));
}

static void a_refusal_says_what_to_do(void **state)
{
    static const struct {
        const char *answer, *says;
        enum status status;
    } cases[] = {
        {BAD("400", "no q"), "400 (\"no q\")", E_INVALID},
        {BAD("401", ""), "401: look at its api_key", E_DENIED},
        {BAD("402", ""), "402: it wants to be paid", E_DENIED},
        {BAD("403", ""), "403: it does not allow this", E_DENIED},
        {BAD("404", ""), "404: look at its base_url", E_NOT_FOUND},
        {BAD("410", ""), "410", E_NOT_FOUND},
        {BAD("422", ""), "422", E_INVALID},
        {BAD("301", ""), "301", E_UPSTREAM},
        {BAD("501", ""), "501", E_UPSTREAM},
    };
    struct fixture *fixture = *state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        atomic_store(&fixture->server.requests, 0);
        fixture->answers[0] = cases[i].answer;
        assert_int_equal(ask(fixture, (struct upstream_request){0}), cases[i].status);
        assert_non_null(strstr(fixture->err.message, cases[i].says));
        assert_int_equal(atomic_load(&fixture->server.requests), 1);
    }
}

static void no_message_shows_the_key_or_breaks_the_line(void **state)
{
    struct fixture *fixture = *state;
    fixture->answers[0] = BAD("401", "the key " KEY " is unknown");
    assert_int_equal(ask(fixture, (struct upstream_request){0}), E_DENIED);
    assert_null(strstr(fixture->err.message, KEY));
    atomic_store(&fixture->server.requests, 0);
    fixture->answers[0] = BAD("501", "one\r\ntwo\x1b[2J");
    assert_int_equal(ask(fixture, (struct upstream_request){0}), E_UPSTREAM);
    assert_string_equal(fixture->err.message, "search.web answers with status 501 (\"one  two [2J\")");
}

static void a_connection_that_breaks_is_tried_again_unless_it_is_paid(void **state)
{
    struct fixture *fixture = *state;
    fixture->answers[0] = "HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\n{"; /* and closes */
    fixture->answers[1] = GOOD;
    assert_int_equal(ask(fixture, (struct upstream_request){.is_paid = true}), E_NETWORK);
    assert_int_equal(atomic_load(&fixture->server.requests), 1);
    atomic_store(&fixture->server.requests, 0);
    assert_int_equal(ask(fixture, (struct upstream_request){0}), OK);
    assert_int_equal(fixture->answer.tries, 2);
}

static void an_answer_that_is_too_large_is_refused(void **state)
{
    struct fixture *fixture = *state;
    fixture->answers[0] = GOOD;
    assert_int_equal(ask(fixture, (struct upstream_request){.max_bytes = 9}), E_LIMIT);
    assert_non_null(strstr(fixture->err.message, "search.web: its answer is too large: over 9 bytes"));
}

/* libcurl takes no line of more than 100 KiB, and says then that memory ran out. */
static void a_header_that_is_too_long_is_refused(void **state)
{
    struct fixture *fixture = *state;
    struct buf answer = {0};
    buf_str(&answer, "HTTP/1.1 200 OK\r\nX-Padding: ");
    for (int i = 0; i < 150 * 1024; i++)
        buf_char(&answer, 'a');
    buf_str(&answer, "\r\nContent-Length: 0\r\n\r\n");
    fixture->answers[0] = buf_text(&answer);
    assert_int_equal(ask(fixture, (struct upstream_request){0}), E_LIMIT);
    assert_non_null(strstr(fixture->err.message, "of headers"));
    fixture->answers[0] = GOOD;
    assert_int_equal(ask(fixture, (struct upstream_request){0}), OK);
    buf_free(&answer);
}

static void a_silent_service_ends_by_the_deadline(void **state)
{
    struct fixture *fixture = *state;
    fixture->answers[0] = "";
    fixture->lookup.deadline = clock_mono_ms() + 300;
    assert_int_equal(ask(fixture, (struct upstream_request){0}), E_TIMEOUT);
    fixture->lookup.deadline = clock_mono_ms() - 1;
    assert_int_equal(ask(fixture, (struct upstream_request){0}), E_TIMEOUT);
    assert_int_equal(atomic_load(&fixture->server.requests), 1);
}

static void a_call_off_ends_it(void **state)
{
    struct fixture *fixture = *state;
    fixture->answers[0] = GOOD;
    atomic_store(&fixture->cancel, true);
    assert_int_equal(ask(fixture, (struct upstream_request){0}), E_CANCELLED);
    assert_int_equal(atomic_load(&fixture->server.requests), 0);
}

/* --- kept answers --- */

static void the_same_question_is_asked_once(void **state)
{
    struct fixture *fixture = *state;
    fixture->answers[0] = GOOD;
    open_with(fixture, (struct upstream_settings){.keep_seconds = 60});
    assert_int_equal(ask(fixture, (struct upstream_request){0}), OK);
    assert_false(fixture->answer.is_kept);
    assert_int_equal(ask(fixture, (struct upstream_request){0}), OK);
    assert_true(fixture->answer.is_kept);
    assert_string_equal(fixture->answer.body.data, "{\"n\": [1]}");
    assert_true(str_eq(fixture->answer.type, STR("application/json")));
    assert_int_equal(atomic_load(&fixture->server.requests), 1);
    assert_int_equal(ask(fixture, (struct upstream_request){.is_fresh = true}), OK);
    assert_int_equal(atomic_load(&fixture->server.requests), 2);
    assert_int_equal(ask(fixture, (struct upstream_request){.body = STR("{}")}), OK);
    assert_int_equal(ask(fixture, (struct upstream_request){.header = "Accept-Language: de"}), OK);
    assert_int_equal(atomic_load(&fixture->server.requests), 4);
}

struct asker {
    struct fixture *fixture;
    pthread_t thread;
    enum status status;
};

static void *ask_beside(void *argument)
{
    struct asker *asker = argument;
    struct upstream_answer answer;
    struct arena *arena = arena_new();
    const struct lookup lookup = {.arena = arena};
    const struct upstream_request request = {.path = "/same"};
    asker->status = upstream_ask(asker->fixture->upstream, &request, &lookup, &answer);
    assert_string_equal(answer.body.data, "{\"n\": [1]}");
    arena_free(arena);
    return NULL;
}

static void several_who_ask_the_same_at_once_ask_once(void **state)
{
    struct fixture *fixture = *state;
    struct asker askers[8];
    fixture->answers[0] = GOOD;
    open_with(fixture, (struct upstream_settings){.keep_seconds = 60});
    for (size_t i = 0; i < COUNT_OF(askers); i++) {
        askers[i] = (struct asker){.fixture = fixture};
        assert_int_equal(pthread_create(&askers[i].thread, NULL, ask_beside, &askers[i]), 0);
    }
    for (size_t i = 0; i < COUNT_OF(askers); i++) {
        pthread_join(askers[i].thread, NULL);
        assert_int_equal(askers[i].status, OK);
    }
    assert_int_equal(atomic_load(&fixture->server.requests), 1);
}

static void a_question_is_asked_by_one_at_a_time(void **state)
{
    (void)state;
    struct answers answers;
    answers_init(&answers, ANSWERS_BYTES);
    assert_true(answers_begin(&answers, STR("a")));
    assert_false(answers_begin(&answers, STR("a")));
    assert_true(answers_begin(&answers, STR("b")));
    assert_int_equal(answers_wait(&answers, STR("a"), NULL, clock_mono_ms() + 10), E_TIMEOUT);
    answers_end(&answers, STR("a"));
    assert_int_equal(answers_wait(&answers, STR("a"), NULL, clock_mono_ms() + 10), OK);
    assert_true(answers_begin(&answers, STR("a")));
    answers_destroy(&answers);
}

static void a_failure_is_not_kept(void **state)
{
    struct fixture *fixture = *state;
    fixture->answers[0] = BAD("400", "");
    fixture->answers[1] = GOOD;
    open_with(fixture, (struct upstream_settings){.keep_seconds = 60});
    assert_int_equal(ask(fixture, (struct upstream_request){0}), E_INVALID);
    assert_int_equal(ask(fixture, (struct upstream_request){0}), OK);
    assert_int_equal(atomic_load(&fixture->server.requests), 2);
}

static void the_oldest_answers_go_first(void **state)
{
    struct fixture *fixture = *state;
    fixture->answers[0] = GOOD;
    open_with(fixture, (struct upstream_settings){.keep_seconds = 60});
    for (int i = 0; i < 520; i++) {
        char path[20];
        snprintf(path, sizeof path, "/%d", i);
        assert_int_equal(ask(fixture, (struct upstream_request){.path = path}), OK);
    }
    assert_int_equal(ask(fixture, (struct upstream_request){.path = "/519"}), OK);
    assert_true(fixture->answer.is_kept);
    assert_int_equal(ask(fixture, (struct upstream_request){.path = "/0"}), OK);
    assert_false(fixture->answer.is_kept);
}

/* --- pace --- */

static void requests_keep_the_pace(void **state)
{
    struct fixture *fixture = *state;
    fixture->answers[0] = GOOD;
    open_with(fixture, (struct upstream_settings){.pause_ms = 60});
    int64_t began = clock_mono_ms();
    for (int i = 0; i < 3; i++)
        assert_int_equal(ask(fixture, (struct upstream_request){0}), OK);
    assert_true(clock_mono_ms() - began >= 120);
    fixture->lookup.deadline = clock_mono_ms() + 30;
    assert_int_equal(ask(fixture, (struct upstream_request){0}), E_TIMEOUT);
    assert_int_equal(atomic_load(&fixture->server.requests), 3);
}

/* --- JSON --- */

static void json_is_read_or_named_as_none(void **state)
{
    static const char *const broken[] = {BAD("200", "{\"a\": "), BAD("200", "<html></html>"), BAD("200", ""),
                                         BAD("200", "\"text\"")};
    struct fixture *fixture = *state;
    const struct upstream_request request = {.path = "/"};
    json_t *value;
    fixture->answers[0] = GOOD;
    open_with(fixture, (struct upstream_settings){0});
    assert_int_equal(upstream_json(fixture->upstream, &request, &fixture->lookup, &value), OK);
    assert_int_equal(json_integer_value(json_array_get(json_object_get(value, "n"), 0)), 1);
    json_decref(value);
    for (size_t i = 0; i < COUNT_OF(broken); i++) {
        fixture->answers[0] = broken[i];
        assert_int_equal(upstream_json(fixture->upstream, &request, &fixture->lookup, &value), E_UPSTREAM);
        assert_null(value);
        assert_string_equal(fixture->err.message, "search.web: its answer is no JSON that can be read");
    }
}

/* A list without anything in it takes a hundred times as much memory as text. */
static void an_answer_of_countless_values_is_not_read(void **state)
{
    struct fixture *fixture = *state;
    static const char *const pieces[] = {"[],", "1,"};
    const struct upstream_request request = {.path = "/"};
    for (size_t i = 0; i < COUNT_OF(pieces); i++) {
        struct buf text = {0};
        json_t *value;
        buf_str(&text, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n[");
        while (text.len < 2 * 1024 * 1024)
            buf_str(&text, pieces[i]);
        buf_str(&text, "1]");
        fixture->answers[0] = buf_text(&text);
        open_with(fixture, (struct upstream_settings){0});
        assert_int_equal(upstream_json(fixture->upstream, &request, &fixture->lookup, &value), E_UPSTREAM);
        assert_null(value);
        upstream_close(fixture->upstream);
        fixture->upstream = NULL;
        buf_free(&text);
    }
}

static void a_deeply_nested_answer_is_not_read(void **state)
{
    struct fixture *fixture = *state;
    const struct upstream_request request = {.path = "/"};
    struct buf text = {0};
    json_t *value;
    buf_str(&text, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n");
    for (int i = 0; i < 5000; i++)
        buf_char(&text, '[');
    fixture->answers[0] = buf_text(&text);
    open_with(fixture, (struct upstream_settings){0});
    assert_int_equal(upstream_json(fixture->upstream, &request, &fixture->lookup, &value), E_UPSTREAM);
    buf_free(&text);
}

/* --- addresses and entries --- */

static void a_query_is_encoded(void **state)
{
    (void)state;
    struct buf path = {0};
    buf_str(&path, "/search");
    upstream_query(&path, "q", STR("caf\xC3\xA9 & tea"));
    upstream_query(&path, "country", STR(""));
    upstream_query(&path, "n", STR("5"));
    assert_string_equal(buf_text(&path), "/search?q=caf%C3%A9%20%26%20tea&n=5");
    buf_free(&path);
}

static void an_entry_is_read_or_its_fault_named(void **state)
{
    static const struct {
        const char *entry, *says;
    } cases[] = {
        {"{}", "search.web.base_url must be an http or https address"},
        {"{\"base_url\": \"ftp://a\"}", "search.web.base_url must be"},
        {"{\"base_url\": \"http://a/?q=1\"}", "search.web.base_url must be"},
        {"{\"base_url\": \"http://a b\"}", "search.web.base_url must be"},
        {"{\"base_url\": 1}", "search.web.base_url must be"},
        {"{\"base_url\": \"http://a\"}", "search.web.api_key must be given"},
        {"{\"base_url\": \"http://a\", \"api_key\": \"a b\"}", "search.web.api_key must be a key, without blanks"},
        {"{\"base_url\": \"http://a\", \"api_key\": \"\"}", "search.web.api_key must be a key"},
        {"{\"base_url\": \"http://a\", \"api_key\": \"a\", \"api_key_env\": \"B\"}", "api_key_env must stand alone"},
        {"{\"base_url\": \"http://a\", \"api_key_env\": \"COPYDESK_NOT_SET\"}", "api_key_env must name an environment"},
        {"{\"base_url\": \"http://a\", \"api_key\": \"a\", \"seconds\": 0}", "seconds must be a whole number from 1"},
        {"{\"base_url\": \"http://a\", \"api_key\": \"a\", \"parallel\": 1.5}", "parallel must be a whole number"},
    };
    struct error err;
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        json_t *entry = json_loads(cases[i].entry, 0, NULL);
        struct upstream_settings settings = {.name = "search.web"};
        assert_int_equal(upstream_read(entry, true, &settings, &err), E_INVALID);
        assert_non_null(strstr(err.message, cases[i].says));
        json_decref(entry);
    }
    json_t *entry = json_loads("{\"api_key_env\": \"COPYDESK_TEST_KEY\", \"seconds\": 5.0, \"parallel\": 2}", 0, NULL);
    struct upstream_settings settings = {.name = "search.web", .base_url = "https://example.org"};
    setenv("COPYDESK_TEST_KEY", KEY, 1);
    assert_int_equal(upstream_read(entry, true, &settings, &err), OK);
    assert_string_equal(settings.key, KEY);
    assert_string_equal(settings.base_url, "https://example.org");
    assert_int_equal(settings.seconds, 5);
    assert_int_equal(settings.parallel, 2);
    unsetenv("COPYDESK_TEST_KEY");
    json_decref(entry);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_question_is_sent_with_its_key),
        TEST(a_body_is_posted),
        TEST(the_key_does_not_go_to_others),
        TEST(what_may_pass_is_tried_again),
        TEST(three_tries_are_enough),
        TEST(a_wait_past_the_deadline_is_not_waited_for),
        TEST(a_refusal_says_what_to_do),
        TEST(no_message_shows_the_key_or_breaks_the_line),
        TEST(a_connection_that_breaks_is_tried_again_unless_it_is_paid),
        TEST(an_answer_that_is_too_large_is_refused),
        TEST(a_header_that_is_too_long_is_refused),
        TEST(a_silent_service_ends_by_the_deadline),
        TEST(a_call_off_ends_it),
        TEST(the_same_question_is_asked_once),
        TEST(several_who_ask_the_same_at_once_ask_once),
        TEST(a_question_is_asked_by_one_at_a_time),
        TEST(a_failure_is_not_kept),
        TEST(the_oldest_answers_go_first),
        TEST(requests_keep_the_pace),
        TEST(json_is_read_or_named_as_none),
        TEST(a_deeply_nested_answer_is_not_read),
        TEST(an_answer_of_countless_values_is_not_read),
        cmocka_unit_test(a_query_is_encoded),
        cmocka_unit_test(an_entry_is_read_or_its_fault_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
