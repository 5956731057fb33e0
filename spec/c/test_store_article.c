#include "test_store.h"

static void insert(struct fixture *f, const char *id, int64_t now)
{
    assert_int_equal(insert_article(f->db, "me", id, now, &f->err), OK);
}

static struct article get(struct fixture *f, const char *id)
{
    struct article article = {0};
    assert_int_equal(article_get(f->db, f->arena, "me", id, &article, &f->err), OK);
    return article;
}

static enum status claim(struct fixture *f, const char *worker, int64_t now, struct article *article)
{
    return article_claim(f->db, f->arena, worker, now, 1000, CLAIM_FROM_ANY, article, &f->err);
}

/* Renews one lease. E_CONFLICT: it is lost. */
static enum status renew(struct fixture *f, const struct lease *lease, int64_t until)
{
    bool held = false;
    assert_int_equal(leases_renew(f->db, f->arena, lease, 1, until, &held, &f->err), OK);
    return held ? OK : E_CONFLICT;
}

static enum status put(struct fixture *f, const struct lease *lease, const char *name)
{
    struct article_step step = {.name = name, .version = 1, .is_done = true, .status = "done", .output = STR("x")};
    return step_put(f->db, lease, &step, &f->err);
}

/* --- insert, get, list --- */

static void states_have_names(void **state)
{
    (void)state;
    for (int i = ARTICLE_QUEUED; i <= ARTICLE_FAILED; i++) {
        enum article_state parsed = ARTICLE_QUEUED;
        assert_true(article_state_parse(article_state_name((enum article_state)i), &parsed));
        assert_int_equal(parsed, i);
    }
    enum article_state untouched = ARTICLE_FAILED;
    assert_false(article_state_parse("done", &untouched));
    assert_int_equal(untouched, ARTICLE_FAILED);
}

static void a_new_article_is_queued(void **state)
{
    struct fixture *f = *state;
    insert(f, "a", 5);
    struct article article = get(f, "a");
    assert_string_equal(article.id, "a");
    assert_string_equal(article.account_id, "me");
    assert_int_equal(article.engine, 2);
    assert_string_equal(article.config, "{\"targetKeyword\":\"soil\"}");
    assert_int_equal(article.state, ARTICLE_QUEUED);
    assert_string_equal(article.detail, "");
    assert_true(article.progress == 0);
    assert_null(article.error);
    assert_null(article.error_code);
    assert_null(article.title);
    assert_null(article.html);
    assert_null(article.polished_html);
    assert_string_equal(article.sources, "[]");
    assert_string_equal(article.notes, "[]");
    assert_int_equal(article.created_at, 5);
    assert_int_equal(article.updated_at, 5);
    assert_int_equal(article.version, 1);
    assert_int_equal(article.attempt, 0);
    assert_false(article.cancel_requested);
    assert_refusal(f, insert_article(f->db, "me", "a", 6, &f->err), E_CONFLICT);
    assert_refusal(f, insert_article(f->db, "nobody", "b", 6, &f->err), E_NOT_FOUND);
}

static void another_accounts_article_is_not_there(void **state)
{
    struct fixture *f = *state;
    insert(f, "a", 5);
    struct article article;
    assert_int_equal(article_get(f->db, f->arena, "you", "a", &article, &f->err), E_NOT_FOUND);
    assert_int_equal(article_get(f->db, f->arena, "me", "b", &article, &f->err), E_NOT_FOUND);
    assert_int_equal(article_get(f->db, f->arena, NULL, "a", &article, &f->err), OK);
    assert_int_equal(article_cancel(f->db, "you", "a", 6, &f->err), E_NOT_FOUND);
    assert_int_equal(article_delete(f->db, "you", "a", &f->err), E_NOT_FOUND);
}

static void assert_page(struct fixture *f, int wanted, const char *before, size_t limit, const char *expected)
{
    struct article *articles;
    size_t count;
    assert_int_equal(article_list(f->db, f->arena, "me", wanted, before, limit, &articles, &count, &f->err), OK);
    char ids[32] = "";
    for (size_t i = 0; i < count; i++)
        strcat(ids, articles[i].id);
    assert_string_equal(ids, expected);
}

static void lists_newest_first_in_pages(void **state)
{
    struct fixture *f = *state;
    assert_page(f, -1, NULL, 10, "");
    for (const char *id = "abcde"; *id; id++)
        insert(f, (char[]){*id, '\0'}, *id);
    assert_int_equal(make_account_with(f->db, "you", "free", 0, 0, &f->err), OK);
    assert_int_equal(insert_article(f->db, "you", "x", 1, &f->err), OK);
    assert_page(f, -1, NULL, 10, "edcba");
    assert_page(f, -1, NULL, 2, "ed");
    assert_page(f, -1, "d", 2, "cb");
    assert_page(f, -1, "a", 2, "");
    assert_int_equal(article_cancel(f->db, "me", "d", 9, &f->err), OK);
    assert_int_equal(article_cancel(f->db, "me", "b", 9, &f->err), OK);
    assert_page(f, ARTICLE_FAILED, NULL, 10, "db");
    assert_page(f, ARTICLE_FAILED, "d", 10, "b");
    assert_page(f, ARTICLE_QUEUED, NULL, 10, "eca");
    assert_int_equal(article_delete(f->db, "me", "d", &f->err), OK);
    assert_page(f, -1, "d", 2, "cb"); /* a cursor outlives its article */
}

/* --- claims and leases --- */

static void claims_oldest_first(void **state)
{
    struct fixture *f = *state;
    insert(f, "b", 20);
    insert(f, "c", 10);
    insert(f, "a", 20);
    const char *const order[] = {"c", "a", "b"};
    for (size_t i = 0; i < COUNT_OF(order); i++) {
        struct article article;
        assert_int_equal(claim(f, "w", 100, &article), OK);
        assert_string_equal(article.id, order[i]);
        assert_int_equal(article.state, ARTICLE_PROCESSING);
        assert_int_equal(article.attempt, 1);
        assert_int_equal(article.version, 2);
        assert_int_equal(article.updated_at, 100);
        assert_string_equal(article.config, "{\"targetKeyword\":\"soil\"}");
    }
    struct article none;
    assert_int_equal(claim(f, "w", 100, &none), E_NOT_FOUND);
}

static void an_expired_lease_is_claimed_again(void **state)
{
    struct fixture *f = *state;
    insert(f, "a", 1);
    struct article article;
    assert_int_equal(claim(f, "w1", 100, &article), OK);
    assert_int_equal(claim(f, "w2", 1099, &article), E_NOT_FOUND);
    struct lease first = {"a", "w1", 1};
    assert_int_equal(renew(f, &first, 2000), OK);
    assert_int_equal(claim(f, "w2", 1999, &article), E_NOT_FOUND);
    assert_int_equal(claim(f, "w2", 2000, &article), OK);
    assert_int_equal(article.attempt, 2);
    assert_int_equal(article.state, ARTICLE_PROCESSING);
}

static void assert_fenced(struct fixture *f, const struct lease *lease)
{
    struct article ended = {.state = ARTICLE_FINISHED, .html = "<p>late</p>", .words_charged = 5};
    assert_int_equal(article_release(f->db, lease, 9000, &f->err), E_CONFLICT);
    assert_string_equal(f->err.code, "lease_lost");
    assert_int_equal(article_progress(f->db, lease, 0.9, "late", 9000, &f->err), E_CONFLICT);
    assert_int_equal(put(f, lease, "outline"), E_CONFLICT);
    assert_int_equal(article_end(f->db, lease, &ended, 9000, &f->err), E_CONFLICT);
    assert_int_equal(polish_end(f->db, lease, "<p>late</p>", "[]", 9000, &f->err), E_CONFLICT);
}

static void a_lost_lease_writes_nothing(void **state)
{
    struct fixture *f = *state;
    insert(f, "a", 1);
    struct article article;
    assert_int_equal(claim(f, "w1", 100, &article), OK);
    assert_int_equal(claim(f, "w2", 5000, &article), OK);
    assert_int_equal(renew(f, &(struct lease){"a", "w1", 1}, 9000), E_CONFLICT);
    assert_fenced(f, &(struct lease){"a", "w1", 1});
    assert_fenced(f, &(struct lease){"a", "w1", 2});
    assert_fenced(f, &(struct lease){"a", "w2", 1});
    assert_fenced(f, &(struct lease){"b", "w2", 2});
    struct article after = get(f, "a");
    assert_int_equal(after.version, article.version);
    assert_true(after.progress == 0);
    assert_int_equal(number(f->db, "SELECT COUNT(*) FROM step"), 0);
    assert_int_equal(number(f->db, "SELECT COUNT(*) FROM ledger WHERE kind = 'article'"), 0);
    assert_int_equal(renew(f, &(struct lease){"a", "w2", 2}, 9000), OK);
}

static void many_leases_are_renewed_at_once(void **state)
{
    enum { COUNT = 300 };
    struct fixture *f = *state;
    struct lease leases[COUNT];
    bool held[COUNT];
    for (int i = 0; i < COUNT; i++) {
        char *id = arena_printf(f->arena, "%08d-0000-7000-8000-000000000000", i);
        struct article article;
        insert(f, id, i);
        assert_int_equal(claim(f, "w", 100, &article), OK);
        leases[i] = (struct lease){id, "w", 1};
    }
    assert_int_equal(article_release(f->db, &leases[7], 200, &f->err), OK);
    leases[8].attempt = 2;
    assert_int_equal(leases_renew(f->db, f->arena, leases, COUNT, 7777, held, &f->err), OK);
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(held[i], i != 7 && i != 8);
    assert_int_equal(number(f->db, "SELECT COUNT(*) FROM article WHERE lease_until = 7777"), COUNT - 2);
    assert_int_equal(leases_renew(f->db, f->arena, leases, 0, 7777, held, &f->err), OK);
}

static void a_released_article_is_claimable_at_once(void **state)
{
    struct fixture *f = *state;
    insert(f, "a", 1);
    struct article article;
    assert_int_equal(claim(f, "w1", 100, &article), OK);
    struct lease lease = {"a", "w1", 1};
    assert_int_equal(article_progress(f->db, &lease, 0.5, "Half", 110, &f->err), OK);
    assert_int_equal(article_release(f->db, &lease, 120, &f->err), OK);
    struct article released = get(f, "a");
    assert_int_equal(released.state, ARTICLE_PROCESSING); /* it never goes back into the queue */
    assert_int_equal(released.updated_at, 120);
    assert_fenced(f, &lease);
    assert_int_equal(claim(f, "w1", 121, &article), OK);
    assert_int_equal(article.attempt, 2);
    assert_true(article.progress == 0.5);
    assert_fenced(f, &lease);
}

static void progress_never_falls(void **state)
{
    struct fixture *f = *state;
    insert(f, "a", 1);
    struct article article;
    assert_int_equal(claim(f, "w", 100, &article), OK);
    struct lease lease = {"a", "w", 1};
    const struct {
        double given, expected;
    } cases[] = {{0.25, 0.25}, {0.5, 0.5}, {0.4, 0.5}, {-1, 0.5}, {0.0 / 0.0, 0.5}, {7, 1}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        assert_int_equal(article_progress(f->db, &lease, cases[i].given, "Writing", 200 + (int64_t)i, &f->err), OK);
        struct article now = get(f, "a");
        assert_true(now.progress == cases[i].expected);
        assert_int_equal(now.version, 3 + i);
        assert_int_equal(now.updated_at, 200 + i);
        assert_string_equal(now.detail, "Writing");
    }
}

/* --- ends --- */

static const struct article RESULT = {
    .state = ARTICLE_FINISHED,
    .detail = "Finished",
    .title = "Soil",
    .slug = "soil",
    .meta_description = "About soil",
    .html = "<h1>Soil</h1>",
    .polished_html = "<h1>Soil!</h1>",
    .sources = "[{\"url\":\"https://example.org/\",\"title\":\"S\"}]",
    .notes = "[\"a note\"]",
    .words_charged = 300,
    .run = "[{\"url\":\"https://example.org/\",\"used\":true}]",
};

static void a_finished_article_is_charged_once(void **state)
{
    struct fixture *f = *state;
    insert(f, "a", 1);
    struct article article;
    assert_int_equal(claim(f, "w", 100, &article), OK);
    struct lease lease = {"a", "w", 1};
    assert_int_equal(put(f, &lease, "outline"), OK);
    assert_int_equal(article_end(f->db, &lease, &RESULT, 200, &f->err), OK);
    assert_int_equal(number(f->db, "SELECT COUNT(*) FROM step"), 1);
    assert_int_equal(number(f->db, "SELECT COUNT(*) FROM step WHERE output IS NOT NULL"), 0);
    struct article ended = get(f, "a");
    assert_int_equal(ended.state, ARTICLE_FINISHED);
    assert_true(ended.progress == 1);
    assert_string_equal(ended.title, RESULT.title);
    assert_string_equal(ended.slug, RESULT.slug);
    assert_string_equal(ended.meta_description, RESULT.meta_description);
    assert_string_equal(ended.html, RESULT.html);
    assert_string_equal(ended.polished_html, RESULT.polished_html);
    assert_string_equal(ended.sources, RESULT.sources);
    assert_string_equal(ended.notes, RESULT.notes);
    assert_string_equal(ended.run, RESULT.run);
    assert_int_equal(ended.words_charged, 300);
    assert_int_equal(ended.updated_at, 200);
    assert_int_equal(ended.version, 3);
    assert_int_equal(number(f->db, "SELECT words FROM ledger WHERE subject = 'a' AND kind = 'article'"), -300);
    assert_int_equal(number(f->db, "SELECT words_balance FROM account WHERE id = 'me'"), 700);
    assert_int_equal(number(f->db, "SELECT words_used FROM account WHERE id = 'me'"), 300);
    assert_fenced(f, &lease);
    assert_int_equal(number(f->db, "SELECT COUNT(*) FROM ledger WHERE kind = 'article'"), 1);
    assert_int_equal(claim(f, "w", 9000, &article), E_NOT_FOUND);
    assert_int_equal(article_cancel(f->db, "me", "a", 300, &f->err), E_CONFLICT);
    struct article *articles;
    size_t count;
    assert_int_equal(article_list(f->db, f->arena, "me", -1, NULL, 9, &articles, &count, &f->err), OK);
    assert_int_equal(count, 1);
    assert_string_equal(articles[0].title, "Soil");
    assert_null(articles[0].html);
    assert_null(articles[0].polished_html);
}

static void a_failed_article_costs_nothing(void **state)
{
    struct fixture *f = *state;
    insert(f, "a", 1);
    struct article article;
    assert_int_equal(claim(f, "w", 100, &article), OK);
    struct lease lease = {"a", "w", 1};
    assert_int_equal(article_progress(f->db, &lease, 0.25, "Reading", 110, &f->err), OK);
    struct article failed = {
        .state = ARTICLE_FAILED, .error = "No sources.", .error_code = "no_sources", .words_charged = 99};
    assert_int_equal(article_end(f->db, &lease, &failed, 200, &f->err), OK);
    struct article ended = get(f, "a");
    assert_int_equal(ended.state, ARTICLE_FAILED);
    assert_true(ended.progress == 0.25);
    assert_string_equal(ended.error, "No sources.");
    assert_string_equal(ended.error_code, "no_sources");
    assert_int_equal(ended.words_charged, 0);
    assert_int_equal(number(f->db, "SELECT COUNT(*) FROM ledger WHERE kind = 'article'"), 0);
    assert_int_equal(number(f->db, "SELECT words_balance FROM account WHERE id = 'me'"), 1000);
    assert_int_equal(article_cancel(f->db, "me", "a", 300, &f->err), E_CONFLICT);
}

static void only_an_end_ends(void **state)
{
    struct fixture *f = *state;
    insert(f, "a", 1);
    struct article article;
    assert_int_equal(claim(f, "w", 100, &article), OK);
    assert_int_equal(article_end(f->db, &(struct lease){"a", "w", 1}, &article, 200, &f->err), E_INTERNAL);
    assert_int_equal(get(f, "a").state, ARTICLE_PROCESSING);
}

static void cancelling(void **state)
{
    struct fixture *f = *state;
    insert(f, "a", 1);
    insert(f, "b", 2);
    struct article article;
    assert_int_equal(claim(f, "w", 100, &article), OK);
    assert_int_equal(put(f, &(struct lease){"a", "w", 1}, "outline"), OK);
    for (const char *id = "ab"; *id; id++) {
        const char name[] = {*id, '\0'};
        assert_int_equal(article_cancel(f->db, "me", name, 200, &f->err), OK);
        struct article cancelled = get(f, name);
        assert_int_equal(cancelled.state, ARTICLE_FAILED);
        assert_string_equal(cancelled.error_code, "cancelled");
        assert_non_null(cancelled.error);
        assert_true(cancelled.cancel_requested);
        assert_int_equal(cancelled.updated_at, 200);
        assert_int_equal(article_cancel(f->db, "me", name, 300, &f->err), OK);
        assert_int_equal(get(f, name).version, cancelled.version);
    }
    assert_fenced(f, &(struct lease){"a", "w", 1});
    assert_int_equal(claim(f, "w", 9000, &article), E_NOT_FOUND);
    assert_int_equal(number(f->db, "SELECT COUNT(*) FROM step WHERE output IS NOT NULL"), 0);
    assert_int_equal(number(f->db, "SELECT COUNT(*) FROM ledger WHERE kind = 'article'"), 0);
}

static void deleting_leaves_the_ledger(void **state)
{
    struct fixture *f = *state;
    insert(f, "a", 1);
    insert(f, "b", 2);
    struct article article;
    assert_int_equal(claim(f, "w", 100, &article), OK);
    struct lease lease = {"a", "w", 1};
    const struct delivery delivery = {.article_id = "a", .url = "https://example.org/", .event = "article.finished"};
    assert_int_equal(delivery_insert(f->db, &delivery, 1, NULL, &f->err), OK);
    assert_int_equal(article_end(f->db, &lease, &RESULT, 200, &f->err), OK);
    assert_int_equal(article_delete(f->db, "me", "a", &f->err), OK);
    assert_int_equal(article_delete(f->db, "me", "a", &f->err), E_NOT_FOUND);
    assert_int_equal(claim(f, "w", 100, &article), OK);
    assert_int_equal(put(f, &(struct lease){"b", "w", 1}, "outline"), OK);
    assert_int_equal(article_delete(f->db, "me", "b", &f->err), OK); /* never ended */
    assert_int_equal(number(f->db, "SELECT COUNT(*) FROM article"), 0);
    assert_int_equal(number(f->db, "SELECT COUNT(*) FROM step"), 0);
    assert_int_equal(number(f->db, "SELECT COUNT(*) FROM delivery"), 0);
    assert_int_equal(number(f->db, "SELECT words FROM ledger WHERE subject = 'a'"), -300);
    assert_int_equal(number(f->db, "SELECT COUNT(*) FROM ledger WHERE kind = 'article'"), 1);
    assert_int_equal(number(f->db, "SELECT words_balance FROM account WHERE id = 'me'"), 700);
}

static void recovery_ends_leases_and_running_requests(void **state)
{
    struct fixture *f = *state;
    insert(f, "a", 1);
    struct article article;
    assert_int_equal(claim(f, "w1", 100, &article), OK);
    const unsigned char hash[KEY_HASH_SIZE] = {1};
    struct idempotent found;
    struct idempotent_key before = {"me", "k", "n1", 0}, after = {"me", "k", "n2", 0};
    assert_int_equal(idempotent_begin(f->db, f->arena, &before, hash, 100, &found, &f->err), E_NOT_FOUND);
    f->db->now = 150;
    assert_int_equal(store_recover(f->db, "n2", true, &f->err), OK);
    assert_int_equal(get(f, "a").updated_at, 150);
    assert_fenced(f, &(struct lease){"a", "w1", 1});
    assert_int_equal(idempotent_begin(f->db, f->arena, &after, hash, 160, &found, &f->err), E_NOT_FOUND);
    assert_int_equal(claim(f, "w2", 160, &article), OK);
    assert_int_equal(article.attempt, 2);
    assert_true(article.taken_over);
    assert_int_equal(article_release(f->db, &(struct lease){"a", "w2", 2}, 170, &f->err), OK);
    assert_int_equal(claim(f, "w3", 180, &article), OK);
    assert_false(article.taken_over);
}

/* --- the indexes serve the queries they were made for --- */

static bool is_slow(const char *step)
{
    if (database_server())
        return strstr(step, "Seq Scan") || strstr(step, "Sort");
    /* article_state has a row for each article, others only for those of a state. */
    bool is_whole = !strstr(step, "USING") || strstr(step, "article_state");
    return strstr(step, "TEMP B-TREE") || (strstr(step, "SCAN") && is_whole);
}

static void nothing_is_sorted_or_scanned_whole(void **state)
{
    struct fixture *f = *state;
    static const char *const queries[] = {
        "SELECT id FROM article WHERE state IN ('queued', 'processing') AND lease_until <= 5 "
        "AND account_id = 'me' ORDER BY created_at, id LIMIT 1",
        "SELECT account_id FROM article WHERE state IN ('queued', 'processing') AND account_id > "
        "'a' "
        "ORDER BY account_id, created_at, id LIMIT 1",
        "SELECT COUNT(*) FROM article WHERE state = 'processing' AND id > ''",
        "SELECT COUNT(*) FROM article WHERE lease_until > 0 AND worker <> '' AND account_id = 'me' "
        "AND lease_until > 5",
        "UPDATE article SET worker = 'gone' WHERE lease_until > 0 AND worker <> '' AND "
        "NOT EXISTS (SELECT 1 FROM node n WHERE n.id = substr(article.worker, 1, 36))",
        "SELECT id FROM article WHERE account_id = 'me' AND (CAST('failed' AS TEXT) IS NULL "
        "OR state = 'failed') AND id < 'x' ORDER BY id DESC LIMIT 5",
        "SELECT id FROM article WHERE polish IS NOT NULL AND lease_until <= 5 "
        "AND account_id = 'me' ORDER BY polish_asked_at, id LIMIT 1",
        "SELECT number FROM step WHERE article_id = 'a' AND name = 'n' ORDER BY number DESC LIMIT 1",
        "SELECT id FROM delivery WHERE state = 'pending' AND account_id = 'me' AND next_at <= 5 "
        "ORDER BY next_at, id LIMIT 1",
        "SELECT id FROM ledger WHERE account_id = 'me' AND (created_at, id) < (SELECT created_at, "
        "id FROM ledger WHERE id = 'x' AND account_id = 'me') ORDER BY created_at DESC, id DESC LIMIT 5",
        "SELECT SUM(words) FROM ledger WHERE kind = 'month' AND subject >= 'me/2026-11' AND "
        "subject < 'me/2026-110'",
        "SELECT url FROM domain_page WHERE domain_id = 'd' AND url > '' ORDER BY url LIMIT 5",
        "SELECT key FROM idempotency WHERE created_at <= 5 ORDER BY created_at LIMIT 5",
    };
    for (size_t i = 0; i < COUNT_OF(queries); i++) {
        struct db_list plan = query_plan(f, queries[i]);
        for (size_t row = 0; row < plan.count; row++)
            if (is_slow(((const char **)plan.items)[row]))
                fail_msg("%s: %s", queries[i], ((const char **)plan.items)[row]);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up_database, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states_have_names),
        TEST(a_new_article_is_queued),
        TEST(another_accounts_article_is_not_there),
        TEST(lists_newest_first_in_pages),
        TEST(claims_oldest_first),
        TEST(an_expired_lease_is_claimed_again),
        TEST(a_lost_lease_writes_nothing),
        TEST(many_leases_are_renewed_at_once),
        TEST(a_released_article_is_claimable_at_once),
        TEST(progress_never_falls),
        TEST(a_finished_article_is_charged_once),
        TEST(a_failed_article_costs_nothing),
        TEST(only_an_end_ends),
        TEST(cancelling),
        TEST(deleting_leaves_the_ledger),
        TEST(recovery_ends_leases_and_running_requests),
        TEST(nothing_is_sorted_or_scanned_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
