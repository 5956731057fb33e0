/* What accounts share in the store: claims in turn, counters of what they hold, and the answers that are kept. */
#include "test_store.h"

static void insert(struct fixture *f, const char *account, const char *id, int64_t now)
{
    assert_int_equal(insert_article(f->db, account, id, now, &f->err), OK);
}

static const char *claim(struct fixture *f, enum claim_from from, int64_t now)
{
    struct article article;
    enum status status = article_claim(f->db, f->arena, "w", now, 1000, from, &article, &f->err);
    assert_true(status == OK || status == E_NOT_FOUND);
    return status == OK ? article.id : "none";
}

static void end(struct fixture *f, const char *id, int attempt)
{
    const struct lease lease = {id, "w", attempt};
    const struct article article = {.state = ARTICLE_FINISHED, .words_charged = 1};
    assert_int_equal(article_end(f->db, &lease, &article, 100, &f->err), OK);
}

static int64_t count(struct fixture *f, enum holding holding, const char *id)
{
    int64_t found = -1;
    assert_int_equal(holding_count(f->db, holding, id, &found, &f->err), OK);
    return found;
}

static void add_accounts(struct fixture *f)
{
    assert_int_equal(make_account_with(f->db, "busy", "professional", -1, -1, &f->err), OK);
    assert_int_equal(make_account_with(f->db, "calm", "professional", -1, -1, &f->err), OK);
}

/* The account with the fewest leases, among those the one that has waited longest; within it the oldest. */
static void accounts_are_served_in_turn(void **state)
{
    struct fixture *f = *state;
    add_accounts(f);
    for (int i = 0; i < 4; i++)
        insert(f, "busy", (const char *[]){"b1", "b2", "b3", "b4"}[i], 1 + i);
    assert_string_equal(claim(f, CLAIM_FROM_ANY, 10), "b1");
    assert_string_equal(claim(f, CLAIM_FROM_IDLE, 10), "none");
    insert(f, "me", "m1", 6);
    insert(f, "calm", "c1", 7);
    insert(f, "calm", "c2", 8);
    assert_string_equal(claim(f, CLAIM_FROM_IDLE, 10), "m1");
    assert_string_equal(claim(f, CLAIM_FROM_ANY, 10), "c1");
    assert_string_equal(claim(f, CLAIM_FROM_IDLE, 10), "none");
    assert_string_equal(claim(f, CLAIM_FROM_ANY, 10), "b2");
    assert_string_equal(claim(f, CLAIM_FROM_ANY, 10), "c2");
    end(f, "c1", 1);
    end(f, "c2", 1);
    insert(f, "calm", "c3", 9);
    assert_string_equal(claim(f, CLAIM_FROM_IDLE, 10), "c3");
    assert_string_equal(claim(f, CLAIM_FROM_ANY, 10), "b3");
    assert_string_equal(claim(f, CLAIM_FROM_IDLE, 2000), "b1"); /* leases that ran out are none */
}

static void articles_of_a_disabled_account_wait(void **state)
{
    struct fixture *f = *state;
    add_accounts(f);
    insert(f, "busy", "b1", 1);
    assert_int_equal(
        db_run(f->db, "UPDATE account SET state = 'disabled' WHERE id = 'busy'", DB_NOTHING, NULL, &f->err), OK);
    assert_string_equal(claim(f, CLAIM_FROM_ANY, 10), "none"); /* it is alone in line */
    insert(f, "calm", "c1", 2);
    insert(f, "me", "m1", 3);
    assert_string_equal(claim(f, CLAIM_FROM_ANY, 10), "c1");
    assert_string_equal(claim(f, CLAIM_FROM_ANY, 10), "m1");
    assert_string_equal(claim(f, CLAIM_FROM_ANY, 10), "none");
    assert_int_equal(db_run(f->db, "UPDATE account SET state = 'active'", DB_NOTHING, NULL, &f->err), OK);
    assert_string_equal(claim(f, CLAIM_FROM_ANY, 10), "b1");
}

/* What an account has waited for longest may be cancelled or deleted: then its next article counts. */
static void an_article_that_goes_waits_no_longer(void **state)
{
    struct fixture *f = *state;
    add_accounts(f);
    insert(f, "busy", "b1", 1);
    insert(f, "busy", "b2", 2);
    insert(f, "busy", "b3", 8);
    insert(f, "calm", "c1", 5);
    insert(f, "me", "m1", 9);
    assert_int_equal(article_cancel(f->db, "busy", "b1", 10, &f->err), OK);
    assert_int_equal(article_delete(f->db, "busy", "b2", &f->err), OK);
    assert_string_equal(claim(f, CLAIM_FROM_IDLE, 10), "c1");
    assert_string_equal(claim(f, CLAIM_FROM_IDLE, 10), "b3");
    assert_string_equal(claim(f, CLAIM_FROM_IDLE, 10), "m1");
    assert_string_equal(claim(f, CLAIM_FROM_IDLE, 10), "none");
}

/* An account whose articles are all put off has nothing due, whatever the age of the first. */
static void what_is_put_off_is_passed_over(void **state)
{
    struct fixture *f = *state;
    add_accounts(f);
    insert(f, "busy", "b1", 1);
    insert(f, "calm", "c1", 5);
    assert_string_equal(claim(f, CLAIM_FROM_ANY, 10), "b1");
    const struct lease lease = {"b1", "w", 1};
    assert_int_equal(article_postpone(f->db, &lease, "later", 500, &f->err), OK);
    assert_string_equal(claim(f, CLAIM_FROM_ANY, 20), "c1");
    assert_string_equal(claim(f, CLAIM_FROM_ANY, 20), "none");
    assert_string_equal(claim(f, CLAIM_FROM_IDLE, 500), "b1");
}

/* An account whose article is not to be polished any more leaves the line. */
static void polished_or_deleted_articles_leave_the_line(void **state)
{
    struct fixture *f = *state;
    struct article article;
    add_accounts(f);
    static const char *const ids[][2] = {{"busy", "b1"}, {"busy", "b2"}, {"calm", "c1"}, {"me", "m1"}};
    for (size_t i = 0; i < COUNT_OF(ids); i++) {
        insert(f, ids[i][0], ids[i][1], 1);
        assert_string_equal(claim(f, CLAIM_FROM_ANY, 10), ids[i][1]);
        end(f, ids[i][1], 1);
        int64_t asked_at = i == 1 ? 30 : 20 + (int64_t)i;
        assert_int_equal(article_polish(f->db, ids[i][0], ids[i][1], "{}", asked_at, &f->err), OK);
    }
    assert_int_equal(article_delete(f->db, "busy", "b1", &f->err), OK);
    assert_int_equal(polish_claim(f->db, f->arena, "w", 40, 1000, CLAIM_FROM_ANY, &article, &f->err), OK);
    assert_string_equal(article.id, "c1");
    const struct lease lease = {"c1", "w", article.attempt};
    assert_int_equal(polish_end(f->db, &lease, "<p>x</p>", "[]", 50, &f->err), OK);
    assert_int_equal(polish_claim(f->db, f->arena, "w", 60, 1000, CLAIM_FROM_IDLE, &article, &f->err), OK);
    assert_string_equal(article.id, "m1");
    assert_int_equal(polish_claim(f->db, f->arena, "w", 60, 1000, CLAIM_FROM_IDLE, &article, &f->err), OK);
    assert_string_equal(article.id, "b2");
}

static void polishing_is_claimed_in_turn(void **state)
{
    struct fixture *f = *state;
    struct article article;
    add_accounts(f);
    static const char *const ids[][2] = {{"busy", "b1"}, {"busy", "b2"}, {"calm", "c1"}};
    for (size_t i = 0; i < COUNT_OF(ids); i++) {
        insert(f, ids[i][0], ids[i][1], 1);
        assert_string_equal(claim(f, CLAIM_FROM_ANY, 10), ids[i][1]);
        end(f, ids[i][1], 1);
    }
    for (size_t i = 0; i < COUNT_OF(ids); i++)
        assert_int_equal(article_polish(f->db, ids[i][0], ids[i][1], "{}", 20 + (int64_t)i, &f->err), OK);
    static const char *const order[] = {"b1", "c1", "b2"};
    for (size_t i = 0; i < COUNT_OF(order); i++) {
        assert_int_equal(polish_claim(f->db, f->arena, "w", 30, 1000, CLAIM_FROM_ANY, &article, &f->err), OK);
        assert_string_equal(article.id, order[i]);
    }
}

enum { ACCOUNTS = 5, ARTICLES = 40, CLAIMANTS = 12 };

/* Articles of several accounts: in line, under way, with a lease that ran out, or held back until later. */
static void fill_line(struct fixture *f, int round)
{
    for (int i = 0; i < ACCOUNTS; i++) {
        char account[16];
        snprintf(account, sizeof account, "r%d-%d", round, i);
        assert_int_equal(make_account_with(f->db, account, "professional", -1, -1, &f->err), OK);
    }
    for (int i = 0; i < ARTICLES; i++) {
        char account[16], id[24];
        struct article article;
        snprintf(account, sizeof account, "r%d-%d", round, (int)(random_below(ACCOUNTS) * random_below(2)));
        snprintf(id, sizeof id, "r%d-%02d", round, (i * 7 + round) % ARTICLES); /* not in the order of their age */
        insert(f, account, id, (int64_t)random_below(20));
        if (random_below(4) == 0)
            (void)article_claim(f->db, f->arena, "before", 30, random_below(2) ? 10 : 10000, CLAIM_FROM_ANY, &article,
                                &f->err);
    }
}

static size_t claim_many(struct fixture *f, struct article *articles, size_t count, enum claim_from from)
{
    struct claimant claimants[CLAIMANTS];
    size_t claimed = 0;
    for (size_t i = 0; i < count; i++)
        claimants[i] = (struct claimant){"w", f->arena, &articles[i]};
    assert_int_equal(articles_claim(f->db, claimants, count, 100, 1000, from, &claimed, &f->err), OK);
    return claimed;
}

static int by_id(const void *a, const void *b)
{
    return strcmp(((const struct article *)a)->id, ((const struct article *)b)->id);
}

/* Together claimants get what they would have got one after the other. */
static void claiming_at_once_is_claiming_in_turn(void **state)
{
    struct fixture *f = *state;
    for (int round = 0; round < 40; round++) {
        struct article together[CLAIMANTS], in_turn[CLAIMANTS];
        enum claim_from from = round % 4 ? CLAIM_FROM_ANY : CLAIM_FROM_IDLE;
        size_t count = 1 + random_below(CLAIMANTS), claimed = 0;
        fill_line(f, round);
        assert_int_equal(db_savepoint(f->db, &f->err), OK);
        while (claimed < count && claim_many(f, &in_turn[claimed], 1, from))
            claimed++;
        assert_int_equal(db_undo(f->db, &f->err), OK);
        assert_int_equal(claim_many(f, together, count, from), claimed);
        qsort(in_turn, claimed, sizeof *in_turn, by_id);
        qsort(together, claimed, sizeof *together, by_id);
        for (size_t i = 0; i < claimed; i++) {
            struct article stored;
            assert_string_equal(together[i].id, in_turn[i].id);
            assert_int_equal(article_get(f->db, f->arena, NULL, together[i].id, &stored, &f->err), OK);
            assert_int_equal(stored.attempt, together[i].attempt);
            assert_int_equal(stored.version, together[i].version);
            assert_int_equal(stored.state, together[i].state);
            assert_int_equal(stored.updated_at, together[i].updated_at);
        }
        assert_int_equal(db_run(f->db, "DELETE FROM article", DB_NOTHING, NULL, &f->err), OK);
    }
}

static void open_articles_are_counted(void **state)
{
    struct fixture *f = *state;
    static const char *const ids[] = {"a", "b", "c", "d"};
    for (size_t i = 0; i < COUNT_OF(ids); i++)
        insert(f, "me", ids[i], (int64_t)i);
    assert_int_equal(count(f, HOLDING_OPEN_ARTICLES, "me"), 4);
    assert_string_equal(claim(f, CLAIM_FROM_ANY, 10), "a");
    assert_int_equal(count(f, HOLDING_OPEN_ARTICLES, "me"), 4);
    end(f, "a", 1);
    assert_int_equal(article_delete(f->db, "me", "a", &f->err), OK);
    assert_int_equal(count(f, HOLDING_OPEN_ARTICLES, "me"), 3);
    assert_int_equal(article_cancel(f->db, "me", "b", 20, &f->err), OK);
    assert_int_equal(article_cancel(f->db, "me", "b", 20, &f->err), OK);
    assert_int_equal(article_delete(f->db, "me", "b", &f->err), OK);
    assert_int_equal(count(f, HOLDING_OPEN_ARTICLES, "me"), 2);
    assert_int_equal(article_delete(f->db, "me", "c", &f->err), OK);
    assert_int_equal(count(f, HOLDING_OPEN_ARTICLES, "me"), 1);
    assert_int_equal(store_recover(f->db, "n", true, &f->err), OK);
    assert_int_equal(count(f, HOLDING_OPEN_ARTICLES, "me"), 1);
    assert_int_equal(count(f, HOLDING_OPEN_ARTICLES, "nobody"), 0);
}

static void bytes_of_pages_are_counted(void **state)
{
    struct fixture *f = *state;
    const struct domain domain = {.id = "d", .account_id = "me", .name = "n"};
    const struct domain_page pages[] = {{.url = "https://a/1", .html = STR("12345")},
                                        {.url = "https://a/2", .html = STR("123"), .pushed = true}};
    const struct domain_page other = {.url = "https://a/1", .html = STR("1234567")};
    assert_int_equal(domain_insert(f->db, &domain, &f->err), OK);
    assert_int_equal(domain_put_pages(f->db, "d", pages, 2, 10, &f->err), OK);
    assert_int_equal(domain_put_pages(f->db, "d", pages, 2, 11, &f->err), OK);
    assert_int_equal(count(f, HOLDING_DOMAIN_BYTES, "d"), 8);
    assert_int_equal(domain_put_pages(f->db, "d", &other, 1, 12, &f->err), OK);
    assert_int_equal(count(f, HOLDING_PAGE_BYTES, "me"), 10);
    assert_int_equal(domain_drop_older(f->db, "d", 13, &f->err), OK);
    assert_int_equal(count(f, HOLDING_DOMAIN_BYTES, "d"), 3);
    assert_int_equal(count(f, HOLDING_DOMAIN_PAGES, "d"), 1);
    assert_int_equal(count(f, HOLDING_DOMAINS, "me"), 1);
}

/* Keeps an answer, and says what of it is there afterwards. */
static void keep(struct fixture *f, const char *key, int64_t now, struct str body)
{
    static const unsigned char hash[KEY_HASH_SIZE] = "hash";
    struct idempotent found;
    const struct idempotent answer = {.status = 200, .content_type = "text/html", .body = body, .is_bounded = true};
    struct idempotent_key mine = {"me", key, "n", 0};
    assert_int_equal(idempotent_begin(f->db, f->arena, &mine, hash, now, &found, &f->err), E_NOT_FOUND);
    assert_int_equal(idempotent_finish(f->db, &mine, &answer, &f->err), OK);
}

static struct idempotent find(struct fixture *f, const char *key)
{
    static const unsigned char hash[KEY_HASH_SIZE] = "hash";
    struct idempotent found;
    struct idempotent_key mine = {"me", key, "n", 0};
    assert_int_equal(idempotent_begin(f->db, f->arena, &mine, hash, 5000, &found, &f->err), OK);
    assert_int_equal(found.status, 200);
    assert_true(found.is_bounded);
    return found;
}

static void the_newest_answers_are_kept(void **state)
{
    struct fixture *f = *state;
    static char large[IDEMPOTENT_BODY + 1];
    char key[32];
    for (int i = 0; i < IDEMPOTENT_BODIES + 3; i++) {
        snprintf(key, sizeof key, "key-%d", i);
        keep(f, key, 100 + i, STR("x"));
    }
    keep(f, "large", 2000, (struct str){large, sizeof large});
    keep(f, "fits", 2001, (struct str){large, sizeof large - 1});
    keep(f, "empty", 2002, (struct str){"", 0});
    assert_null(find(f, "key-0").body.data);
    assert_null(find(f, "key-4").body.data);
    assert_non_null(find(f, "key-5").body.data);
    assert_null(find(f, "large").body.data);
    assert_int_equal(find(f, "fits").body.len, IDEMPOTENT_BODY);
    assert_non_null(find(f, "empty").body.data);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up_database, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(an_article_that_goes_waits_no_longer),
        TEST(what_is_put_off_is_passed_over),
        TEST(polished_or_deleted_articles_leave_the_line),
        TEST(accounts_are_served_in_turn),
        TEST(articles_of_a_disabled_account_wait),
        TEST(polishing_is_claimed_in_turn),
        TEST(claiming_at_once_is_claiming_in_turn),
        TEST(open_articles_are_counted),
        TEST(bytes_of_pages_are_counted),
        TEST(the_newest_answers_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
