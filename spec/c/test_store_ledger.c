/* The ledger: charges, months, what is given once, and that its rows sum to what an account has left. */
#include "old_database.h"

enum { UNLIMITED = AMOUNT_UNLIMITED };

static const int64_t DAY = 86400000;

static struct account account(struct fixture *f, const char *id)
{
    struct account found = {0};
    assert_int_equal(account_get(f->db, f->arena, id, &found, &f->err), OK);
    return found;
}

/* Milliseconds of a day in UTC. */
static int64_t on(int year, int month, int day)
{
    struct tm date = {.tm_year = year - 1900, .tm_mon = month - 1, .tm_mday = day};
    return (int64_t)timegm(&date) * 1000;
}

static void read_sums(struct db_row *row, void *out)
{
    int64_t *sums = out;
    for (int i = 0; i < 4; i++)
        sums[i] = row_int(row);
}

/* The rows sum to what is left wherever that is limited, and the charges to what was used. */
static void assert_sums(struct fixture *f, const char *id)
{
    int64_t sums[4];
    assert_int_equal(db_one(f->db,
                            "SELECT COALESCE(SUM(words), 0), COALESCE(SUM(credits), 0), "
                            "-COALESCE(SUM(CASE WHEN kind IN ('article', 'link') THEN words END), 0), "
                            "-COALESCE(SUM(CASE WHEN kind IN ('article', 'link') THEN credits END), 0) "
                            "FROM ledger WHERE account_id = $1",
                            DB_BIND(db_text(id)), NULL, read_sums, sums, &f->err),
                     OK);
    struct account found = account(f, id);
    if (found.has_words)
        assert_int_equal(found.words_left, sums[0]);
    if (found.has_credits)
        assert_int_equal(found.credits_left, sums[1]);
    assert_int_equal(found.words_used, sums[2]);
    assert_int_equal(found.credits_used, sums[3]);
}

/* With its end, since a refusal may be told only then. */
static enum status charge(struct fixture *f, const char *id, const char *subject, int64_t words, int64_t credits)
{
    assert_int_equal(db_savepoint(f->db, &f->err), OK);
    enum status status = ledger_charge(f->db, id, subject, words ? LEDGER_ARTICLE : LEDGER_LINK, words, credits,
                                       on(2026, 1, 1), &f->err);
    if (status == OK)
        status = db_release(f->db, &f->err);
    if (status != OK)
        assert_int_equal(db_undo(f->db, NULL), OK);
    assert_sums(f, id);
    return status;
}

/* Terms that say nothing of what is given once. */
static void renew(struct fixture *f, const char *id, int64_t words, int64_t credits, int64_t now)
{
    const struct ledger_terms terms = {words, credits, UNLIMITED, UNLIMITED};
    bool is_due;
    assert_int_equal(ledger_renew(f->db, id, &terms, now, &f->err), OK);
    assert_sums(f, id);
    assert_int_equal(ledger_is_due(f->db, id, &terms, now, &is_due, &f->err), OK);
    assert_false(is_due);
    int64_t rows = number(f->db, "SELECT COUNT(*) FROM ledger");
    assert_int_equal(ledger_renew(f->db, id, &terms, now, &f->err), OK); /* a second time gives nothing */
    assert_int_equal(number(f->db, "SELECT COUNT(*) FROM ledger"), rows);
}

static void assert_left(struct fixture *f, const char *id, int64_t words, int64_t credits)
{
    struct account found = account(f, id);
    assert_int_equal(found.has_words, words != UNLIMITED);
    assert_int_equal(found.has_credits, credits != UNLIMITED);
    if (words != UNLIMITED)
        assert_int_equal(found.words_left, words);
    if (credits != UNLIMITED)
        assert_int_equal(found.credits_left, credits);
}

static void new_account(struct fixture *f, const char *id)
{
    const struct account fresh = {
        .id = id, .plan = "starter", .monthly_words = AMOUNT_BY_PLAN, .monthly_credits = AMOUNT_BY_PLAN};
    assert_int_equal(account_insert(f->db, &fresh, &f->err), OK);
    assert_left(f, id, UNLIMITED, UNLIMITED);
}

/* --- charges --- */

static void charges_come_off_the_account(void **state)
{
    struct fixture *f = *state;
    assert_left(f, "me", 1000, 10);
    assert_int_equal(charge(f, "me", "a", 400, 0), OK);
    assert_int_equal(charge(f, "me", "r", 0, 1), OK);
    assert_left(f, "me", 600, 9);
    assert_int_equal(account(f, "me").words_used, 400);
    assert_int_equal(account(f, "me").credits_used, 1);
}

static void a_subject_is_charged_once_per_kind(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(charge(f, "me", "a", 400, 0), OK);
    assert_int_equal(charge(f, "me", "a", 400, 0), E_CONFLICT);
    assert_int_equal(charge(f, "me", "a", 0, 1), OK); /* of another kind */
    assert_left(f, "me", 600, 9);
    int64_t rows = number(f->db, "SELECT COUNT(*) FROM ledger");
    assert_int_equal(charge(f, "me", "b", 0, 0), OK);
    assert_int_equal(number(f->db, "SELECT COUNT(*) FROM ledger"), rows);
}

static void words_may_be_overdrawn_and_credits_are_refused(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(charge(f, "me", "a", 1200, 0), OK);
    assert_left(f, "me", -200, 10);
    assert_int_equal(charge(f, "me", "r1", 0, 10), OK);
    assert_int_equal(charge(f, "me", "r2", 0, 1), E_LIMIT);
    assert_int_equal(charge(f, "me", "b", 1, 0), OK); /* words alone need no credits */
    assert_left(f, "me", -201, 0);
    assert_int_equal(ledger_charge(f->db, "nobody", "r3", LEDGER_LINK, 0, 1, 1, &f->err), E_NOT_FOUND);
}

static void unlimited_stays_unlimited(void **state)
{
    struct fixture *f = *state;
    new_account(f, "free");
    assert_int_equal(charge(f, "free", "a", 5000, 50), OK);
    assert_left(f, "free", UNLIMITED, UNLIMITED);
    assert_int_equal(account(f, "free").words_used, 5000);
    assert_int_equal(account(f, "free").credits_used, 50);
}

static void adjustments_are_given_to_what_is_limited(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(ledger_adjust(f->db, "me", 500, -3, 7, &f->err), OK);
    assert_left(f, "me", 1500, 7);
    assert_int_equal(ledger_adjust(f->db, "me", -2000, 0, 8, &f->err), OK);
    assert_left(f, "me", -500, 7);
    assert_sums(f, "me");
    new_account(f, "half");
    renew(f, "half", 10, UNLIMITED, on(2026, 3, 1));
    assert_int_equal(ledger_adjust(f->db, "half", 5, 1, 9, &f->err), E_INVALID);
    assert_int_equal(ledger_adjust(f->db, "half", 5, 0, 9, &f->err), OK);
    assert_left(f, "half", 15, UNLIMITED);
    assert_int_equal(ledger_adjust(f->db, "nobody", 1, 0, 9, &f->err), E_NOT_FOUND);
    /* What was adjusted stays when the terms are applied again. */
    assert_int_equal(make_account_with(f->db, "me", "professional", 1100, 10, &f->err), OK);
    assert_left(f, "me", -400, 7);
    assert_sums(f, "me");
}

/* --- given once --- */

static void what_is_given_once_is_given_in_all(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(charge(f, "me", "a", 400, 2), OK);
    const struct {
        int64_t words, credits, words_left, credits_left;
    } cases[] = {
        {1500, 12, 1100, 10}, {399, 1, -1, -1}, {UNLIMITED, UNLIMITED, UNLIMITED, UNLIMITED},
        {400, 3, 0, 1},       {400, 3, 0, 1},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        assert_int_equal(make_account_with(f->db, "me", "starter", cases[i].words, cases[i].credits, &f->err), OK);
        assert_sums(f, "me");
        struct account me = account(f, "me");
        assert_int_equal(me.has_words, cases[i].words != UNLIMITED);
        if (me.has_words)
            assert_int_equal(me.words_left, cases[i].words_left);
        if (me.has_credits)
            assert_int_equal(me.credits_left, cases[i].credits_left);
        assert_int_equal(me.words_used, 400);
    }
    assert_string_equal(account(f, "me").plan, "starter");
}

/* --- months --- */

static void a_month_is_given_once_and_carries_over(void **state)
{
    struct fixture *f = *state;
    new_account(f, "m");
    renew(f, "m", 100, 5, on(2026, 11, 30) + DAY - 1);
    assert_left(f, "m", 100, 5);
    assert_int_equal(charge(f, "m", "a", 30, 0), OK);
    renew(f, "m", 100, 5, on(2026, 11, 1));
    renew(f, "m", 100, 5, on(2026, 12, 1)); /* the first millisecond of the next one */
    assert_left(f, "m", 170, 10);
    renew(f, "m", 100, 5, on(2027, 1, 1));
    assert_left(f, "m", 270, 15);
    assert_int_equal(number(f->db, "SELECT COUNT(*) FROM ledger WHERE subject IN ('m/2026-11', 'm/2026-12', "
                                   "'m/2027-01') AND kind = 'month'"),
                     3);
}

static void months_that_went_by_are_given(void **state)
{
    struct fixture *f = *state;
    new_account(f, "m");
    renew(f, "m", 100, 5, on(2025, 11, 15));
    renew(f, "m", 100, 5, on(2026, 2, 28));
    assert_left(f, "m", 400, 20);
    renew(f, "m", 100, 5, on(2036, 2, 1)); /* a clock that was wrong gives twelve and no more */
    assert_left(f, "m", 1600, 80);
    new_account(f, "old");
    renew(f, "old", 100, 5, 1000); /* in 1970 */
    renew(f, "old", 100, 5, on(2026, 1, 1));
    assert_left(f, "old", 1300, 65);
}

static void a_clock_that_is_put_back_gives_nothing_twice(void **state)
{
    struct fixture *f = *state;
    new_account(f, "m");
    renew(f, "m", 100, 5, on(2026, 6, 1));
    renew(f, "m", 100, 5, on(2026, 4, 1));
    renew(f, "m", 100, 5, on(2026, 5, 31));
    renew(f, "m", 100, 5, on(2026, 6, 30));
    assert_left(f, "m", 100, 5);
    renew(f, "m", 150, 5, on(2026, 2, 1)); /* raised meanwhile: it is June's */
    assert_left(f, "m", 150, 5);
    renew(f, "m", 150, 5, on(2026, 7, 1));
    assert_left(f, "m", 300, 10);
}

static void terms_change_within_a_month(void **state)
{
    struct fixture *f = *state;
    int64_t now = on(2026, 6, 10);
    new_account(f, "m");
    renew(f, "m", 100, 5, now);
    renew(f, "m", 300, 5, now); /* made up for at once */
    assert_left(f, "m", 300, 5);
    renew(f, "m", 50, 1, now); /* what was given stays */
    assert_left(f, "m", 300, 5);
    renew(f, "m", 300, 7, now); /* up again: nothing is given twice */
    assert_left(f, "m", 300, 7);
    renew(f, "m", 400, 7, now);
    assert_left(f, "m", 400, 7);
    assert_int_equal(number(f->db, "SELECT COUNT(*) FROM ledger WHERE kind = 'month' AND subject LIKE 'm/2026-06/%'"),
                     3);
    renew(f, "m", 50, 1, on(2026, 7, 1));
    assert_left(f, "m", 450, 8);
}

static void past_months_follow_the_terms_that_held(void **state)
{
    struct fixture *f = *state;
    new_account(f, "m");
    renew(f, "m", 0, 0, on(2026, 1, 10)); /* a plan that gives nothing */
    renew(f, "m", 1000, 50, on(2026, 10, 10));
    assert_left(f, "m", 1000, 50); /* and not ten months of the better one */
    renew(f, "m", 10, 1, on(2027, 1, 1));
    assert_left(f, "m", 3010, 151);
}

static void limited_and_unlimited_in_any_order(void **state)
{
    struct fixture *f = *state;
    int64_t now = on(2026, 6, 10);
    new_account(f, "m");
    renew(f, "m", UNLIMITED, UNLIMITED, now);
    assert_int_equal(charge(f, "m", "a", 5000, 20), OK);
    renew(f, "m", 100, 5, now); /* what was used is not owed, and the month is given */
    assert_left(f, "m", 100, 5);
    assert_int_equal(charge(f, "m", "b", 30, 0), OK);
    renew(f, "m", UNLIMITED, 5, now);
    assert_left(f, "m", UNLIMITED, 5);
    assert_int_equal(charge(f, "m", "c", 10, 0), OK);
    renew(f, "m", 100, UNLIMITED, now); /* what was left is there, but for what was used of it */
    assert_left(f, "m", 60, UNLIMITED);
    renew(f, "m", UNLIMITED, UNLIMITED, on(2026, 8, 1)); /* July had a limit, and was given */
    renew(f, "m", 100, 5, on(2026, 9, 1));
    assert_left(f, "m", 60 + 100 + 100, 5 + 5);
}

/* --- at random --- */

static uint64_t next_random(uint64_t *seed)
{
    *seed ^= *seed << 13, *seed ^= *seed >> 7, *seed ^= *seed << 17;
    return *seed;
}

static int64_t random_amount(uint64_t *seed)
{
    return next_random(seed) % 4 == 0 ? UNLIMITED : (int64_t)(next_random(seed) % 1000);
}

/* Everything that changes an account, in any order, with clocks that jump. */
static void any_order_sums_up(void **state)
{
    enum { RUNS = 40, CHANGES = 60, ACCOUNTS = 3 };
    struct fixture *f = *state;
    uint64_t seed = 20260601;
    for (int run = 0; run < RUNS; run++) {
        char names[ACCOUNTS][32];
        int64_t now = on(2026, 1, 1) + (int64_t)(next_random(&seed) % 365) * DAY;
        for (int i = 0; i < ACCOUNTS; i++) {
            snprintf(names[i], sizeof names[i], "r%d-%d", run, i);
            new_account(f, names[i]);
        }
        for (int i = 0; i < CHANGES; i++) {
            const char *id = names[next_random(&seed) % ACCOUNTS];
            char subject[UUID_LENGTH + 1];
            uuid_v7(subject);
            now += ((int64_t)(next_random(&seed) % 60) - 10) * DAY;
            const struct ledger_terms terms = {random_amount(&seed), random_amount(&seed),
                                               next_random(&seed) % 3 ? UNLIMITED : random_amount(&seed),
                                               next_random(&seed) % 3 ? UNLIMITED : random_amount(&seed)};
            switch (next_random(&seed) % 4) {
            case 0:
                assert_int_equal(ledger_renew(f->db, id, &terms, now, &f->err), OK);
                break;
            case 1:
                ledger_adjust(f->db, id, (int64_t)(next_random(&seed) % 500) - 250,
                              (int64_t)(next_random(&seed) % 50) - 25, now, &f->err);
                break;
            default:
                charge(f, id, subject, next_random(&seed) % 2 ? (int64_t)(next_random(&seed) % 900) : 0, 1);
            }
            for (int k = 0; k < ACCOUNTS; k++)
                assert_sums(f, names[k]);
        }
    }
    assert_int_equal(number(f->db, "SELECT COUNT(*) FROM account WHERE credits_balance < 0 AND NOT EXISTS "
                                   "(SELECT 1 FROM ledger WHERE account_id = account.id AND kind = 'adjustment')"),
                     0); /* charges alone never overdraw credits */
}

/* --- reading --- */

static void the_ledger_is_listed_page_by_page(void **state)
{
    struct fixture *f = *state;
    new_account(f, "m");
    const struct ledger_terms terms = {100, 5, UNLIMITED, UNLIMITED};
    assert_int_equal(ledger_renew(f->db, "m", &terms, on(2026, 1, 1), &f->err), OK);
    assert_int_equal(ledger_charge(f->db, "m", "a", LEDGER_ARTICLE, 30, 0, on(2026, 1, 2), &f->err), OK);
    assert_int_equal(ledger_charge(f->db, "m", "r", LEDGER_LINK, 0, 1, on(2026, 1, 4), &f->err), OK);
    assert_int_equal(ledger_charge(f->db, "m", "b", LEDGER_ARTICLE, 40, 0, on(2026, 1, 3), &f->err), OK);
    static const char *const subjects[] = {"r", "b", "a", "m/2026-01"};
    struct ledger_entry *entries;
    size_t count, seen = 0;
    for (const char *before = NULL;; before = entries[count - 1].id) {
        assert_int_equal(ledger_list(f->db, f->arena, "m", NULL, before, 3, &entries, &count, &f->err), OK);
        if (!count)
            break;
        for (size_t i = 0; i < count; i++)
            assert_string_equal(entries[i].subject, subjects[seen++]);
    }
    assert_int_equal(seen, COUNT_OF(subjects));
    assert_int_equal(ledger_list(f->db, f->arena, "m", "a", NULL, 9, &entries, &count, &f->err), OK);
    assert_int_equal(count, 1);
    assert_int_equal(entries[0].kind, LEDGER_ARTICLE);
    assert_int_equal(entries[0].words, -30);
    assert_int_equal(entries[0].credits, 0);
    assert_int_equal(entries[0].created_at, on(2026, 1, 2));
    const char *foreign = entries[0].id;
    assert_int_equal(ledger_list(f->db, f->arena, "me", NULL, foreign, 9, &entries, &count, &f->err), OK);
    assert_int_equal(count, 0); /* it is another account's */
    assert_int_equal(ledger_list(f->db, f->arena, "me", "a", NULL, 9, &entries, &count, &f->err), OK);
    assert_int_equal(count, 0);
}

static void use_is_told_by_day(void **state)
{
    struct fixture *f = *state;
    int64_t day = on(2026, 1, 31);
    const struct {
        const char *subject;
        int64_t words, credits, at;
    } charges[] = {
        {"a", 30, 0, day}, {"b", 40, 0, day + DAY - 1}, {"r1", 0, 1, day + 5}, {"r2", 0, 1, day + DAY}, {"c", 5, 0, 0},
    };
    for (size_t i = 0; i < COUNT_OF(charges); i++)
        assert_int_equal(ledger_charge(f->db, "me", charges[i].subject, charges[i].words ? LEDGER_ARTICLE : LEDGER_LINK,
                                       charges[i].words, charges[i].credits, charges[i].at, &f->err),
                         OK);

    struct ledger_day *days;
    size_t count;
    if (ledger_days(f->db, f->arena, "me", 0, day + 2 * DAY, &days, &count, &f->err))
        fail_msg("%s", f->err.message);
    const struct ledger_day expected[] = {{0, 5, 0, 1, 0}, {day / DAY, 70, 1, 2, 1}, {day / DAY + 1, 0, 1, 0, 1}};
    assert_int_equal(count, COUNT_OF(expected));
    assert_memory_equal(days, expected, sizeof expected);
    assert_int_equal(ledger_days(f->db, f->arena, "me", day, day + DAY, &days, &count, &f->err), OK);
    assert_int_equal(count, 1);
    assert_memory_equal(days, &expected[1], sizeof expected[1]);
    assert_int_equal(ledger_days(f->db, f->arena, "you", 0, day + 2 * DAY, &days, &count, &f->err), OK);
    assert_int_equal(count, 0);
}

static void months_are_of_utc(void **state)
{
    (void)state;
    setenv("TZ", "Pacific/Kiritimati", 1); /* 14 hours ahead */
    tzset();
    int64_t last = on(2026, 12, 31) + DAY - 1;
    assert_int_equal(ledger_month(last), 202612);
    assert_int_equal(ledger_month(last + 1), 202701);
    assert_int_equal(ledger_month_end(last), last + 1);
    assert_int_equal(ledger_month_end(last + 1), on(2027, 2, 1));
    assert_int_equal(ledger_month(0), 197001);
    assert_string_equal(ledger_kind_word(0), "opening");
    assert_string_equal(ledger_kind_word(LEDGER_LINK), ledger_kind_name(LEDGER_LINK));
    assert_null(ledger_kind_word(LEDGER_KIND_COUNT));
}

/* --- older databases --- */

static const char accounts_of_version_7[] =
    "INSERT INTO account (id, words_left, credits_left, words_used, credits_used, plan) VALUES ('limited', 600, 9, "
    "400, 1, 'starter'), ('overdrawn', 0, 0, 1200, 10, 'starter'), "
    "('unlimited', NULL, NULL, 70, 2, 'professional'), ('half', 93, NULL, 7, 3, 'starter'), "
    "('fresh', 50, 5, 0, 0, 'starter');"
    "INSERT INTO api_key VALUES ('k1', 'limited', 'x', 'cd_', x'01', 500, 0), ('k2', 'limited', 'x', 'cd_', x'02', 90, "
    "0), ('k3', 'fresh', 'x', 'cd_', x'03', 80, 0), ('k4', 'half', 'x', 'cd_', x'04', 5000, 0);"
    "INSERT INTO ledger (subject, kind, account_id, words, credits, created_at) VALUES ('a1', 'article', 'limited', "
    "400, 0, 100), ('a2', 'article', 'limited', 0, 0, 110), "
    "('l1', 'link', 'limited', 0, 1, 120), ('a3', 'article', 'overdrawn', 1200, 0, 130), ('l2', 'link', 'overdrawn', "
    "0, 10, 140), ('a4', 'article', 'unlimited', 70, 0, 150), ('l3', 'link', 'unlimited', 0, 2, 160), "
    "('a5', 'article', 'half', 7, 0, 170), ('l4', 'link', 'half', 0, 3, 180), ('a6', 'article', 'unlimited', 0, 0, "
    "190);";

static void an_older_ledger_sums_up(void **state)
{
    static const char *const accounts[] = {"limited", "overdrawn", "unlimited", "half", "fresh"};
    struct fixture *f = *state;
    struct ledger_entry *entries;
    size_t count;
    make_old_database(f, 7, accounts_of_version_7);
    if (schema_migrate(f->db, &f->err))
        fail_msg("%s", f->err.message);
    assert_int_equal(db_begin(f->db, DB_WRITER, &f->err), OK);
    for (size_t i = 0; i < COUNT_OF(accounts); i++)
        assert_sums(f, accounts[i]);
    assert_left(f, "limited", 600, 9);
    assert_left(f, "overdrawn", 0, 0);
    assert_left(f, "unlimited", UNLIMITED, UNLIMITED);
    assert_left(f, "half", 93, UNLIMITED);
    assert_int_equal(ledger_list(f->db, f->arena, "limited", NULL, NULL, 9, &entries, &count, &f->err), OK);
    assert_int_equal(count, 3); /* without the article that cost nothing */
    assert_string_equal(entries[0].subject, "l1");
    assert_string_equal(entries[1].subject, "a1");
    assert_int_equal(entries[2].kind, LEDGER_OPENING);
    assert_int_equal(entries[2].words, 1000);
    assert_int_equal(entries[2].credits, 10);
    assert_int_equal(entries[2].created_at, 90);
    assert_int_equal(account(f, "half").created_at, 170); /* older than its key */
    assert_int_equal(account(f, "fresh").created_at, 80);
    assert_int_equal(number(f->db, "SELECT COUNT(*) FROM ledger WHERE words = 0 AND credits = 0"), 0);
    /* What the configuration says next is counted from what it gave before. */
    const struct {
        const char *id;
        int64_t words, credits, words_left, credits_left;
    } next[] = {{"limited", 1000, 10, 600, 9},
                {"fresh", 60, 5, 60, 5},
                {"overdrawn", 1000, 10, -200, 0},
                {"unlimited", 100, 2, 30, 0},
                {"half", 100, 13, 93, 10}};
    for (size_t i = 0; i < COUNT_OF(next); i++) {
        assert_int_equal(make_account_with(f->db, next[i].id, "starter", next[i].words, next[i].credits, &f->err), OK);
        assert_sums(f, next[i].id);
        assert_left(f, next[i].id, next[i].words_left, next[i].credits_left);
    }
    const struct ledger_terms monthly = {100, 10, UNLIMITED, UNLIMITED};
    assert_int_equal(ledger_renew(f->db, "fresh", &monthly, on(2026, 11, 1), &f->err), OK);
    assert_left(f, "fresh", 160, 15); /* it keeps what it had; the months before had nothing */
    assert_sums(f, "fresh");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up_database, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(charges_come_off_the_account),
        TEST(a_subject_is_charged_once_per_kind),
        TEST(words_may_be_overdrawn_and_credits_are_refused),
        TEST(unlimited_stays_unlimited),
        TEST(adjustments_are_given_to_what_is_limited),
        TEST(what_is_given_once_is_given_in_all),
        TEST(a_month_is_given_once_and_carries_over),
        TEST(months_that_went_by_are_given),
        TEST(a_clock_that_is_put_back_gives_nothing_twice),
        TEST(terms_change_within_a_month),
        TEST(past_months_follow_the_terms_that_held),
        TEST(limited_and_unlimited_in_any_order),
        TEST(any_order_sums_up),
        TEST(the_ledger_is_listed_page_by_page),
        TEST(use_is_told_by_day),
        cmocka_unit_test(months_are_of_utc),
        cmocka_unit_test_setup_teardown(an_older_ledger_sums_up, set_up_folder, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
