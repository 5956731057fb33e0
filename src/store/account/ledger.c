#include "store/account/ledger.h"

#include "store/account/account.h"
#include "store/db/article_name.h"

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
        return error_set(err, E_NOT_FOUND, NULL, "there is no account %s", account_id);
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

enum status ledger_give(struct db *db, const char *account_id, const char *subject, enum ledger_kind kind,
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

static void ledger_read_entry(struct db_row *row, void *out)
{
    struct ledger_entry *entry = out;
    entry->id = row_text(row);
    entry->account_id = row_text(row);
    entry->kind = (enum ledger_kind)row_name(row, NAMES, COUNT_OF(NAMES));
    entry->subject = row_text(row);
    entry->words = row_int(row);
    entry->credits = row_int(row);
    entry->created_at = row_int(row);
    entry->article_name = row_article_name(row);
}

enum status ledger_list(struct db *db, struct arena *arena, const char *account_id, const char *subject,
                        const char *before, size_t limit, struct ledger_entry **entries, size_t *count,
                        struct error *err)
{
    struct db_list list = {.arena = arena, .read = ledger_read_entry, .size = sizeof(struct ledger_entry)};
    enum status status =
        db_all(db,
               "SELECT id, account_id, kind, subject, words, credits, created_at, " ARTICLE_NAME(
                   "ledger.subject") " FROM ledger "
                                     "WHERE account_id = $1 AND (CAST($2 AS TEXT) IS NULL OR subject = $2) AND "
                                     "(CAST($3 AS TEXT) IS NULL "
                                     "OR (created_at, id) < (SELECT created_at, id FROM ledger WHERE id = $3 AND "
                                     "account_id = $1)) "
                                     "ORDER BY created_at DESC, id DESC LIMIT $4",
               DB_BIND(db_text(account_id), db_text(subject), db_text(before), db_int((int64_t)limit)), &list, err);
    *entries = list.items;
    *count = list.count;
    return status;
}

static void read_day(struct db_row *row, void *out)
{
    struct ledger_day *day = out;
    day->day = row_int(row);
    day->words = row_int(row);
    day->credits = row_int(row);
    day->articles = row_int(row);
    day->links = row_int(row);
}

enum status ledger_days(struct db *db, struct arena *arena, const char *account_id, int64_t from, int64_t to,
                        struct ledger_day **days, size_t *count, struct error *err)
{
    struct db_list list = {.arena = arena, .read = read_day, .size = sizeof(struct ledger_day)};
    enum status status =
        db_all(db,
               "SELECT created_at / 86400000, -SUM(words), -SUM(credits), "
               "SUM(CASE WHEN kind = 'article' THEN 1 ELSE 0 END), SUM(CASE WHEN kind = 'link' THEN 1 ELSE 0 END) "
               "FROM ledger WHERE account_id = $1 AND created_at >= $2 AND created_at < $3 "
               "AND kind IN ('article', 'link') AND (words <> 0 OR credits <> 0) "
               "GROUP BY created_at / 86400000 ORDER BY created_at / 86400000",
               DB_BIND(db_text(account_id), db_int(from), db_int(to)), &list, err);
    *days = list.items;
    *count = list.count;
    return status;
}
