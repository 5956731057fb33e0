#include "store/notices/glance.h"

#include "store/db/db.h"

/* Of EXISTS PostgreSQL would make a join with all that is in line (article_claim.c). */
#define WAITS(since, waiting)                                                                                          \
    "SELECT 1 AS found FROM account c WHERE c." since " IS NOT NULL AND c.state = 'active' AND (SELECT a.id FROM "     \
    "article a WHERE " waiting " AND a.account_id = c.id AND a.lease_until <= $1 LIMIT 1) IS NOT NULL"

static const char WORK[] =
    "SELECT found FROM (" WAITS("writing_since", "a.state IN ('queued', 'processing')") " UNION ALL " WAITS(
        "polishing_since", "a.polish IS NOT NULL") ") line LIMIT 1";

enum status glance_work(struct db *db, bool *is_due, struct error *err)
{
    return db_exists(db, WORK, DB_BIND(db_int(db_now(db))), is_due, err);
}

static void glance_read_version(struct db_row *row, void *out)
{
    struct glance_version *version = out;
    version->id = row_text(row);
    version->version = row_text(row);
}

/* Of UUIDs, which have nothing that JSON would escape. */
static void glance_write_list(const char *const *ids, size_t count, struct buf *out)
{
    buf_char(out, '[');
    for (size_t i = 0; i < count; i++)
        buf_printf(out, "%s\"%s\"", i ? "," : "", ids[i]);
    buf_char(out, ']');
}

enum status glance_versions(struct db *db, struct arena *arena, const char *const *ids, size_t count,
                            struct glance_version **versions, size_t *found, struct error *err)
{
    struct db_list list = {.arena = arena, .read = glance_read_version, .size = sizeof(struct glance_version)};
    struct buf wanted = {0};
    const char *values = db->driver->json_values;
    glance_write_list(ids, count, &wanted);
    const char *sql =
        arena_printf(arena,
                     "SELECT id, CAST(version AS TEXT) FROM article WHERE id IN (SELECT value FROM %s) "
                     "UNION ALL SELECT id, CAST(updated_at AS TEXT) || '.' || CAST(pages_version AS TEXT) "
                     "|| '.' || state FROM domain WHERE id IN (SELECT value FROM %s)",
                     values, values);
    enum status status = sql && !wanted.failed ? OK : error_memory(err);
    if (status == OK)
        status = db_all(db, sql, DB_BIND(db_text(buf_text(&wanted))), &list, err);
    *versions = list.items;
    *found = list.count;
    buf_free(&wanted);
    return status;
}
