#include "store/db/db.h"

#include <stdlib.h>

static const char schema[] = {
#include "schema.inc"
    0};

static const char MARK[] = "\n-- version ";

enum { FIRST_BESIDE = 10 }; /* the version from which on schema_version has that column */

struct schema_part {
    struct str sql;
    int64_t beside; /* the oldest program that may go on with it */
};

static int64_t read_beside(const char *mark, int64_t version)
{
    static const char word[] = ", beside ";
    const char *said = mark + strcspn(mark, ",\n");
    return strncmp(said, word, sizeof word - 1) == 0 ? strtoll(said + sizeof word - 1, NULL, 10) : version;
}

/* The part of the schema that makes `version`: from behind its mark line to the next mark. False when there is none. */
static bool find_part(int64_t version, struct schema_part *part)
{
    const char *mark = schema;
    while ((mark = strstr(mark, MARK))) {
        mark += sizeof MARK - 1;
        if (strtoll(mark, NULL, 10) != version)
            continue;
        const char *start = strchr(mark, '\n');
        const char *end = strstr(start, MARK);
        part->sql = (struct str){start, end ? (size_t)(end - start) : strlen(start)};
        part->beside = read_beside(mark, version);
        return true;
    }
    return false;
}

int64_t schema_newest(void)
{
    struct schema_part part;
    int64_t newest = 0;
    while (find_part(newest + 1, &part))
        newest++;
    return newest;
}

static const char NEWEST_ROW[] = "SELECT COALESCE(MAX(version), 0) FROM schema_version";

enum status schema_version(struct db *db, int64_t *version, struct error *err)
{
    enum status status = db_number(db, NEWEST_ROW, DB_NOTHING, version, err);
    bool is_foreign = status == E_INTERNAL || (!status && *version < 1);
    return is_foreign ? error_set(err, E_INVALID, NULL, "the database was not written by copydesk") : status;
}

static enum status current_version(struct db *db, int64_t *version, struct error *err)
{
    enum status status = db_run(db,
                                "CREATE TABLE IF NOT EXISTS schema_version (version BIGINT PRIMARY KEY NOT NULL, "
                                "migrated_at BIGINT NOT NULL)",
                                DB_NOTHING, NULL, err);
    if (status)
        return status;
    return db_number(db, NEWEST_ROW, DB_NOTHING, version, err);
}

static enum status run_part(struct db *db, struct str sql, struct error *err)
{
    struct arena *arena = arena_new();
    char *text = arena ? arena_copy_n(arena, sql.data, sql.len) : NULL;
    enum status status = text ? db_script(db, text, err) : error_memory(err);
    arena_free(arena);
    return status;
}

static enum status apply(struct db *db, int64_t version, const struct schema_part *part, struct error *err)
{
    const struct db_values row = DB_BIND(db_int(version), db_int(db_now(db)), db_int(part->beside));
    enum status status = run_part(db, part->sql, err);
    if (status)
        return status;
    if (version < FIRST_BESIDE)
        return db_run(db, "INSERT INTO schema_version (version, migrated_at) VALUES ($1, $2)",
                      (struct db_values){row.items, 2}, NULL, err);
    return db_run(db, "INSERT INTO schema_version (version, migrated_at, beside) VALUES ($1, $2, $3)", row, NULL, err);
}

static enum status check_newer(struct db *db, int64_t version, struct error *err)
{
    int64_t beside = 0;
    enum status status =
        db_number(db, "SELECT beside FROM schema_version WHERE version = $1", DB_BIND(db_int(version)), &beside, err);
    if (status || (beside && beside <= schema_newest()))
        return status;
    return error_set(err, E_INVALID, "newer_schema",
                     "the database was written by a newer copydesk (schema version %lld): use that version, or another "
                     "data folder",
                     (long long)version);
}

/* Inside a transaction: migrates by one version. *done: the database is up to date. */
static enum status migrate_once(struct db *db, bool *done, struct error *err)
{
    int64_t version = 0;
    struct schema_part part;
    enum status status = current_version(db, &version, err);
    if (status)
        return status;
    *done = version >= schema_newest();
    if (version > schema_newest())
        return check_newer(db, version, err);
    return *done || !find_part(version + 1, &part) ? OK : apply(db, version + 1, &part, err);
}

enum status schema_migrate(struct db *writer, struct error *err)
{
    bool done = false;
    enum status status = db_begin(writer, DB_WRITER, err);
    while (!status && !done)
        status = migrate_once(writer, &done, err);
    if (!status)
        status = db_commit(writer, err);
    if (status)
        db_rollback(writer);
    return status;
}
