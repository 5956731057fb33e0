/* One attempt at a delivery against a receiver on loopback, and what follows from its answer. */
#include "deliver/deliver.h"

#include "loopback.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

enum { NOW = 1700000000 };

#define CREATED  1763829296789 /* 2025-11-22T16:34:56.789Z */
#define DELIVERY "0190a0a0-0000-7000-8000-000000000001"
#define RECORD   "{\"articleId\":\"%s\",\"status\":\"finished\"}"

struct fixture {
    struct loopback server;
    struct net *net;
    struct arena *arena;
    struct delivery delivery;
    struct error err;
    atomic_bool cancel;
    json_t *settings; /* NULL: it goes to a webhookUrl */
    enum delivery_verdict verdict;
    const char *answer; /* NULL: none, the server waits for the client to go */
    int64_t takes_ms;   /* until it answers, by the clock below */
};

static _Atomic int64_t time_now;

static int64_t now(void)
{
    return atomic_load(&time_now);
}

static bool answer(struct loopback *server, int connection, const char *request)
{
    (void)request;
    struct fixture *fixture = server->context;
    atomic_fetch_add(&time_now, fixture->takes_ms);
    if (fixture->answer) {
        loopback_text(connection, fixture->answer);
    } else {
        atomic_store(&fixture->cancel, true);
        loopback_hang(connection);
    }
    return false;
}

static int set_up(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    atomic_store(&time_now, NOW);
    loopback_start(&fixture->server, answer, fixture);
    char address[40];
    snprintf(address, sizeof address, "127.0.0.1:%u", fixture->server.port);
    const char *const allowed[] = {address};
    if (net_new(&(struct net_options){.allow_addresses = allowed, .allow_count = 1}, &fixture->net, NULL) != OK)
        return -1;
    fixture->arena = arena_new();
    fixture->delivery = (struct delivery){
        .id = DELIVERY,
        .article_id = "a",
        .url = fixture->server.url,
        .event = "article.finished",
        .state = DELIVERY_PENDING,
        .next_at = NOW,
        .created_at = CREATED,
    };
    *state = fixture;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    json_decref(fixture->settings);
    net_free(fixture->net);
    loopback_stop(&fixture->server);
    arena_free(fixture->arena);
    free(fixture);
    return 0;
}

static void write_record(const void *context, struct buf *out, const struct article *article)
{
    (void)context;
    buf_printf(out, RECORD, article->id);
}

static enum status attempt_through(struct fixture *fixture, struct net *net)
{
    static const struct article article = {.id = "a", .state = ARTICLE_FINISHED};
    const struct delivery_call call = {
        .target = fixture->settings ? &webhook_target : NULL,
        .net = net,
        .delivery = &fixture->delivery,
        .article = &article,
        .settings = fixture->settings,
        .write_record = write_record,
        .cancel = &fixture->cancel,
        .arena = fixture->arena,
    };
    fixture->delivery.attempts++; /* as a claim does */
    return deliver_attempt(&call, &fixture->delivery, now, &fixture->verdict, &fixture->err);
}

static enum status attempt(struct fixture *fixture)
{
    return attempt_through(fixture, fixture->net);
}

static void answer_with(struct fixture *fixture, const char *head)
{
    fixture->answer =
        arena_printf(fixture->arena, "HTTP/1.1 %s\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", head);
    assert_int_equal(attempt(fixture), OK);
}

/* The next attempt is due after `delay` with up to a tenth of jitter. */
static void assert_pending_after(const struct fixture *fixture, int64_t delay)
{
    assert_int_equal(fixture->delivery.state, DELIVERY_PENDING);
    int64_t wait = fixture->delivery.next_at - NOW;
    if (wait < delay || wait > delay + delay / 10)
        fail_msg("due after %lld ms instead of %lld", (long long)wait, (long long)delay);
}

static void posts_the_record(void **state)
{
    struct fixture *fixture = *state;
    answer_with(fixture, "200 OK");
    assert_int_equal(fixture->delivery.state, DELIVERY_DELIVERED);
    assert_int_equal(fixture->delivery.attempts, 1);
    assert_int_equal(fixture->delivery.last_status, 200);
    assert_null(fixture->delivery.last_error);
    assert_int_equal(strncmp(fixture->server.last, "POST / HTTP/1.1\r\n", 17), 0);
    assert_non_null(strstr(fixture->server.last, "\r\nContent-Type: application/json\r\n"));
    assert_string_equal(strstr(fixture->server.last, "\r\n\r\n") + 4, "{\"articleId\":\"a\",\"status\":\"finished\"}");
}

static void every_2xx_is_success(void **state)
{
    struct fixture *fixture = *state;
    static const char *const heads[] = {"201 Created", "202 Accepted", "204 No Content", "299 x"};
    for (size_t i = 0; i < COUNT_OF(heads); i++) {
        fixture->delivery.state = DELIVERY_PENDING;
        answer_with(fixture, heads[i]);
        assert_int_equal(fixture->delivery.state, DELIVERY_DELIVERED);
    }
}

static void a_redirect_is_not_followed_and_no_success(void **state)
{
    struct fixture *fixture = *state;
    answer_with(fixture, "302 Found\r\nLocation: /elsewhere");
    assert_pending_after(fixture, 5000);
    assert_int_equal(fixture->delivery.last_status, 302);
    assert_non_null(strstr(fixture->delivery.last_error, "302"));
    assert_int_equal(atomic_load(&fixture->server.requests), 1);
}

static void gone_is_final(void **state)
{
    struct fixture *fixture = *state;
    answer_with(fixture, "410 Gone");
    assert_int_equal(fixture->delivery.state, DELIVERY_FAILED);
    assert_int_equal(fixture->delivery.last_status, 410);
}

static void the_wait_begins_when_the_attempt_has_ended(void **state)
{
    struct fixture *fixture = *state;
    fixture->takes_ms = 19000;
    answer_with(fixture, "503 x");
    fixture->delivery.next_at -= 19000;
    assert_pending_after(fixture, 5000);
    assert_int_equal(fixture->delivery.busy_until, 0);
}

static void follows_the_schedule_to_its_end(void **state)
{
    struct fixture *fixture = *state;
    static const int64_t seconds[] = {5, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400};
    for (size_t i = 0; i < COUNT_OF(seconds); i++) {
        answer_with(fixture, "500 x");
        assert_int_equal(fixture->delivery.attempts, i + 1);
        assert_pending_after(fixture, seconds[i] * 1000);
    }
    answer_with(fixture, "500 x");
    assert_int_equal(fixture->delivery.state, DELIVERY_FAILED);
    assert_int_equal(fixture->delivery.attempts, 10);
    assert_int_equal(fixture->delivery.last_status, 500);
}

static void obeys_retry_after_when_it_is_later(void **state)
{
    struct fixture *fixture = *state;
    answer_with(fixture, "429 x\r\nRetry-After: 3600");
    assert_int_equal(fixture->delivery.next_at, NOW + 3600 * 1000);
    answer_with(fixture, "503 x\r\nRetry-After: 10");
    assert_pending_after(fixture, 300 * 1000);
    answer_with(fixture, "503 x\r\nRetry-After: 1000000");
    assert_int_equal(fixture->delivery.next_at, NOW + (int64_t)86400 * 1000);
}

/* One hour from now, as servers write it. */
static void obeys_a_date_to_retry_after(void **state)
{
    struct fixture *fixture = *state;
    char date[64];
    time_t at = (time_t)(clock_now_ms() / 1000 + 3600);
    struct tm tm;
    strftime(date, sizeof date, "503 x\r\nRetry-After: %a, %d %b %Y %H:%M:%S GMT", gmtime_r(&at, &tm));
    answer_with(fixture, date);
    int64_t wait = fixture->delivery.next_at - NOW;
    assert_true(wait > 3500 * 1000 && wait <= 3600 * 1000);
}

static void a_broken_connection_is_tried_again(void **state)
{
    struct fixture *fixture = *state;
    fixture->answer = "";
    assert_int_equal(attempt(fixture), OK);
    assert_pending_after(fixture, 5000);
    assert_int_equal(fixture->delivery.last_status, 0);
    assert_non_null(fixture->delivery.last_error);
}

static void the_guard_holds(void **state)
{
    struct fixture *fixture = *state;
    struct net *closed;
    assert_int_equal(net_new(&(struct net_options){0}, &closed, NULL), OK);
    fixture->answer = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    enum status status = attempt_through(fixture, closed);
    net_free(closed);
    assert_int_equal(status, OK);
    assert_pending_after(fixture, 5000);
    assert_non_null(strstr(fixture->delivery.last_error, "must not be fetched"));
    assert_int_equal(atomic_load(&fixture->server.connections), 0);
}

static void a_target_is_found_by_its_name(void **state)
{
    (void)state;
    assert_ptr_equal(delivery_target_find("webhook"), &webhook_target);
    assert_string_equal(webhook_target.name, "webhook");
    assert_null(delivery_target_find("unknown"));
}

/* As when memory runs out: a record that was cut short must not be sent. */
static void write_no_record(const void *context, struct buf *out, const struct article *article)
{
    (void)context;
    buf_str(out, article->id);
    out->failed = true;
}

static void a_record_that_cannot_be_written_is_not_sent(void **state)
{
    struct fixture *fixture = *state;
    static const struct article article = {.id = "a", .state = ARTICLE_FINISHED};
    const struct delivery_call call = {.net = fixture->net,
                                       .delivery = &fixture->delivery,
                                       .article = &article,
                                       .write_record = write_no_record,
                                       .arena = fixture->arena};
    assert_int_equal(deliver_attempt(&call, &fixture->delivery, now, &fixture->verdict, &fixture->err), E_MEMORY);
    assert_int_equal(fixture->delivery.state, DELIVERY_PENDING);
    assert_int_equal(atomic_load(&fixture->server.connections), 0);
}

static void a_cancelled_attempt_changes_nothing(void **state)
{
    struct fixture *fixture = *state;
    fixture->answer = NULL;
    assert_int_equal(attempt(fixture), E_CANCELLED);
    assert_int_equal(fixture->delivery.state, DELIVERY_PENDING);
    assert_int_equal(fixture->delivery.next_at, NOW);
}

/* What the receiver says beside its status is of no interest, and takes no memory. */
static void a_long_answer_counts_by_its_status(void **state)
{
    struct fixture *fixture = *state;
    enum { LONG = 1 << 20 };
    char *text = arena_alloc(fixture->arena, LONG + 100);
    assert_non_null(text);
    int head = sprintf(text, "HTTP/1.1 200 OK\r\nContent-Length: %d\r\nConnection: close\r\n\r\n", LONG);
    memset(text + head, 'x', LONG);
    text[head + LONG] = '\0';
    fixture->answer = text;
    assert_int_equal(attempt(fixture), OK);
    assert_int_equal(fixture->delivery.state, DELIVERY_DELIVERED);
    assert_int_equal(fixture->delivery.last_status, 200);
}

/* --- signed webhooks --- */

#define SECRET   "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
#define PREVIOUS "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

/* The value of a header of the last request, in the arena; "" when it is not there. */
static const char *header(struct fixture *fixture, const char *name)
{
    const char *field = arena_printf(fixture->arena, "\r\n%s: ", name);
    const char *found = strstr(fixture->server.last, field);
    if (!found)
        return "";
    found += strlen(field);
    return arena_copy_n(fixture->arena, found, strcspn(found, "\r"));
}

static const char *signature_by(struct fixture *fixture, const char *secret)
{
    char signature[SIGNATURE_SIZE];
    const char *body = strstr(fixture->server.last, "\r\n\r\n") + 4;
    const char *content = arena_printf(fixture->arena, "%s.%s.%s", header(fixture, "webhook-id"),
                                       header(fixture, "webhook-timestamp"), body);
    assert_int_equal(signature_make(str_from(secret), str_from(content), signature), OK);
    return arena_copy(fixture->arena, signature);
}

static void sign_with(struct fixture *fixture, const char *previous, int64_t until)
{
    json_decref(fixture->settings);
    fixture->settings = json_pack("{s:s, s:s}", "url", fixture->server.url, "secret", SECRET);
    if (previous)
        json_object_set_new(fixture->settings, "previous", json_string(previous));
    if (previous)
        json_object_set_new(fixture->settings, "previousUntil", json_integer(until));
}

static void a_signature_is_that_of_the_standard(void **state)
{
    (void)state;
    char signature[SIGNATURE_SIZE];
    const struct str content = STR("msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{\"test\": 2432232314}");
    assert_int_equal(signature_make(STR(PREVIOUS), content, signature), OK);
    assert_string_equal(signature, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    static const char *const wrong[] = {"",
                                        "whsec_",
                                        "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                                        "whsec_MfKQ9r8G",
                                        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS",
                                        "whsec_MfKQ 9r8GKYqrTwjUPD8ILPZIo2LaLaSw"};
    for (size_t i = 0; i < COUNT_OF(wrong); i++)
        assert_int_equal(signature_make(str_from(wrong[i]), content, signature), E_INVALID);
}

static void a_webhook_is_signed(void **state)
{
    struct fixture *fixture = *state;
    sign_with(fixture, NULL, 0);
    answer_with(fixture, "204 No Content");
    assert_int_equal(fixture->delivery.state, DELIVERY_DELIVERED);
    assert_string_equal(header(fixture, "webhook-id"), DELIVERY);
    assert_string_equal(header(fixture, "webhook-signature"), signature_by(fixture, SECRET));
    assert_true(llabs(atoll(header(fixture, "webhook-timestamp")) - clock_now_ms() / 1000) < 300);
    assert_string_equal(strstr(fixture->server.last, "\r\n\r\n") + 4,
                        "{\"type\":\"article.finished\",\"timestamp\":\"2025-11-22T16:34:56.789Z\","
                        "\"articleId\":\"a\",\"status\":\"finished\"}");
}

static void a_repeat_has_the_same_id_and_body(void **state)
{
    struct fixture *fixture = *state;
    sign_with(fixture, NULL, 0);
    answer_with(fixture, "500 x");
    assert_pending_after(fixture, 5000);
    const char *body = arena_copy(fixture->arena, strstr(fixture->server.last, "\r\n\r\n"));
    answer_with(fixture, "200 OK");
    assert_string_equal(header(fixture, "webhook-id"), DELIVERY);
    assert_string_equal(strstr(fixture->server.last, "\r\n\r\n"), body);
}

static void two_secrets_sign_while_one_rotates(void **state)
{
    struct fixture *fixture = *state;
    sign_with(fixture, PREVIOUS, clock_now_ms() + 60000);
    answer_with(fixture, "200 OK");
    assert_string_equal(
        header(fixture, "webhook-signature"),
        arena_printf(fixture->arena, "%s %s", signature_by(fixture, SECRET), signature_by(fixture, PREVIOUS)));
    sign_with(fixture, PREVIOUS, clock_now_ms() - 1);
    answer_with(fixture, "200 OK");
    assert_string_equal(header(fixture, "webhook-signature"), signature_by(fixture, SECRET));
}

static void a_webhook_that_is_gone_says_so(void **state)
{
    struct fixture *fixture = *state;
    sign_with(fixture, NULL, 0);
    answer_with(fixture, "410 Gone");
    assert_int_equal(fixture->verdict, DELIVERY_GONE);
    assert_int_equal(fixture->delivery.state, DELIVERY_FAILED);
    answer_with(fixture, "400 Bad Request"); /* only 410 is for good */
    assert_int_equal(fixture->verdict, DELIVERY_RETRY);
}

static void nothing_unsigned_is_sent(void **state)
{
    struct fixture *fixture = *state;
    fixture->settings = json_pack("{s:s, s:s}", "url", fixture->server.url, "secret", "whsec_short");
    answer_with(fixture, "200 OK");
    assert_pending_after(fixture, 5000);
    assert_non_null(strstr(fixture->delivery.last_error, "secret"));
    assert_int_equal(atomic_load(&fixture->server.connections), 0);
}

static void a_test_is_a_signed_request_of_its_own(void **state)
{
    struct fixture *fixture = *state;
    struct delivery_outcome outcome;
    sign_with(fixture, NULL, 0);
    const struct delivery_call call = {.net = fixture->net, .settings = fixture->settings, .arena = fixture->arena};
    fixture->answer = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    assert_int_equal(webhook_target.test(&call, &outcome, &fixture->err), OK);
    assert_int_equal(outcome.verdict, DELIVERY_ACCEPTED);
    assert_true(uuid_is_valid(header(fixture, "webhook-id")));
    assert_string_equal(header(fixture, "webhook-signature"), signature_by(fixture, SECRET));
    assert_non_null(strstr(fixture->server.last, "\r\n\r\n{\"type\":\"test\",\"timestamp\":\"20"));
}

static void what_is_secret_in_an_address_is_not_shown(void **state)
{
    struct fixture *fixture = *state;
    static const char *const urls[][2] = {
        {"https://hooks.example/in?token=abc#x", "https://hooks.example/in"},
        {"http://me:word@hooks.example:8080/in/", "http://hooks.example:8080/in/"},
        {"https://hooks.example", "https://hooks.example"},
        {"nonsense", ""},
    };
    for (size_t i = 0; i < COUNT_OF(urls); i++)
        assert_string_equal(delivery_shown_url(fixture->arena, urls[i][0]), urls[i][1]);
}

#define DELIVER_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        DELIVER_TEST(posts_the_record),
        DELIVER_TEST(every_2xx_is_success),
        DELIVER_TEST(a_redirect_is_not_followed_and_no_success),
        DELIVER_TEST(gone_is_final),
        DELIVER_TEST(the_wait_begins_when_the_attempt_has_ended),
        DELIVER_TEST(follows_the_schedule_to_its_end),
        DELIVER_TEST(obeys_retry_after_when_it_is_later),
        DELIVER_TEST(obeys_a_date_to_retry_after),
        DELIVER_TEST(a_broken_connection_is_tried_again),
        DELIVER_TEST(a_long_answer_counts_by_its_status),
        DELIVER_TEST(the_guard_holds),
        DELIVER_TEST(a_cancelled_attempt_changes_nothing),
        DELIVER_TEST(a_record_that_cannot_be_written_is_not_sent),
        DELIVER_TEST(a_webhook_is_signed),
        DELIVER_TEST(a_repeat_has_the_same_id_and_body),
        DELIVER_TEST(two_secrets_sign_while_one_rotates),
        DELIVER_TEST(a_webhook_that_is_gone_says_so),
        DELIVER_TEST(nothing_unsigned_is_sent),
        DELIVER_TEST(a_test_is_a_signed_request_of_its_own),
        DELIVER_TEST(what_is_secret_in_an_address_is_not_shown),
        cmocka_unit_test(a_signature_is_that_of_the_standard),
        cmocka_unit_test(a_target_is_found_by_its_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
