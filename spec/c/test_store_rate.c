/* Token buckets in the store: what a node gets of them. */
#include "test_store.h"

#include "store/account/account.h"

static struct rate_take take(struct fixture *f, struct rate_take wanted)
{
    wanted.name = "b";
    assert_int_equal(rate_take(f->db, &wanted, 1, &f->err), OK);
    return wanted;
}

static void set_bucket(struct fixture *f, double tokens, int64_t age_ms)
{
    assert_int_equal(db_run(f->db,
                            "INSERT INTO rate (name, tokens, filled_at) VALUES ('b', $1, $2) ON CONFLICT (name) DO "
                            "UPDATE SET tokens = excluded.tokens, filled_at = excluded.filled_at",
                            DB_BIND(db_real(tokens), db_int(db_now(f->db) - age_ms)), NULL, &f->err),
                     OK);
}

static void set_nodes(struct fixture *f, int count)
{
    assert_int_equal(db_run(f->db, "DELETE FROM node", DB_NOTHING, NULL, &f->err), OK);
    for (int i = 0; i < count; i++)
        assert_int_equal(db_run(f->db,
                                "INSERT INTO node (id, name, address, version, schema, workers, busy, started_at, "
                                "seen_at) VALUES ($1, '', '', '', 10, 0, 0, 0, 0)",
                                DB_BIND(db_text((char[2]){(char)(65 + i)})), NULL, &f->err),
                         OK);
}

static void a_new_bucket_is_full(void **state)
{
    struct fixture *f = *state;
    struct rate_take got = take(f, (struct rate_take){.quota = 60, .wanted = 5});
    assert_int_equal(got.taken, 5);
    assert_float_equal(got.left, 55, 0);
    got = take(f, (struct rate_take){.quota = 60, .wanted = 100});
    assert_int_equal(got.taken, 55);
    assert_float_equal(got.left, 0, 0);
    got = take(f, (struct rate_take){.quota = 60, .wanted = 1});
    assert_int_equal(got.taken, 0);
}

static void it_fills_evenly(void **state)
{
    struct fixture *f = *state;
    set_bucket(f, 0.5, 10000);
    assert_float_equal(take(f, (struct rate_take){.quota = 60}).left, 10.5, 1e-9);
    assert_float_equal(take(f, (struct rate_take){.quota = 60}).left, 10.5, 1e-9); /* no time has passed */
    set_bucket(f, 0.5, 3600000);
    assert_float_equal(take(f, (struct rate_take){.quota = 60}).left, 60, 0);
    set_bucket(f, 7, -5000); /* the clock was set back */
    assert_float_equal(take(f, (struct rate_take){.quota = 60}).left, 7, 0);
}

static void half_a_token_is_none(void **state)
{
    struct fixture *f = *state;
    set_bucket(f, 0.999, 0);
    struct rate_take got = take(f, (struct rate_take){.quota = 60, .wanted = 1, .spare = 3});
    assert_int_equal(got.taken, 0);
    assert_float_equal(got.left, 0.999, 1e-9);
}

static void another_quota_counts_at_once(void **state)
{
    struct fixture *f = *state;
    set_bucket(f, 50, 0);
    assert_float_equal(take(f, (struct rate_take){.quota = 6}).left, 6, 0);
    set_bucket(f, 50, 6000);
    assert_float_equal(take(f, (struct rate_take){.quota = 600}).left, 110, 1e-9);
}

static void what_is_put_back_never_overflows(void **state)
{
    struct fixture *f = *state;
    set_bucket(f, 10, 0);
    assert_float_equal(take(f, (struct rate_take){.quota = 60, .back = 3}).left, 13, 0);
    assert_float_equal(take(f, (struct rate_take){.quota = 60, .back = 100}).left, 60, 0);
    assert_float_equal(take(f, (struct rate_take){.quota = 60, .back = -20}).left, 40, 0);
    struct rate_take got = take(f, (struct rate_take){.quota = 60, .back = -50, .wanted = 1});
    assert_int_equal(got.taken, 0);
    assert_float_equal(got.left, 0, 0);
}

static void nodes_share_what_is_held_in_advance(void **state)
{
    static const struct {
        int nodes;
        long held, taken;
    } rows[] = {{0, 0, 31}, {1, 0, 31}, {2, 0, 16}, {2, 10, 6}, {2, 15, 1}, {2, 40, 1}, {7, 0, 5}, {31, 0, 1}};
    struct fixture *f = *state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        set_nodes(f, rows[i].nodes);
        set_bucket(f, 600, 0);
        struct rate_take got =
            take(f, (struct rate_take){.quota = 600, .wanted = 1, .held = rows[i].held, .spare = 30});
        assert_int_equal(got.taken, rows[i].taken);
        assert_float_equal(got.left, 600 - (double)got.taken, 0);
    }
    set_bucket(f, 4.5, 0);
    set_nodes(f, 1);
    assert_int_equal(take(f, (struct rate_take){.quota = 600, .wanted = 1, .spare = 30}).taken, 4);
}

static void several_at_once(void **state)
{
    struct fixture *f = *state;
    struct rate_take takes[] = {{.name = "a", .quota = 6, .wanted = 2}, {.name = "b", .quota = 60, .wanted = 3}};
    assert_int_equal(rate_take(f->db, takes, 2, &f->err), OK);
    assert_int_equal(takes[0].taken, 2);
    assert_int_equal(takes[1].taken, 3);
    assert_int_equal(number(f->db, "SELECT COUNT(*) FROM rate WHERE name = 'a' AND tokens = 4.0"), 1);
    assert_int_equal(number(f->db, "SELECT COUNT(*) FROM rate WHERE name = 'b' AND tokens = 57.0"), 1);
}

static void rows_of_full_buckets_go(void **state)
{
    struct fixture *f = *state;
    set_bucket(f, 0, RATE_WINDOW_MS - 1);
    assert_int_equal(rate_remove_full(f->db, &f->err), OK);
    assert_int_equal(number(f->db, "SELECT COUNT(*) FROM rate"), 1);
    set_bucket(f, 0, RATE_WINDOW_MS);
    assert_int_equal(rate_remove_full(f->db, &f->err), OK);
    assert_int_equal(number(f->db, "SELECT COUNT(*) FROM rate"), 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up_database, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_new_bucket_is_full),
        TEST(it_fills_evenly),
        TEST(half_a_token_is_none),
        TEST(another_quota_counts_at_once),
        TEST(what_is_put_back_never_overflows),
        TEST(nodes_share_what_is_held_in_advance),
        TEST(several_at_once),
        TEST(rows_of_full_buckets_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
