#include "store/ledger.h"

#include "store/account.h"
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

/* Adds a row to what the account has left. Amounts that are unlimited stay so. */
static enum status add(struct db *db, const char *account_id, const char *subject, enum ledger_kind kind, int64_t words,
                       int64_t credits, int64_t now, struct error *err)
{
    char id[UUID_LENGTH + 1];
    uuid_v7(id);
    return db_run(db,
                  "INSERT INTO ledger (id, account_id, kind, subject, words, credits, created_at) "
                  "VALUES ($1, $2, $3, $4, $5, $6, $7)",
                  DB_BIND(db_text(id), db_text(account_id), db_text(NAMES[kind]), db_text(subject), db_int(words),
                          db_int(credits), db_int(now)),
                  NULL, err);
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
        return error_set(err, E_NOT_FOUND, NULL, "there is no account %s", account_id);
    return error_set(err, E_LIMIT, NULL, "the account has not enough credits left");
}

enum status ledger_charge(struct db *db, const char *account_id, const char *subject, enum ledger_kind kind,
                          int64_t words, int64_t credits, int64_t now, struct error *err)
{
    int64_t changed = 0;
    if (!words && !credits)
        return OK;
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
    return add(db, account_id, subject, kind, -words, -credits, now, err);
}

/* --- giving --- */

/* A row that changes both amounts by what it says; unlimited ones stay so. */
static enum status give(struct db *db, const char *account_id, const char *subject, enum ledger_kind kind,
                        int64_t words, int64_t credits, int64_t now, struct error *err)
{
    if (!words && !credits)
        return OK;
    enum status status = db_run(db,
                                "UPDATE account SET words_balance = words_balance + $2, "
                                "credits_balance = credits_balance + $3 WHERE id = $1",
                                DB_BIND(db_text(account_id), db_int(words), db_int(credits)), NULL, err);
    return status ? status : add(db, account_id, subject, kind, words, credits, now, err);
}

/* An adjustment has a subject of its own: there may be any number of them. */
static enum status adjust(struct db *db, const char *account_id, int64_t words, int64_t credits, int64_t now,
                          struct error *err)
{
    char subject[UUID_LENGTH + 1];
    uuid_v7(subject);
    return give(db, account_id, subject, LEDGER_ADJUSTMENT, words, credits, now, err);
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
        status = adjust(db, account_id, words, credits, now, err);
    arena_free(arena);
    return status;
}

/* --- months --- */

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

/* What the ledger sums to: of all rows, and of those that are neither months nor charges. */
struct sums {
    int64_t words, credits, given_words, given_credits;
};

static void read_sums(struct db_row *row, void *out)
{
    struct sums *sums = out;
    sums->words = row_int(row);
    sums->credits = row_int(row);
    sums->given_words = row_int(row);
    sums->given_credits = row_int(row);
}

static enum status read_ledger(struct db *db, const char *account_id, struct sums *sums, struct error *err)
{
    return db_one(db,
                  "SELECT COALESCE(SUM(words), 0), COALESCE(SUM(credits), 0), "
                  "COALESCE(SUM(CASE WHEN kind IN ('opening', 'adjustment') THEN words ELSE 0 END), 0), "
                  "COALESCE(SUM(CASE WHEN kind IN ('opening', 'adjustment') THEN credits ELSE 0 END), 0) "
                  "FROM ledger WHERE account_id = $1",
                  DB_BIND(db_text(account_id)), NULL, read_sums, sums, err);
}

static struct db_value limit(bool is_limited, int64_t amount)
{
    return is_limited ? db_int(amount) : db_text(NULL);
}

/* By how much what was given once is to change; sum: of the ledger, of an account that becomes limited. */
static int64_t missing(int64_t once, int64_t given, bool becomes_limited, int64_t sum)
{
    if (once != AMOUNT_UNLIMITED)
        return once - given;
    return becomes_limited ? -sum : 0;
}

/* Makes the amounts limited or unlimited, and right what was given once. */
static enum status apply_terms(struct db *db, const struct account *account, const struct ledger_terms *terms,
                               int64_t now, struct error *err)
{
    struct sums sums;
    bool has_words = terms->words != AMOUNT_UNLIMITED || terms->monthly_words != AMOUNT_UNLIMITED;
    bool has_credits = terms->credits != AMOUNT_UNLIMITED || terms->monthly_credits != AMOUNT_UNLIMITED;
    enum status status = read_ledger(db, account->id, &sums, err);
    if (!status)
        status = db_run(db, "UPDATE account SET words_balance = $2, credits_balance = $3 WHERE id = $1",
                        DB_BIND(db_text(account->id), limit(has_words, sums.words), limit(has_credits, sums.credits)),
                        NULL, err);
    int64_t words = missing(terms->words, sums.given_words, has_words && !account->has_words, sums.words);
    int64_t credits = missing(terms->credits, sums.given_credits, has_credits && !account->has_credits, sums.credits);
    return status ? status : adjust(db, account->id, words, credits, now, err);
}

/* The rows of the months that have begun. */
static enum status give_months(struct db *db, const struct account *account, const struct ledger_terms *terms,
                               int64_t now, struct error *err)
{
    int64_t words = terms->monthly_words == AMOUNT_UNLIMITED ? 0 : terms->monthly_words;
    int64_t credits = terms->monthly_credits == AMOUNT_UNLIMITED ? 0 : terms->monthly_credits;
    int present = ledger_month(now);
    enum status status = OK;
    for (int month = account->granted_month ? next_month(account->granted_month) : present; !status && month <= present;
         month = next_month(month)) {
        char subject[ACCOUNT_ID_MAX + 16];
        snprintf(subject, sizeof subject, "%s/%04d-%02d", account->id, month / 100, month % 100);
        status = give(db, account->id, subject, LEDGER_MONTH, words, credits, now, err);
    }
    if (!status && present > account->granted_month)
        status = db_run(db, "UPDATE account SET granted_month = $2 WHERE id = $1",
                        DB_BIND(db_text(account->id), db_int(present)), NULL, err);
    return status;
}

enum status ledger_renew(struct db *db, const char *account_id, const struct ledger_terms *terms, int64_t now,
                         struct error *err)
{
    struct arena *arena = arena_new();
    struct account account;
    if (!arena)
        return error_memory(err);
    enum status status = account_get(db, arena, account_id, &account, err);
    if (!status)
        status = apply_terms(db, &account, terms, now, err);
    if (!status)
        status = give_months(db, &account, terms, now, err);
    arena_free(arena);
    return status;
}
