/* A delivery when memory runs out at any allocation of its thread: it is delivered, or is tried again later. */
#include "oom.h"
#include "sending.h"

#define OK_ANSWER "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"

static enum status claim(struct db *db, void *argument, struct error *err)
{
    struct dispatch *dispatch = argument;
    return delivery_claim(db, dispatch->arena, clock_now_ms(), DISPATCH_LEASE_MS, &TURN, &dispatch->delivery, NULL,
                          err);
}

/* Runs the dispatch with so many allocations. True: they were enough. */
static bool run(struct sending *sending, long allocations)
{
    static const atomic_bool is_stopping;
    struct dispatch dispatch = {.options = &sending->options, .is_stopping = &is_stopping, .arena = arena_new()};
    assert_non_null(dispatch.arena);
    assert_int_equal(store_write(sending->store, claim, &dispatch, &sending->err), OK);
    oom_allocations_left = allocations;
    dispatch_run(&dispatch);
    bool enough = oom_allocations_left > 0;
    oom_allocations_left = -1;
    arena_free(dispatch.arena);
    return enough;
}

static void survive(struct sending *sending)
{
    bool enough = false;
    long count = 0;
    sending->answer = OK_ANSWER;
    for (; !enough; count++) {
        int asked = atomic_load(&sending->server.requests);
        sending_run(sending, "UPDATE delivery SET state = 'pending', next_at = 0, lease_until = 0, attempts = 0");
        enough = run(sending, count);
        struct delivery delivery = sending_delivery(sending);
        bool is_delivered = delivery.state == DELIVERY_DELIVERED;
        assert_true(delivery.state != DELIVERY_FAILED);
        assert_true(is_delivered || !enough);
        assert_true(!is_delivered || atomic_load(&sending->server.requests) > asked);
    }
    assert_true(count > 3);
}

static void a_delivery_survives_a_shortage(void **state)
{
    survive(*state);
}

static void a_delivery_survives_a_single_failure(void **state)
{
    oom_only_one_fails = true;
    survive(*state);
    oom_only_one_fails = false;
}

static enum status end(struct db *db, void *argument, struct error *err)
{
    bool queued;
    const struct article article = {.id = "a",
                                    .account_id = "me",
                                    .config = "{\"integrationId\":\"" HOOK "\",\"webhookUrl\":\"https://a.example/\"}",
                                    .state = ARTICLE_FINISHED};
    oom_allocations_left = *(long *)argument;
    enum status status = deliver_ended(db, &article, 1, &queued, err);
    bool enough = oom_allocations_left > 0;
    oom_allocations_left = -1;
    assert_true(status == OK || status == E_MEMORY);
    assert_true(status != OK || queued);
    *(long *)argument = enough ? -1 : *(long *)argument + 1;
    return status;
}

/* Both are queued, or none is: they are in the transaction of the article's end. */
static void queueing_survives_a_shortage(void **state)
{
    struct sending *sending = *state;
    for (long count = 0; count >= 0;) {
        sending_run(sending, "DELETE FROM delivery");
        enum status status = store_write(sending->store, end, &count, &sending->err);
        assert_true(status == OK || status == E_MEMORY);
        assert_true(count >= 0 || status == OK);
    }
}

#define SENDING_TEST(name) cmocka_unit_test_setup_teardown(name, sending_set_up, sending_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        SENDING_TEST(a_delivery_survives_a_shortage),
        SENDING_TEST(a_delivery_survives_a_single_failure),
        SENDING_TEST(queueing_survives_a_shortage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
