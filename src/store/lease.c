#include "store/lease.h"

enum status lease_run(struct db *db, const char *sql, struct db_values values, struct error *err)
{
    int64_t changed = 0;
    enum status status = db_run(db, sql, values, &changed, err);
    if (status || changed)
        return status;
    return error_set(err, E_CONFLICT, "lease_lost", "the article is no longer this worker's");
}
