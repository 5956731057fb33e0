#include "store/db/schema.h"

#include <stdlib.h>

static const char schema[] = {
#include "schema.inc"
    0};

static const char MARK[] = "\n-- version ";

/* The part of the schema that makes `version`: from behind its mark line to the next mark. False when there is none. */
static bool find_part(int64_t version, struct str *part)
{
    const char *mark = schema;
    while ((mark = strstr(mark, MARK))) {
        mark += sizeof MARK - 1;
        if (strtoll(mark, NULL, 10) != version)
            continue;
        const char *start = strchr(mark, '\n');
        const char *end = strstr(start, MARK);
        *part = (struct str){start, end ? (size_t)(end - start) : strlen(start)};
        return true;
    }
    return false;
}

static void read_version(struct db_row *row, void *out)
{
    *(int64_t *)out = row_int(row);
}

int64_t schema_newest(void)
{
    struct str part;
    int64_t newest = 0;
    while (find_part(newest + 1, &part))
        newest++;
    return newest;
}

static const char NEWEST_ROW[] = "SELECT COALESCE(MAX(version), 0) FROM schema_version";

enum status schema_version(struct db *db, int64_t *version, struct error *err)
{
    enum status status = db_one(db, NEWEST_ROW, DB_NOTHING, NULL, read_version, version, err);
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
    return db_one(db, NEWEST_ROW, DB_NOTHING, NULL, read_version, version, err);
}

static enum status apply(struct db *db, int64_t version, struct str part, struct error *err)
{
    struct arena *arena = arena_new();
    char *sql = arena ? arena_copy_n(arena, part.data, part.len) : NULL;
    enum status status = sql ? db_script(db, sql, err) : error_memory(err);
    arena_free(arena);
    if (status)
        return status;
    return db_run(db, "INSERT INTO schema_version (version, migrated_at) VALUES ($1, $2)",
                  DB_BIND(db_int(version), db_int(clock_now_ms())), NULL, err);
}

/* Inside a transaction: migrates by one version. *done: the database is up to date. */
static enum status migrate_once(struct db *db, bool *done, struct error *err)
{
    int64_t version = 0;
    enum status status = current_version(db, &version, err);
    if (status)
        return status;
    struct str part;
    if (version > 0 && !find_part(version, &part))
        return error_set(
            err, E_INVALID, "newer_schema",
            "the database was written by a newer copydesk (schema version %lld): use that version, or another "
            "data folder",
            (long long)version);
    *done = !find_part(version + 1, &part);
    return *done ? OK : apply(db, version + 1, part, err);
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
