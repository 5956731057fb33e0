/* Databases as older versions made them, from the parts of the schema up to theirs. */
#ifndef OLD_DATABASE_H
#define OLD_DATABASE_H

#include "test_store.h"

static const char schema_parts[] = {
#include "schema.inc"
    0};

/* Makes the database of the fixture as `version` left it, with the rows of `script`; f->db is open, and in no
 * transaction. */
static inline void make_old_database(struct fixture *f, int version, const char *script)
{
    char mark[32], stamp[160];
    snprintf(mark, sizeof mark, "\n-- version %d\n", version + 1);
    const char *end = strstr(schema_parts, mark);
    assert_non_null(end);
    snprintf(stamp, sizeof stamp,
             "CREATE TABLE schema_version (version BIGINT PRIMARY KEY NOT NULL, migrated_at BIGINT NOT NULL);"
             "INSERT INTO schema_version VALUES (%d, 1);",
             version);
    char *schema = arena_copy_n(f->arena, schema_parts, (size_t)(end - schema_parts));
    assert_non_null(schema);
    fclose(fopen(f->path, "w"));
    assert_int_equal(db_open(&db_sqlite, f->path, DB_WRITER, &f->db, &f->err), OK);
    const char *const parts[] = {schema, stamp, script};
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        if (db_script(f->db, parts[i], &f->err))
            fail_msg("%s", f->err.message);
}

#endif
