#include "store/db/db.h"
#include "store/store.h"

/* Why nothing was taken off the account. */
static enum status refusal(struct db *db, const char *account_id, const char *subject, const char *kind,
                           struct error *err)
{
    bool charged = false, known = false;
    enum status status = db_exists(db, "SELECT 1 FROM ledger WHERE subject = $1 AND kind = $2",
                                   DB_BIND(db_text(subject), db_text(kind)), &charged, err);
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

/* Words may be overdrawn, since the length of an article is known only when it is written; words_left is 0 then. */
enum status ledger_add(struct db *db, const char *account_id, const char *subject, const char *kind, int64_t words,
                       int64_t credits, int64_t now, struct error *err)
{
    int64_t changed = 0;
    enum status status = db_run(
        db,
        "UPDATE account SET words_used = words_used + $2, credits_used = credits_used + $3, "
        "words_left = CASE WHEN words_left < $2 THEN 0 ELSE words_left - $2 END, "
        "credits_left = credits_left - $3 "
        "WHERE id = $1 AND (credits_left IS NULL OR credits_left >= $3) "
        "AND NOT EXISTS (SELECT 1 FROM ledger WHERE subject = $4 AND kind = $5)",
        DB_BIND(db_text(account_id), db_int(words), db_int(credits), db_text(subject), db_text(kind)), &changed, err);
    if (status)
        return status;
    if (!changed)
        return refusal(db, account_id, subject, kind, err);
    return db_run(
        db,
        "INSERT INTO ledger (subject, kind, account_id, words, credits, created_at) "
        "VALUES ($1, $2, $3, $4, $5, $6)",
        DB_BIND(db_text(subject), db_text(kind), db_text(account_id), db_int(words), db_int(credits), db_int(now)),
        NULL, err);
}
