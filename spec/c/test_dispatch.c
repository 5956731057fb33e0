/* A claimed delivery from its article to what is stored of it, and what that means for its integration. */
#include "sending.h"

#include "deliver/deliver.h"

#define OK_ANSWER   "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
#define BUSY_ANSWER "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
#define GONE_ANSWER "HTTP/1.1 410 Gone\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"

enum { DAY_MS = 86400000 };

static enum status claim(struct db *db, void *argument, struct error *err)
{
    struct dispatch *dispatch = argument;
    return delivery_claim(db, dispatch->arena, clock_now_ms(), DISPATCH_LEASE_MS, &TURN, &dispatch->delivery, NULL,
                          err);
}

/* Claims the delivery and runs its dispatch. */
static void run(struct sending *sending)
{
    static const atomic_bool is_stopping;
    struct dispatch dispatch = {.options = &sending->options, .is_stopping = &is_stopping, .arena = sending->arena};
    assert_int_equal(store_write(sending->store, claim, &dispatch, &sending->err), OK);
    dispatch_run(&dispatch);
}

static struct integration integration_of(struct sending *sending);

static void what_is_accepted_is_delivered(void **state)
{
    struct sending *sending = *state;
    sending->answer = OK_ANSWER;
    run(sending);
    struct delivery delivery = sending_delivery(sending);
    assert_int_equal(delivery.state, DELIVERY_DELIVERED);
    assert_int_equal(delivery.attempts, 1);
    assert_int_equal(delivery.last_status, 200);
    assert_int_equal(atomic_load(&sending->counters.delivered), 1);
    assert_int_equal(strncmp(sending->server.last, "POST /in?token=word HTTP/1.1\r\n", 30), 0);
    assert_non_null(strstr(sending->server.last, "\r\nwebhook-signature: v1,"));
    assert_null(strchr(delivery.url, '?'));
}

static void secrets_that_cannot_be_opened_are_tried_later(void **state)
{
    struct sending *sending = *state;
    sending->is_sealed = true;
    run(sending);
    struct delivery delivery = sending_delivery(sending);
    assert_int_equal(delivery.state, DELIVERY_PENDING);
    assert_string_equal(delivery.last_error, "The key of its secrets is not in the file.");
    assert_int_equal(delivery.attempts, 1);
    assert_true(delivery.next_at > clock_now_ms());
    assert_int_equal(atomic_load(&sending->server.connections), 0);
    assert_int_equal(integration_of(sending).failing_since, 0); /* not the receiver's fault */
}

static void an_attempt_beyond_the_last_is_not_made(void **state)
{
    struct sending *sending = *state;
    sending_run(sending, "UPDATE delivery SET attempts = 10");
    run(sending);
    struct delivery delivery = sending_delivery(sending);
    assert_int_equal(delivery.state, DELIVERY_FAILED);
    assert_int_equal(delivery.attempts, 10);
    assert_string_equal(delivery.last_error, "the last attempt was broken off");
    assert_int_equal(atomic_load(&sending->server.connections), 0);
}

static void nothing_goes_to_a_disabled_integration(void **state)
{
    struct sending *sending = *state;
    sending_run(sending, "UPDATE integration SET state = 'disabled', problem = 'It is broken.'");
    run(sending);
    assert_int_equal(sending_delivery(sending).state, DELIVERY_FAILED);
    assert_string_equal(sending_delivery(sending).last_error, "It is broken.");
    assert_int_equal(atomic_load(&sending->server.connections), 0);
}

static void nothing_goes_to_a_kind_that_there_is_no_more(void **state)
{
    struct sending *sending = *state;
    sending_run(sending, "UPDATE integration SET kind = 'telegraph'");
    run(sending);
    assert_int_equal(sending_delivery(sending).state, DELIVERY_FAILED);
    assert_int_equal(atomic_load(&sending->server.connections), 0);
}

static void steal(struct sending *sending)
{
    sending_run(sending, "UPDATE delivery SET claim = claim + 1");
}

static void who_lost_the_lease_cannot_write(void **state)
{
    struct sending *sending = *state;
    sending->answer = OK_ANSWER;
    sending->asked = steal;
    run(sending);
    struct delivery delivery = sending_delivery(sending);
    assert_int_equal(delivery.state, DELIVERY_PENDING);
    assert_int_equal(delivery.last_status, 0);
    assert_int_equal(delivery.claim, 2);
    assert_int_equal(atomic_load(&sending->counters.delivered), 0);
}

static void delete_article(struct sending *sending)
{
    sending_run(sending, "DELETE FROM article");
}

static void an_article_may_go_meanwhile(void **state)
{
    struct sending *sending = *state;
    sending->answer = OK_ANSWER;
    sending->asked = delete_article;
    run(sending);
    assert_int_equal(atomic_load(&sending->server.requests), 1);
    assert_int_equal(atomic_load(&sending->counters.delivered), 0);
}

/* --- the integration --- */

struct look {
    struct arena *arena;
    struct integration integration;
};

static enum status get_integration(struct db *db, void *argument, struct error *err)
{
    struct look *look = argument;
    return integration_get(db, look->arena, "me", HOOK, &look->integration, err);
}

static struct integration integration_of(struct sending *sending)
{
    struct look look = {.arena = sending->arena};
    assert_int_equal(store_read(sending->store, get_integration, &look, &sending->err), OK);
    return look.integration;
}

static void a_receiver_that_is_gone_disables_its_integration(void **state)
{
    struct sending *sending = *state;
    sending->answer = GONE_ANSWER;
    run(sending);
    assert_int_equal(sending_delivery(sending).state, DELIVERY_FAILED);
    assert_int_equal(integration_of(sending).state, INTEGRATION_DISABLED);
    assert_non_null(strstr(integration_of(sending).problem, "410"));
}

struct settling {
    struct sending *sending;
    int64_t now;
    enum delivery_verdict verdict;
};

/* Claims, and ends the attempt at that time with that verdict. */
static enum status settle_at(struct db *db, void *argument, struct error *err)
{
    const struct settling *settling = argument;
    struct delivery delivery;
    enum status status = delivery_claim(db, settling->sending->arena, settling->now, 1000, &TURN, &delivery, NULL, err);
    if (status != OK)
        return status;
    bool accepted = settling->verdict == DELIVERY_ACCEPTED;
    delivery.state = accepted ? DELIVERY_DELIVERED : DELIVERY_PENDING;
    delivery.last_error = accepted ? NULL : "the receiver answered with status 503";
    delivery.next_at = settling->now;
    return deliver_settle(db, &delivery, settling->verdict, settling->now, err);
}

static void settle(struct sending *sending, int64_t now, enum delivery_verdict verdict)
{
    struct settling settling = {sending, now, verdict};
    assert_int_equal(store_write(sending->store, settle_at, &settling, &sending->err), OK);
}

static void three_days_of_failures_disable_an_integration(void **state)
{
    struct sending *sending = *state;
    const int64_t begin = 4000000000000; /* 2096-10-02, later than the delivery was queued */
    settle(sending, begin, DELIVERY_RETRY);
    assert_int_equal(integration_of(sending).failing_since, begin);
    settle(sending, begin + 3 * (int64_t)DAY_MS - 1, DELIVERY_RETRY);
    assert_int_equal(integration_of(sending).state, INTEGRATION_ACTIVE);
    settle(sending, begin + 3 * (int64_t)DAY_MS, DELIVERY_RETRY);
    struct integration integration = integration_of(sending);
    assert_int_equal(integration.state, INTEGRATION_DISABLED);
    assert_string_equal(integration.problem, "Every delivery has failed since 2096-10-02; the last time: the receiver "
                                             "answered with status 503.");
    assert_int_equal(sending_delivery(sending).state, DELIVERY_FAILED); /* what waits fails with the same sentence */
    assert_string_equal(sending_delivery(sending).last_error, integration.problem);
}

static void a_success_ends_the_failing(void **state)
{
    struct sending *sending = *state;
    const int64_t begin = 4000000000000;
    settle(sending, begin, DELIVERY_RETRY);
    settle(sending, begin + 2 * (int64_t)DAY_MS, DELIVERY_ACCEPTED);
    assert_int_equal(integration_of(sending).failing_since, 0);
    sending_run(sending, "UPDATE delivery SET state = 'pending', lease_until = 0");
    settle(sending, begin + 4 * (int64_t)DAY_MS, DELIVERY_RETRY);
    assert_int_equal(integration_of(sending).state, INTEGRATION_ACTIVE);
    assert_int_equal(integration_of(sending).failing_since, begin + 4 * (int64_t)DAY_MS);
}

/* --- what the end of an article queues --- */

struct ending {
    const char *config;
    enum article_state state;
    bool queued;
};

static enum status end(struct db *db, void *argument, struct error *err)
{
    struct ending *ending = argument;
    const struct article article = {.id = "a", .account_id = "me", .config = ending->config, .state = ending->state};
    return deliver_ended(db, &article, 1, &ending->queued, err);
}

static bool is_queued(struct sending *sending, const char *config, enum article_state state)
{
    struct ending ending = {.config = config, .state = state};
    sending_run(sending, "DELETE FROM delivery");
    assert_int_equal(store_write(sending->store, end, &ending, &sending->err), OK);
    return ending.queued;
}

static void an_end_queues_what_the_request_names(void **state)
{
    struct sending *sending = *state;
    static const char hook[] = "{\"integrationId\":\"" HOOK "\"}";
    assert_false(is_queued(sending, "{}", ARTICLE_FINISHED));
    assert_true(is_queued(sending, hook, ARTICLE_FINISHED));
    assert_true(is_queued(sending, hook, ARTICLE_FAILED));
    assert_true(is_queued(sending, "{\"webhookUrl\":\"https://example.org/\"}", ARTICLE_FAILED));
    assert_false(is_queued(sending, "{\"integrationId\":\"deleted meanwhile\"}", ARTICLE_FINISHED));
    sending_run(sending, "UPDATE integration SET kind = 'telegraph'");
    assert_false(is_queued(sending, hook, ARTICLE_FAILED)); /* only those of which it is known are told of failures */
}

/* --- the threads --- */

static void wait_for(struct sending *sending, enum delivery_state state)
{
    while (sending_delivery(sending).state != state)
        usleep(1000);
}

static void the_sender_finds_what_is_due(void **state)
{
    struct sending *sending = *state;
    struct sender *sender = NULL;
    sending->answer = OK_ANSWER;
    assert_int_equal(sender_start(&sending->options, &sender, &sending->err), OK);
    wait_for(sending, DELIVERY_DELIVERED);
    sending_run(sending, "UPDATE delivery SET state = 'pending', next_at = 0");
    sender_wake(sender);
    wait_for(sending, DELIVERY_DELIVERED);
    sender_stop(sender);
    assert_int_equal(sending_delivery(sending).claim, 2);
}

static void stopping_breaks_off_an_attempt(void **state)
{
    struct sending *sending = *state;
    struct sender *sender = NULL;
    assert_int_equal(sender_start(&sending->options, &sender, &sending->err), OK);
    while (atomic_load(&sending->server.connections) == 0)
        usleep(1000);
    assert_int_equal(sending_delivery(sending).attempts, 1);
    sender_stop(sender);
    struct delivery delivery = sending_delivery(sending);
    assert_int_equal(delivery.state, DELIVERY_PENDING);
    assert_int_equal(delivery.attempts, 0);
    assert_true(delivery.next_at <= clock_now_ms());
    assert_null(delivery.last_error);
}

static void a_failure_is_counted(void **state)
{
    struct sending *sending = *state;
    sending->answer = BUSY_ANSWER;
    run(sending);
    struct delivery delivery = sending_delivery(sending);
    assert_int_equal(delivery.state, DELIVERY_PENDING);
    assert_int_equal(delivery.last_status, 503);
    assert_int_equal(atomic_load(&sending->counters.failures), 1);
    assert_true(integration_of(sending).failing_since > 0);
}

#define SENDING_TEST(name) cmocka_unit_test_setup_teardown(name, sending_set_up, sending_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        SENDING_TEST(what_is_accepted_is_delivered),
        SENDING_TEST(a_failure_is_counted),
        SENDING_TEST(secrets_that_cannot_be_opened_are_tried_later),
        SENDING_TEST(an_attempt_beyond_the_last_is_not_made),
        SENDING_TEST(nothing_goes_to_a_disabled_integration),
        SENDING_TEST(nothing_goes_to_a_kind_that_there_is_no_more),
        SENDING_TEST(who_lost_the_lease_cannot_write),
        SENDING_TEST(an_article_may_go_meanwhile),
        SENDING_TEST(a_receiver_that_is_gone_disables_its_integration),
        SENDING_TEST(three_days_of_failures_disable_an_integration),
        SENDING_TEST(a_success_ends_the_failing),
        SENDING_TEST(an_end_queues_what_the_request_names),
        SENDING_TEST(the_sender_finds_what_is_due),
        SENDING_TEST(stopping_breaks_off_an_attempt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
