/*
 * Databases as older versions made them, from the parts of the schema up to theirs. No PostgreSQL database is older
 * than OLDEST_ON_POSTGRESQL.
 */
#ifndef OLD_DATABASE_H
#define OLD_DATABASE_H

#include "test_store.h"

static const char schema_parts[] = {
#include "schema.inc"
    0};

enum { OLDEST_ON_POSTGRESQL = 9 };

/* The script with its blobs as the database takes them: x'00ff' is a blob for SQLite alone. */
static inline const char *with_blobs(struct fixture *f, const char *script)
{
    struct buf sql = {0};
    for (const char *c = script; *c; c++)
        if (database_server() && c[0] == 'x' && c[1] == '\'' && c > script && strchr(" (=", c[-1]))
            buf_str(&sql, "bytea '\\x"), c++;
        else
            buf_add(&sql, c, 1);
    const char *copy = arena_copy(f->arena, buf_text(&sql));
    buf_free(&sql);
    return copy;
}

/* Makes the database of the fixture as `version` left it, with the rows of `script`; f->db is open, and in no
 * transaction. */
static inline void make_old_database(struct fixture *f, int version, const char *script)
{
    char mark[32], stamp[160];
    if (version < OLDEST_ON_POSTGRESQL)
        ON_SQLITE_ONLY("no PostgreSQL database is that old");
    snprintf(mark, sizeof mark, "\n-- version %d", version + 1);
    const char *end = strstr(schema_parts, mark);
    assert_non_null(end);
    snprintf(stamp, sizeof stamp, "INSERT INTO schema_version (version, migrated_at) VALUES (%d, 1);", version);
    char *schema = arena_copy_n(f->arena, schema_parts, (size_t)(end - schema_parts));
    assert_non_null(schema);
    database_target(f->folder, f->path);
    assert_int_equal(db_open(db_driver_of(f->path), f->path, DB_WRITER, &f->db, &f->err), OK);
    const char *const parts[] = {
        "CREATE TABLE schema_version (version BIGINT PRIMARY KEY NOT NULL, migrated_at BIGINT NOT NULL);", schema,
        stamp, with_blobs(f, script)};
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        if (db_script(f->db, parts[i], &f->err))
            fail_msg("%s", f->err.message);
}

#endif
