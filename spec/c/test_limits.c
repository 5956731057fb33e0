/* Rate limits: buckets of keys, accounts and addresses. */
#include "service/account/account.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>
#include <pthread.h>
#include <stdatomic.h>

/* An address, which has one bucket. */
static bool take(struct limits *limits, const char *address, enum limit_class class, long quota, int64_t now,
                 struct limit_state *state)
{
    const struct limit_request request = {.class = class, .key = str_from(address), .quota = quota};
    return limits_take(limits, &request, now, state);
}

static bool take_both(struct limits *limits, const char *key, const char *account, long quota, long account_quota,
                      int64_t now, struct limit_state *state)
{
    const struct limit_request request = {LIMIT_OTHER, str_from(key), quota, str_from(account), account_quota};
    return limits_take(limits, &request, now, state);
}

static void a_bucket_empties_and_fills_again(void **state)
{
    (void)state;
    struct limits *limits = limits_new(NULL, 0);
    struct limit_state now;
    for (int left = 5; left >= 0; left--) {
        assert_true(take(limits, "a", LIMIT_CREATE, 6, 1000, &now));
        assert_int_equal(now.quota, 6);
        assert_int_equal(now.remaining, left);
        assert_int_equal(now.reset, (6 - left) * 10);
        assert_int_equal(now.retry, 0);
        assert_false(now.is_account);
    }
    assert_false(take(limits, "a", LIMIT_CREATE, 6, 1000, &now));
    assert_int_equal(now.retry, 10);
    assert_false(take(limits, "a", LIMIT_CREATE, 6, 10999, &now));
    assert_int_equal(now.retry, 1);
    assert_true(take(limits, "a", LIMIT_CREATE, 6, 11000, &now));
    assert_true(take(limits, "a", LIMIT_STATUS, 60, 11000, &now)); /* a bucket of its own */
    assert_true(take(limits, "b", LIMIT_CREATE, 6, 11000, &now));
    assert_int_equal(now.remaining, 5);
    assert_true(take(limits, "a", LIMIT_CREATE, 6, 11000 + 3600000, &now));
    assert_int_equal(now.remaining, 5); /* never more than full */
    limits_free(limits);
}

static void zero_is_unlimited(void **state)
{
    (void)state;
    struct limits *limits = limits_new(NULL, 0);
    struct limit_state now;
    for (int i = 0; i < 10000; i++)
        assert_true(take(limits, "a", LIMIT_CREATE, 0, 0, &now));
    assert_int_equal(now.quota, 0);
    assert_true(take(limits, "a", LIMIT_NONE, 1, 0, &now));
    assert_true(take(limits, "a", LIMIT_NONE, 1, 0, &now));
    limits_free(limits);
}

static void keys_of_an_account_share_its_bucket(void **state)
{
    (void)state;
    struct limits *limits = limits_new(NULL, 0);
    struct limit_state now;
    for (int i = 0; i < 3; i++)
        assert_true(take_both(limits, "k1", "a", 3, 5, 0, &now));
    assert_false(now.is_account);
    assert_int_equal(now.remaining, 0); /* the key is nearer to its end */
    assert_int_equal(now.quota, 3);
    for (int i = 0; i < 100; i++)
        assert_false(take_both(limits, "k1", "a", 3, 5, 0, &now)); /* takes nothing of the account's */
    assert_int_equal(now.retry, 20);
    assert_true(take_both(limits, "k2", "a", 3, 5, 0, &now));
    assert_int_equal(now.remaining, 1);
    assert_true(now.is_account);
    assert_int_equal(now.quota, 5);
    assert_true(take_both(limits, "k2", "a", 3, 5, 0, &now));
    assert_int_equal(now.remaining, 0);
    for (int i = 0; i < 100; i++)
        assert_false(take_both(limits, "k3", "a", 3, 5, 0, &now)); /* takes nothing of the key's */
    assert_true(now.is_account);
    assert_int_equal(now.retry, 12);
    assert_true(take_both(limits, "k3", "b", 3, 5, 0, &now));
    assert_int_equal(now.remaining, 2); /* the same id is another bucket only by its owner's kind */
    assert_true(take_both(limits, "a", "a2", 3, 5, 0, &now));
    assert_int_equal(now.remaining, 2);
    assert_true(take(limits, "k1", LIMIT_OTHER, 3, 0, &now));
    assert_int_equal(now.remaining, 2);
    limits_free(limits);
}

static void a_better_plan_counts_at_once(void **state)
{
    (void)state;
    struct limits *limits = limits_new(NULL, 0);
    struct limit_state now;
    for (int i = 0; i < 6; i++)
        assert_true(take_both(limits, "k", "a", 6, 6, 0, &now));
    assert_false(take_both(limits, "k", "a", 60, 600, 0, &now));
    assert_int_equal(now.quota, 60);
    assert_int_equal(now.retry, 1);
    assert_true(take_both(limits, "k", "a", 60, 600, 60000, &now));
    assert_int_equal(now.remaining, 59);
    assert_true(take_both(limits, "k", "a", 6, 6, 60000, &now)); /* and a smaller one too */
    assert_int_equal(now.remaining, 5);
    limits_free(limits);
}

static void many_callers_need_no_more_memory(void **state)
{
    (void)state;
    struct limits *limits = limits_new(NULL, 0);
    struct limit_state now;
    int64_t at = 0;
    for (int i = 0; i < 100000; i++) {
        char name[16];
        snprintf(name, sizeof name, "%d", i);
        assert_true(take(limits, name, LIMIT_OTHER, 2, ++at, &now));
    }
    limits_free(limits);
}

/* Somebody who is out of tokens cannot be washed out by many others, be they addresses or keys. */
static void crowds_do_not_free_an_empty_bucket(void **state)
{
    (void)state;
    struct limits *limits = limits_new(NULL, 0);
    struct limit_state now;
    for (int i = 0; i < 10; i++)
        assert_true(take_both(limits, "k", "a", 10, 10, 0, &now));
    assert_true(take(limits, "address", LIMIT_OTHER, 1, 0, &now));
    for (int i = 0; i < 100000; i++) {
        char name[16], account[16];
        snprintf(name, sizeof name, "%d", i);
        snprintf(account, sizeof account, "a%d", i);
        assert_true(take(limits, name, LIMIT_OTHER, 10, 0, &now));
        assert_true(take_both(limits, name, account, 10, 10, 0, &now));
    }
    assert_false(take_both(limits, "k", "a", 10, 10, 0, &now));
    assert_false(take_both(limits, "k2", "a", 10, 10, 0, &now));
    assert_false(take(limits, "address", LIMIT_OTHER, 1, 0, &now));
    limits_free(limits);
}

/* --- threads --- */

enum { THREADS = 8, KEYS = 4, TRIES = 20000, QUOTA = 3000, ACCOUNT_QUOTA = 7000 };

struct crowd {
    struct limits *limits;
    pthread_barrier_t start;
    atomic_long passed[KEYS];
};

static void *hammer(void *argument)
{
    struct crowd *crowd = argument;
    struct limit_state state;
    pthread_barrier_wait(&crowd->start);
    for (int i = 0; i < TRIES; i++) {
        char key[16];
        snprintf(key, sizeof key, "k%d", i % KEYS);
        if (take_both(crowd->limits, key, "a", QUOTA, ACCOUNT_QUOTA, 1000, &state))
            atomic_fetch_add(&crowd->passed[i % KEYS], 1);
    }
    return NULL;
}

static void threads_take_exactly_the_quota(void **state)
{
    (void)state;
    struct crowd crowd = {.limits = limits_new(NULL, 0)};
    pthread_t threads[THREADS];
    long all = 0;
    pthread_barrier_init(&crowd.start, NULL, THREADS);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, hammer, &crowd), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < KEYS; i++) {
        assert_in_range(crowd.passed[i], 1, QUOTA);
        all += crowd.passed[i];
    }
    assert_int_equal(all, ACCOUNT_QUOTA);
    /* What the account refused was not taken from the keys: each has what it did not use. */
    for (int i = 0; i < KEYS; i++) {
        char key[16];
        struct limit_state now;
        snprintf(key, sizeof key, "k%d", i);
        if (crowd.passed[i] == QUOTA)
            continue;
        assert_true(take_both(crowd.limits, key, "another", QUOTA, ACCOUNT_QUOTA, 1000, &now));
        assert_int_equal(now.remaining, QUOTA - crowd.passed[i] - 1);
    }
    pthread_barrier_destroy(&crowd.start);
    limits_free(crowd.limits);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bucket_empties_and_fills_again),    cmocka_unit_test(zero_is_unlimited),
        cmocka_unit_test(keys_of_an_account_share_its_bucket), cmocka_unit_test(a_better_plan_counts_at_once),
        cmocka_unit_test(many_callers_need_no_more_memory),    cmocka_unit_test(crowds_do_not_free_an_empty_bucket),
        cmocka_unit_test(threads_take_exactly_the_quota),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
