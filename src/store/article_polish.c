/* A finished article that is to be polished: a job like the writing, with the same leases. */
#include "store/article.h"
#include "store/lease.h"
#include "store/step.h"

enum status article_polish(struct db *db, const char *account_id, const char *id, const char *settings, int64_t now,
                           struct error *err)
{
    int64_t changed = 0;
    bool exists = false, asked = false;
    enum status status =
        db_run(db,
               "UPDATE article SET polish = $3, polish_asked_at = $4, polish_attempts = 0, detail = 'Polishing', "
               "worker = '', lease_until = 0, updated_at = $4, version = version + 1 "
               "WHERE id = $1 AND account_id = $2 AND state = 'finished' AND polish IS NULL",
               DB_BIND(db_text(id), db_text(account_id), db_text(settings), db_int(now)), &changed, err);
    if (status || changed)
        return status ? status : polishing_changed(db, account_id, err);
    status = db_exists(db, "SELECT 1 FROM article WHERE id = $1 AND account_id = $2",
                       DB_BIND(db_text(id), db_text(account_id)), &exists, err);
    if (!status)
        status = db_exists(db, "SELECT 1 FROM article WHERE id = $1 AND polish = $2",
                           DB_BIND(db_text(id), db_text(settings)), &asked, err);
    if (status || (exists && asked))
        return status;
    if (!exists)
        return error_set(err, E_NOT_FOUND, NULL, "there is no article %s", id);
    return error_set(err, E_CONFLICT, NULL, "the article is not finished, or is being polished in another way");
}

enum status polish_end(struct db *db, const struct lease *lease, const char *polished, const char *notes, int64_t now,
                       struct error *err)
{
    enum status status =
        lease_run(db,
                  "UPDATE article SET polished_html = COALESCE($4, polished_html), notes = $5, detail = 'Finished', "
                  "polish = NULL, worker = '', lease_until = 0, updated_at = $6, version = version + 1 "
                  "WHERE " LEASE_POLISHES,
                  DB_BIND(LEASE_VALUES(lease), db_text(polished), db_text(notes), db_int(now)), err);
    if (!status)
        status = db_run(db,
                        "UPDATE account SET polishing_since = " POLISHING_SINCE(
                            "account.id") " WHERE id = (SELECT account_id FROM article WHERE id = $1)",
                        DB_BIND(db_text(lease->article_id)), NULL, err);
    return status ? status : steps_forget(db, lease->article_id, err);
}
