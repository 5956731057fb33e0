/* Rate limits that two nodes share in the store: struct limits on one store stand for them. */
#include "test_store.h"

#include "service/account/account.h"
#include "service/account/account_parts.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

enum { NODES = 2, THREADS = 4 /* of a node */, PATIENCE_MS = 30000 };

struct place {
    struct fixture *f;
    struct store *store;
    struct limits *nodes[NODES];
};

static enum status add_nodes(struct db *db, void *argument, struct error *err)
{
    static const char insert[] = "INSERT INTO node (id, name, address, version, schema, workers, busy, started_at, "
                                 "seen_at) VALUES ($1, 'a', '', '', 10, 0, 0, 0, $2)";
    (void)argument;
    enum status status = OK;
    for (int i = 0; i < NODES && !status; i++)
        status = db_run(db, insert, DB_BIND(db_text(i ? "one" : "other"), db_int(db_now(db))), NULL, err);
    return status;
}

static int set_up(void **state)
{
    struct place *place = calloc(1, sizeof *place);
    assert_non_null(place);
    set_up_folder(state);
    place->f = *state;
    assert_int_equal(store_open(place->f->folder, &place->store, &place->f->err), OK);
    assert_int_equal(store_write(place->store, add_nodes, NULL, &place->f->err), OK);
    for (int i = 0; i < NODES; i++)
        assert_non_null(place->nodes[i] = limits_new(place->store, PATIENCE_MS));
    *state = place;
    return 0;
}

static void stop_node(struct place *place, int node)
{
    limits_free(place->nodes[node]);
    place->nodes[node] = NULL;
}

static int clean_up(void **state)
{
    struct place *place = *state;
    for (int i = 0; i < NODES; i++)
        stop_node(place, i);
    store_close(place->store);
    *state = place->f;
    free(place);
    return tear_down(state);
}

/* With nodes that know nothing, and with nothing that they are to put back. */
static void start_again(struct place *place)
{
    for (int i = 0; i < NODES; i++)
        stop_node(place, i);
    for (int i = 0; i < NODES; i++)
        assert_non_null(place->nodes[i] = limits_new(place->store, PATIENCE_MS));
}

/* --- asking --- */

static bool take(struct place *place, int node, const char *key, long quota, struct limit_state *state)
{
    const struct limit_request request = {LIMIT_STATUS, str_from(key), quota, STR("me"), 10 * quota};
    return limits_take(place->nodes[node], &request, clock_mono_ms(), state);
}

static enum limit_answer try_to(struct place *place, int node, const char *key, long quota, struct limit_state *state)
{
    const struct limit_request request = {LIMIT_STATUS, str_from(key), quota, STR("me"), 10 * quota};
    return limits_try(place->nodes[node], &request, clock_mono_ms(), state);
}

/* How many pass before the first that does not. */
static long take_all(struct place *place, int node, const char *key, long quota)
{
    long passed = 0;
    struct limit_state state;
    while (take(place, node, key, quota, &state))
        passed++;
    return passed;
}

static void pause_ms(int ms)
{
    nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L}, NULL);
}

/* --- what is in the store --- */

struct stored {
    const char *name;
    double tokens;
    int64_t filled_at, now;
    bool is_there;
};

static void read_stored(struct db_row *row, void *out)
{
    struct stored *stored = out;
    stored->tokens = row_real(row);
    stored->filled_at = row_int(row);
    stored->is_there = true;
}

static enum status find_stored(struct db *db, void *argument, struct error *err)
{
    struct stored *stored = argument;
    stored->is_there = false;
    stored->now = db_now(db);
    enum status status = db_one(db, "SELECT tokens, filled_at FROM rate WHERE name = $1",
                                DB_BIND(db_text(stored->name)), NULL, read_stored, stored, err);
    return status == E_NOT_FOUND ? OK : status;
}

static struct stored stored_of(struct place *place, const char *name)
{
    struct stored stored = {.name = name};
    assert_int_equal(store_read(place->store, find_stored, &stored, &place->f->err), OK);
    return stored;
}

/* The bucket as it would be if its time had been so long ago. */
struct change {
    const char *name;
    double tokens;
    int64_t age_ms;
};

static enum status set_stored(struct db *db, void *argument, struct error *err)
{
    const struct change *change = argument;
    return db_run(db,
                  "INSERT INTO rate (name, tokens, filled_at) VALUES ($1, $2, $3) ON CONFLICT (name) DO UPDATE SET "
                  "tokens = excluded.tokens, filled_at = excluded.filled_at",
                  DB_BIND(db_text(change->name), db_real(change->tokens), db_int(db_now(db) - change->age_ms)), NULL,
                  err);
}

static void store_bucket(struct place *place, const char *name, double tokens, int64_t age_ms)
{
    struct change change = {name, tokens, age_ms};
    assert_int_equal(store_write(place->store, set_stored, &change, &place->f->err), OK);
}

/* --- exactness --- */

struct crowd {
    struct place *place;
    long quota;
    int keys; /* that take turns */
    int64_t until;
    pthread_barrier_t start;
    atomic_long passed[NODES], refused;
};

struct member {
    struct crowd *crowd;
    int node;
};

/* Takes on and on until the time is over, or, where there is none, until it was refused some times. */
static void *hammer(void *argument)
{
    const struct member *member = argument;
    struct crowd *crowd = member->crowd;
    int refused = 0;
    pthread_barrier_wait(&crowd->start);
    for (long i = 0; crowd->until ? clock_mono_ms() < crowd->until : refused < 50; i++) {
        char key[16];
        struct limit_state state;
        snprintf(key, sizeof key, "k%ld", i % crowd->keys);
        if (take(crowd->place, member->node, key, crowd->quota, &state)) {
            atomic_fetch_add(&crowd->passed[member->node], 1);
            continue;
        }
        refused++;
        atomic_fetch_add(&crowd->refused, 1);
        pause_ms(1);
    }
    return NULL;
}

/* The threads of both nodes at once. Returns how many requests passed. */
static long run(struct crowd *crowd)
{
    struct member members[NODES * THREADS];
    pthread_t threads[NODES * THREADS];
    pthread_barrier_init(&crowd->start, NULL, NODES * THREADS);
    for (int i = 0; i < NODES * THREADS; i++) {
        members[i] = (struct member){crowd, i % NODES};
        assert_int_equal(pthread_create(&threads[i], NULL, hammer, &members[i]), 0);
    }
    for (int i = 0; i < NODES * THREADS; i++)
        pthread_join(threads[i], NULL);
    pthread_barrier_destroy(&crowd->start);
    long passed = 0;
    for (int i = 0; i < NODES; i++)
        passed += crowd->passed[i];
    return passed;
}

/* What the bucket held in the end and gave is what it held at first and gained: not a token more, and none is lost. */
static void assert_kept(struct place *place, const char *name, double first, long quota, int64_t began, long passed)
{
    for (int i = 0; i < NODES; i++)
        stop_node(place, i);
    struct stored stored = stored_of(place, name);
    double gained = (double)(stored.filled_at - began) * (double)quota / 60000;
    assert_float_equal(stored.tokens + (double)passed, first + gained, 0.001);
}

static int64_t time_of_store(struct place *place)
{
    return stored_of(place, "").now;
}

/* An empty bucket, and when it was so. */
static int64_t empty_bucket(struct place *place, const char *name)
{
    store_bucket(place, name, 0, 0);
    struct stored stored = stored_of(place, name);
    assert_true(stored.is_there);
    return stored.filled_at;
}

/* A full bucket is emptied at once by threads of both nodes: the quota, and what it gains meanwhile. */
static void burst(struct place *place, long quota)
{
    struct crowd crowd = {.place = place, .quota = quota, .keys = 1};
    store_bucket(place, "key status k0", (double)quota, 0);
    int64_t began = stored_of(place, "key status k0").filled_at;
    long passed = run(&crowd);
    double most = (double)quota + (double)(time_of_store(place) - began) * (double)quota / 60000;
    assert_true(passed >= quota);
    assert_true((double)passed <= most);
}

static void a_burst_of_60(void **state)
{
    burst(*state, 60);
}

static void a_burst_of_600(void **state)
{
    burst(*state, 600);
}

/* Both nodes want more than there is, for some seconds. */
static void steadily(struct place *place, long quota, int64_t ms)
{
    int64_t began = empty_bucket(place, "key status k0");
    struct crowd crowd = {.place = place, .quota = quota, .keys = 1, .until = clock_mono_ms() + ms};
    long passed = run(&crowd);
    assert_true(passed > 0);
    assert_true(crowd.refused > 0);
    assert_kept(place, "key status k0", 0, quota, began, passed);
    assert_true(stored_of(place, "key status k0").tokens <= 1 + (double)quota * PORTION_PERCENT / 100);
}

static void steadily_60(void **state)
{
    steadily(*state, 60, 4000);
}

static void steadily_600(void **state)
{
    steadily(*state, 600, 3000);
}

/* Some keys together empty the bucket of their account: what was taken of the keys' for nothing is put back. */
static void keys_of_an_account(void **state)
{
    struct place *place = *state;
    struct crowd crowd = {.place = place, .quota = 60, .keys = 40};
    store_bucket(place, "account status me", 590, 0); /* one that is full would gain nothing at first */
    int64_t began = stored_of(place, "account status me").filled_at;
    long passed = run(&crowd);
    assert_true(passed >= 590);
    assert_kept(place, "account status me", 590, 600, began, passed);
}

/* What a node holds in advance is out of the other's reach: a twentieth of the quota at most, and not for long. */
static void what_lies_unused_is_put_back(void **state)
{
    struct place *place = *state;
    struct limit_state now;
    store_bucket(place, "key status k", 600, 0);
    for (int i = 0; i < 5; i++)
        assert_true(take(place, 0, "k", 600, &now));
    int64_t until = clock_mono_ms() + PATIENCE_MS;
    long before = take_all(place, 1, "k", 600);
    assert_true(before >= 600 - 5 - 600 * PORTION_PERCENT / 100);
    while (stored_of(place, "key status k").tokens < 10 && clock_mono_ms() < until)
        pause_ms(20);
    assert_true(stored_of(place, "key status k").tokens >= 10);
}

static void nodes_that_take_turns(void **state)
{
    struct place *place = *state;
    struct limit_state now;
    long passed = 0;
    while (take(place, passed % NODES, "k", 600, &now))
        passed++;
    assert_true(passed >= 600 - 600 * PORTION_PERCENT / 100);
}

/* --- what is said of a bucket --- */

static void a_node_knows_of_the_other(void **state)
{
    struct place *place = *state;
    struct limit_state now;
    for (int i = 0; i < 6; i++)
        assert_true(take(place, 0, "k", 6, &now));
    assert_int_equal(now.quota, 6);
    assert_int_equal(now.remaining, 0);
    assert_in_range(now.reset, 55, 60);
    assert_false(take(place, 1, "k", 6, &now));
    assert_int_equal(now.remaining, 0);
    assert_in_range(now.retry, 1, 10);
    assert_false(now.is_account);
    assert_false(take(place, 0, "k", 6, &now));
    assert_in_range(now.retry, 1, 10);
    start_again(place);
    store_bucket(place, "account status me", 0.5, 0);
    assert_false(take(place, 0, "other", 6, &now)); /* the account's is the empty one */
    assert_true(now.is_account);
    assert_int_equal(now.quota, 60);
    assert_int_equal(now.remaining, 0);
    assert_int_equal(now.retry, 1);
}

static void time_fills_a_bucket(void **state)
{
    struct place *place = *state;
    struct limit_state now;
    store_bucket(place, "key status k", 0, 30000);
    long passed = take_all(place, 0, "k", 60);
    assert_in_range(passed, 30, 32);
    store_bucket(place, "key status other", 50, 3600000);
    assert_true(take(place, 0, "other", 60, &now));
    assert_int_equal(now.remaining, 59); /* never more than full */
}

static void a_better_plan_counts_at_once(void **state)
{
    struct place *place = *state;
    struct limit_state now;
    assert_int_equal(take_all(place, 0, "k", 2), 2);
    assert_false(take(place, 0, "k", 2, &now));
    start_again(place);
    store_bucket(place, "key status k", 0, 30000); /* half a minute later */
    store_bucket(place, "account status me", 0, 60000);
    assert_true(take(place, 0, "k", 60, &now));
    assert_int_equal(now.quota, 60);
    assert_in_range(now.remaining, 28, 30);
}

/* A thread that must not wait is told so, and others that may wait have the answer for it. */
static void nobody_has_to_wait(void **state)
{
    struct place *place = *state;
    struct limit_state now;
    assert_int_equal(try_to(place, 0, "k", 60, &now), LIMIT_UNKNOWN);
    int64_t until = clock_mono_ms() + PATIENCE_MS;
    enum limit_answer answer;
    while ((answer = try_to(place, 0, "k", 60, &now)) == LIMIT_UNKNOWN && clock_mono_ms() < until)
        pause_ms(1);
    assert_int_equal(answer, LIMIT_PASSED);
    assert_int_equal(now.remaining, 59);
    take_all(place, 0, "k", 60);
    assert_int_equal(try_to(place, 0, "k", 60, &now), LIMIT_REFUSED);
}

/* --- rows --- */

static enum status count_rows(struct db *db, void *argument, struct error *err)
{
    return db_one(db, "SELECT COUNT(*) FROM rate", DB_NOTHING, NULL, read_number, argument, err);
}

static int64_t rows(struct place *place)
{
    int64_t count = -1;
    assert_int_equal(store_read(place->store, count_rows, &count, &place->f->err), OK);
    return count;
}

static void rows_of_full_buckets_go(void **state)
{
    struct place *place = *state;
    struct limit_state now;
    store_bucket(place, "key status old", 1, 60001);
    store_bucket(place, "key status young", 1, 59000);
    assert_true(take(place, 0, "k", 60, &now));
    assert_false(stored_of(place, "key status old").is_there);
    assert_true(stored_of(place, "key status young").is_there);
    assert_int_equal(rows(place), 3); /* with those of the key and the account */
}

static void addresses_are_each_node_s_own(void **state)
{
    struct place *place = *state;
    const struct limit_request request = {.class = LIMIT_STATUS, .key = STR("192.0.2.1"), .quota = 5};
    struct limit_state now;
    for (int node = 0; node < NODES; node++)
        for (int i = 0; i < 6; i++)
            assert_int_equal(limits_try(place->nodes[node], &request, 1000, &now),
                             i < 5 ? LIMIT_PASSED : LIMIT_REFUSED);
    const struct limit_request unlimited = {.class = LIMIT_STATUS, .key = STR("k"), .account = STR("me")};
    assert_int_equal(limits_try(place->nodes[0], &unlimited, 1000, &now), LIMIT_PASSED);
    assert_int_equal(rows(place), 0);
}

/* --- callers that find no place --- */

enum { CALLERS = 6000, CALLING = 16 };

struct callers {
    struct place *place;
    atomic_int next, passed;
};

static void *call(void *argument)
{
    int number;
    struct callers *callers = argument;
    while ((number = atomic_fetch_add(&callers->next, 1)) < CALLERS) {
        char key[16];
        struct limit_state state;
        snprintf(key, sizeof key, "k%d", number);
        const struct limit_request request = {LIMIT_STATUS, str_from(key), 600, str_from(key), 600};
        if (limits_take(callers->place->nodes[0], &request, clock_mono_ms(), &state) && state.remaining == 599)
            atomic_fetch_add(&callers->passed, 1);
    }
    return NULL;
}

static void many_callers_need_no_more_memory(void **state)
{
    struct callers callers = {.place = *state};
    pthread_t threads[CALLING];
    for (int i = 0; i < CALLING; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, call, &callers), 0);
    for (int i = 0; i < CALLING; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(callers.passed, CALLERS);
}

static void a_name_that_is_too_long_counts_here(void **state)
{
    struct place *place = *state;
    struct limit_state now;
    char key[300] = {0};
    memset(key, 'k', sizeof key - 1);
    assert_int_equal(take_all(place, 0, key, 60), 60);
    assert_false(take(place, 0, key, 60, &now));
    assert_int_equal(now.quota, 60);
    assert_int_equal(rows(place), 0);
}

/* --- a store that does not answer --- */

static void move_database(struct place *place, bool away)
{
    char other[sizeof place->f->path + 8];
    snprintf(other, sizeof other, "%s.away", place->f->path);
    assert_int_equal(rename(away ? place->f->path : other, away ? other : place->f->path), 0);
}

/* Each node lets its own quota through, and when the store is there again, that is taken off. */
static void each_decides_alone_without_the_store(void **state)
{
    struct place *place = *state;
    struct limit_state now;
    assert_true(take(place, 0, "k", 60, &now));
    assert_true(take(place, 1, "k", 60, &now));
    assert_int_equal(now.remaining, 58);
    move_database(place, true);
    assert_in_range(take_all(place, 0, "other", 60), 60, 61);
    assert_in_range(take_all(place, 1, "other", 60), 60, 61);
    assert_false(take(place, 0, "other", 60, &now));
    assert_int_equal(now.quota, 60);
    assert_int_equal(now.retry, 1);
    assert_in_range(take_all(place, 0, "k", 60), 59, 60); /* one passed before */
    move_database(place, false);
    int64_t until = clock_mono_ms() + PATIENCE_MS;
    while (!stored_of(place, "key status other").is_there && clock_mono_ms() < until)
        pause_ms(20);
    struct stored stored = stored_of(place, "key status other");
    assert_true(stored.is_there);
    assert_true(stored.tokens < 10); /* what was gained since */
}

static enum status wait_in_work(struct db *db, void *argument, struct error *err)
{
    sem_t *may_end = argument;
    (void)db, (void)err;
    while (sem_wait(may_end) != 0)
        continue;
    return OK;
}

static void ignore(void *argument, enum status status, const struct error *err)
{
    (void)argument, (void)status, (void)err;
}

/* The work ahead in the store ends only when all have been answered. */
static void a_slow_store_is_not_waited_for(void **state)
{
    struct place *place = *state;
    sem_t may_end;
    sem_init(&may_end, 0, 0);
    stop_node(place, 0);
    assert_non_null(place->nodes[0] = limits_new(place->store, 20));
    assert_int_equal(store_submit(place->store, wait_in_work, &may_end, ignore, &place->f->err), OK);
    long passed = take_all(place, 0, "k", 60);
    sem_post(&may_end);
    assert_in_range(passed, 60, 61);
    int64_t until = clock_mono_ms() + PATIENCE_MS;
    while (!stored_of(place, "key status k").is_there && clock_mono_ms() < until)
        pause_ms(20);
    assert_true(stored_of(place, "key status k").is_there);
    sem_destroy(&may_end);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, clean_up)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_burst_of_60),
        TEST(a_burst_of_600),
        TEST(steadily_60),
        TEST(steadily_600),
        TEST(keys_of_an_account),
        TEST(what_lies_unused_is_put_back),
        TEST(nodes_that_take_turns),
        TEST(a_node_knows_of_the_other),
        TEST(time_fills_a_bucket),
        TEST(a_better_plan_counts_at_once),
        TEST(nobody_has_to_wait),
        TEST(rows_of_full_buckets_go),
        TEST(addresses_are_each_node_s_own),
        TEST(many_callers_need_no_more_memory),
        TEST(a_name_that_is_too_long_counts_here),
        TEST(each_decides_alone_without_the_store),
        TEST(a_slow_store_is_not_waited_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
