#include "store/account/account.h"
#include "store/db/db.h"

#include <stdio.h>
#include <time.h>

#define LEDGER_NAME(constant, name, summary) name,
static const char *const NAMES[] = {LEDGER_KINDS(LEDGER_NAME)};
#undef LEDGER_NAME

const char *ledger_kind_name(enum ledger_kind kind)
{
    return NAMES[kind];
}

const char *ledger_kind_word(size_t i)
{
    return i < COUNT_OF(NAMES) ? NAMES[i] : NULL;
}

/* Adds a row to what the account has left. Amounts that are unlimited stay so. */
static enum status ledger_add(struct db *db, const char *account_id, const char *subject, enum ledger_kind kind,
                              int64_t words, int64_t credits, int64_t now, struct error *err)
{
    char id[UUID_LENGTH + 1];
    uuid_v7_at(now, id);
    return db_queue(db,
                    "INSERT INTO ledger (id, account_id, kind, subject, words, credits, created_at) "
                    "VALUES ($1, $2, $3, $4, $5, $6, $7)",
                    DB_BIND(db_text(id), db_text(account_id), db_text(NAMES[kind]), db_text(subject), db_int(words),
                            db_int(credits), db_int(now)),
                    err);
}

/* --- charging --- */

/* Why nothing was taken off the account. */
static enum status refusal(struct db *db, const char *account_id, const char *subject, enum ledger_kind kind,
                           struct error *err)
{
    bool charged = false, known = false;
    enum status status = db_exists(db, "SELECT 1 FROM ledger WHERE subject = $1 AND kind = $2",
                                   DB_BIND(db_text(subject), db_text(NAMES[kind])), &charged, err);
    if (!status)
        status = db_exists(db, "SELECT 1 FROM account WHERE id = $1", DB_BIND(db_text(account_id)), &known, err);
    if (status)
        return status;
    if (charged)
        return error_set(err, E_CONFLICT, NULL, "%s is in the ledger already", subject);
    if (!known)
        return no_row(E_NOT_FOUND, "account", account_id, err);
    return error_set(err, E_LIMIT, NULL, "the account has not enough credits left");
}

/* Is never refused: that there is such a row already, or no such account, the ledger's keys say. */
static enum status charge_words(struct db *db, const char *account_id, const char *subject, enum ledger_kind kind,
                                int64_t words, int64_t now, struct error *err)
{
    enum status status = ledger_add(db, account_id, subject, kind, -words, 0, now, err);
    if (status)
        return status;
    return db_queue(db,
                    "UPDATE account SET words_used = words_used + $2, words_balance = words_balance - $2 WHERE id = $1",
                    DB_BIND(db_text(account_id), db_int(words)), err);
}

enum status ledger_charge(struct db *db, const char *account_id, const char *subject, enum ledger_kind kind,
                          int64_t words, int64_t credits, int64_t now, struct error *err)
{
    int64_t changed = 0;
    if (!words && !credits)
        return OK;
    if (!credits)
        return charge_words(db, account_id, subject, kind, words, now, err);
    enum status status =
        db_run(db,
               "UPDATE account SET words_used = words_used + $2, credits_used = credits_used + $3, "
               "words_balance = words_balance - $2, credits_balance = credits_balance - $3 "
               "WHERE id = $1 AND ($3 = 0 OR credits_balance IS NULL OR credits_balance >= $3) "
               "AND NOT EXISTS (SELECT 1 FROM ledger WHERE subject = $4 AND kind = $5)",
               DB_BIND(db_text(account_id), db_int(words), db_int(credits), db_text(subject), db_text(NAMES[kind])),
               &changed, err);
    if (status)
        return status;
    if (!changed)
        return refusal(db, account_id, subject, kind, err);
    return ledger_add(db, account_id, subject, kind, -words, -credits, now, err);
}

/* --- giving --- */

/* Adds a row that changes both amounts by what it says, none for nothing; what is unlimited stays so. subject NULL: one
 * of its own, so that there may be any number of such rows. E_CONFLICT: there is this row. */
static enum status ledger_give(struct db *db, const char *account_id, const char *subject, enum ledger_kind kind,
                               int64_t words, int64_t credits, int64_t now, struct error *err)
{
    char own[UUID_LENGTH + 1];
    if (!words && !credits)
        return OK;
    uuid_v7(own);
    enum status status = db_run(db,
                                "UPDATE account SET words_balance = words_balance + $2, "
                                "credits_balance = credits_balance + $3 WHERE id = $1",
                                DB_BIND(db_text(account_id), db_int(words), db_int(credits)), NULL, err);
    return status ? status : ledger_add(db, account_id, subject ? subject : own, kind, words, credits, now, err);
}

enum status ledger_adjust(struct db *db, const char *account_id, int64_t words, int64_t credits, int64_t now,
                          struct error *err)
{
    struct arena *arena = arena_new();
    struct account account;
    if (!arena)
        return error_memory(err);
    enum status status = account_get(db, arena, account_id, &account, err);
    if (!status && ((words && !account.has_words) || (credits && !account.has_credits)))
        status = error_set(err, E_INVALID, NULL, "the %s of account %s are unlimited: give it a monthly amount first",
                           words && !account.has_words ? "words" : "credits", account_id);
    if (!status)
        status = ledger_give(db, account_id, NULL, LEDGER_ADJUSTMENT, words, credits, now, err);
    arena_free(arena);
    return status;
}

/* --- reading --- */

static const struct db_column ENTRY_COLUMNS[] = {
    COLUMN(struct ledger_entry, id, COLUMN_READ),
    COLUMN(struct ledger_entry, account_id, COLUMN_READ),
    COLUMN_ENUM(struct ledger_entry, kind, NAMES, COLUMN_READ),
    COLUMN(struct ledger_entry, subject, COLUMN_READ),
    COLUMN(struct ledger_entry, words, COLUMN_READ),
    COLUMN(struct ledger_entry, credits, COLUMN_READ),
    COLUMN(struct ledger_entry, created_at, COLUMN_READ),
};

static void read_article_name(struct db_row *row, void *out)
{
    struct ledger_entry *entry = out;
    entry->article_name = row_article_name(row);
}

static const struct db_table ENTRIES = {TABLE_OF(struct ledger_entry, ENTRY_COLUMNS), .read_more = read_article_name};

enum status ledger_list(struct db *db, struct arena *arena, const char *account_id, const char *subject,
                        const char *before, size_t limit, struct ledger_entry **entries, size_t *count,
                        struct error *err)
{
    return table_all(
        db, &ENTRIES,
        "SELECT $*, " ARTICLE_NAME(
            "ledger.subject") " FROM ledger WHERE account_id = $1 "
                              "AND (CAST($2 AS TEXT) IS NULL OR subject = $2) AND (CAST($3 AS TEXT) IS NULL OR "
                              "(created_at, id) < (SELECT created_at, id FROM ledger WHERE id = $3 AND account_id = "
                              "$1)) "
                              "ORDER BY created_at DESC, id DESC LIMIT $4",
        DB_BIND(db_text(account_id), db_text(subject), db_text(before), db_int((int64_t)limit)), arena, entries, count,
        err);
}

static const struct db_table DAYS = {
    QUERY_OF(struct ledger_day, READ_AS(struct ledger_day, day, "created_at / 86400000"),
             READ_AS(struct ledger_day, words, "-SUM(words)"), READ_AS(struct ledger_day, credits, "-SUM(credits)"),
             READ_AS(struct ledger_day, articles, "SUM(CASE WHEN kind = 'article' THEN 1 ELSE 0 END)"),
             READ_AS(struct ledger_day, links, "SUM(CASE WHEN kind = 'link' THEN 1 ELSE 0 END)"))};

enum status ledger_days(struct db *db, struct arena *arena, const char *account_id, int64_t from, int64_t to,
                        struct ledger_day **days, size_t *count, struct error *err)
{
    return table_all(db, &DAYS,
                     "SELECT $* FROM ledger WHERE account_id = $1 AND created_at >= $2 AND created_at < $3 "
                     "AND kind IN ('article', 'link') AND (words <> 0 OR credits <> 0) "
                     "GROUP BY created_at / 86400000 ORDER BY created_at / 86400000",
                     DB_BIND(db_text(account_id), db_int(from), db_int(to)), arena, days, count, err);
}

/* --- months, for what is given by month and once --- */

enum {
    MONTHS_AT_ONCE = 12, /* so that a clock that begins in 1970 gives away no more */
    SUBJECT_SIZE = ACCOUNT_ID_MAX + 40
};

int ledger_month(int64_t now)
{
    time_t seconds = (time_t)(now / 1000);
    struct tm date;
    return gmtime_r(&seconds, &date) ? (date.tm_year + 1900) * 100 + date.tm_mon + 1 : 0;
}

static int next_month(int month)
{
    return month % 100 == 12 ? month + 89 : month + 1;
}

static int months_before(int month, int count)
{
    int months = month / 100 * 12 + month % 100 - 1 - count;
    return months / 12 * 100 + months % 12 + 1;
}

int64_t ledger_month_end(int64_t now)
{
    int month = next_month(ledger_month(now));
    struct tm date = {.tm_year = month / 100 - 1900, .tm_mon = month % 100 - 1, .tm_mday = 1};
    return (int64_t)timegm(&date) * 1000;
}

/* --- what is due --- */

/* How an account stood when it was renewed last. */
struct standing {
    int month;                        /* the last one that is in the ledger; 0: none is */
    int64_t words, credits;           /* by month, as they were then */
    int64_t once_words, once_credits; /* given once so far */
    bool has_words, has_credits;
};

static const struct db_table STANDINGS = {QUERY_OF(
    struct standing, READ_AS(struct standing, month, "granted_month"), READ_AS(struct standing, words, "applied_words"),
    READ_AS(struct standing, credits, "applied_credits"), READ(struct standing, once_words),
    READ(struct standing, once_credits), READ_AS(struct standing, has_words, "words_balance IS NOT NULL"),
    READ_AS(struct standing, has_credits, "credits_balance IS NOT NULL"))};

static enum status get_standing(struct db *db, const char *account_id, struct standing *standing, struct error *err)
{
    enum status status = table_one(db, &STANDINGS, "SELECT $* FROM account WHERE id = $1", DB_BIND(db_text(account_id)),
                                   NULL, standing, err);
    return no_row(status, "account", account_id, err);
}

static bool is_new(int64_t once, int64_t given)
{
    return once != AMOUNT_UNLIMITED && once != given;
}

static bool is_due(const struct standing *was, const struct ledger_terms *terms, int64_t now)
{
    return ledger_month(now) > was->month || terms->monthly_words != was->words ||
           terms->monthly_credits != was->credits || is_new(terms->words, was->once_words) ||
           is_new(terms->credits, was->once_credits);
}

enum status ledger_is_due(struct db *db, const char *account_id, const struct ledger_terms *terms, int64_t now,
                          bool *due, struct error *err)
{
    struct standing was;
    enum status status = get_standing(db, account_id, &was, err);
    if (!status)
        *due = is_due(&was, terms, now);
    return status;
}

/* --- renewing --- */

struct amounts {
    int64_t words, credits, rows;
};

static const struct db_table AMOUNTS = {
    QUERY_OF(struct amounts, READ_AS(struct amounts, words, "COALESCE(SUM(words), 0)"),
             READ_AS(struct amounts, credits, "COALESCE(SUM(credits), 0)"), READ_AS(struct amounts, rows, "COUNT(*)"))};

#define SUMS "SELECT $* FROM ledger WHERE "

static int64_t by_month(int64_t amount)
{
    return amount == AMOUNT_UNLIMITED ? 0 : amount;
}

static int64_t at_least_0(int64_t amount)
{
    return amount > 0 ? amount : 0;
}

/* What the month is short of by these amounts. Rows of it: ACCOUNT/2026-11, and ACCOUNT/2026-11/2 where it had to be
 * raised. */
static enum status fill_month(struct db *db, const char *account_id, int month, int64_t words, int64_t credits,
                              int64_t now, struct error *err)
{
    struct amounts given;
    char first[SUBJECT_SIZE], behind[SUBJECT_SIZE + 1], subject[SUBJECT_SIZE + 24];
    snprintf(first, sizeof first, "%s/%04d-%02d", account_id, month / 100, month % 100);
    snprintf(behind, sizeof behind, "%s0", first); /* '0' follows '/' */
    enum status status = table_one(db, &AMOUNTS, SUMS "kind = 'month' AND subject >= $1 AND subject < $2",
                                   DB_BIND(db_text(first), db_text(behind)), NULL, &given, err);
    if (status)
        return status;
    if (given.rows)
        snprintf(subject, sizeof subject, "%s/%lld", first, (long long)given.rows + 1);
    else
        snprintf(subject, sizeof subject, "%s", first);
    return ledger_give(db, account_id, subject, LEDGER_MONTH, at_least_0(by_month(words) - given.words),
                       at_least_0(by_month(credits) - given.credits), now, err);
}

/* The months that went by since the last time, by the terms that held then. */
static enum status fill_past(struct db *db, const char *account_id, const struct standing *was, int present,
                             int64_t now, struct error *err)
{
    int first = months_before(present, MONTHS_AT_ONCE - 1);
    enum status status = OK;
    if (!was->month)
        return OK;
    for (int month = next_month(was->month); !status && month < present; month = next_month(month))
        if (month >= first)
            status = fill_month(db, account_id, month, was->words, was->credits, now, err);
    return status;
}

/* What is to be added so that everything that was given once is `once`, and what was used while the amount was
 * unlimited is not owed unless it comes off that. */
static int64_t missing_of_once(int64_t once, int64_t given, bool becomes_limited, int64_t sum)
{
    if (once != AMOUNT_UNLIMITED)
        return once - given;
    return becomes_limited ? at_least_0(-sum) : 0;
}

/* Makes the amounts limited or unlimited, and right what was given once. */
static enum status apply_terms(struct db *db, const char *account_id, const struct standing *was,
                               const struct ledger_terms *terms, int64_t now, struct error *err)
{
    struct amounts sum = {0};
    enum status status = OK;
    bool has_words = terms->words != AMOUNT_UNLIMITED || terms->monthly_words != AMOUNT_UNLIMITED;
    bool has_credits = terms->credits != AMOUNT_UNLIMITED || terms->monthly_credits != AMOUNT_UNLIMITED;
    bool words_begin = has_words && !was->has_words, credits_begin = has_credits && !was->has_credits;
    if (words_begin || credits_begin)
        status = table_one(db, &AMOUNTS, SUMS "account_id = $1", DB_BIND(db_text(account_id)), NULL, &sum, err);
    if (!status)
        status = db_run(
            db,
            "UPDATE account SET words_balance = CASE WHEN $2 = 0 THEN NULL ELSE COALESCE(words_balance, $3) END, "
            "credits_balance = CASE WHEN $4 = 0 THEN NULL ELSE COALESCE(credits_balance, $5) END, "
            "once_words = $6, once_credits = $7 WHERE id = $1",
            DB_BIND(db_text(account_id), db_int(has_words), db_int(sum.words), db_int(has_credits), db_int(sum.credits),
                    db_int(terms->words == AMOUNT_UNLIMITED ? was->once_words : terms->words),
                    db_int(terms->credits == AMOUNT_UNLIMITED ? was->once_credits : terms->credits)),
            NULL, err);
    int64_t words = missing_of_once(terms->words, was->once_words, words_begin, sum.words);
    int64_t credits = missing_of_once(terms->credits, was->once_credits, credits_begin, sum.credits);
    return status ? status : ledger_give(db, account_id, NULL, LEDGER_ADJUSTMENT, words, credits, now, err);
}

enum status ledger_renew(struct db *db, const char *account_id, const struct ledger_terms *terms, int64_t now,
                         struct error *err)
{
    struct standing was;
    enum status status = get_standing(db, account_id, &was, err);
    if (status || !is_due(&was, terms, now))
        return status;
    int present = ledger_month(now) > was.month ? ledger_month(now) : was.month; /* the clock may be put back */
    status = fill_past(db, account_id, &was, present, now, err);
    if (!status)
        status = apply_terms(db, account_id, &was, terms, now, err);
    if (!status)
        status = fill_month(db, account_id, present, terms->monthly_words, terms->monthly_credits, now, err);
    if (!status)
        status = db_run(
            db, "UPDATE account SET granted_month = $2, applied_words = $3, applied_credits = $4 WHERE id = $1",
            DB_BIND(db_text(account_id), db_int(present), db_int(terms->monthly_words), db_int(terms->monthly_credits)),
            NULL, err);
    return status;
}
