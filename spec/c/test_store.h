/*
 * What the store's tests share: a folder that goes away, a connection with the schema, a few rows. With
 * COPYDESK_TEST_DATABASE, the address of a PostgreSQL database, each test has a schema of its own in it instead of a
 * file.
 */
#ifndef TEST_STORE_H
#define TEST_STORE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "account_fixture.h"
#include "store/db/db.h"
#include "store/db/schema.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

struct fixture {
    char folder[64];
    char path[320]; /* of the database, or its address */
    char schema[48]; /* on a server; "": it is a file */
    struct arena *arena;
    struct db *db; /* in a transaction, or NULL */
    struct error err;
};

static inline int remove_entry(const char *path, const struct stat *info, int type, struct FTW *place)
{
    (void)info, (void)type, (void)place;
    return remove(path);
}

static inline void remove_folder(const char *folder)
{
    nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

static inline int set_up_folder(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    snprintf(f->folder, sizeof f->folder, "/tmp/copydesk-store-XXXXXX");
    assert_non_null(mkdtemp(f->folder));
    snprintf(f->path, sizeof f->path, "%s/copydesk.db", f->folder);
    f->arena = arena_new();
    assert_non_null(f->arena);
    *state = f;
    return 0;
}

/* Runs a statement about schemas. */
static inline void on_server(const char *sql)
{
    struct db *db = NULL;
    struct error err;
    if (db_open(&db_postgresql, getenv("COPYDESK_TEST_DATABASE"), DB_READER, &db, &err) || db_script(db, sql, &err))
        fail_msg("%s: %s", sql, err.message);
    db_close(db);
}

static inline void make_schema(struct fixture *f)
{
    char sql[96];
    const char *address = getenv("COPYDESK_TEST_DATABASE");
    snprintf(f->schema, sizeof f->schema, "%s", strrchr(f->folder, '/') + 1);
    for (char *c = f->schema; *c; c++)
        *c = *c == '-' ? '_' : *c >= 'A' && *c <= 'Z' ? (char)(*c + 32) : *c;
    snprintf(sql, sizeof sql, "CREATE SCHEMA %s", f->schema);
    on_server(sql);
    snprintf(f->path, sizeof f->path, "%s%coptions=-csearch_path%%3D%s", address, strchr(address, '?') ? '&' : '?',
             f->schema);
}

static inline void drop_schema(struct fixture *f)
{
    char sql[96];
    snprintf(sql, sizeof sql, "DROP SCHEMA %s CASCADE", f->schema);
    on_server(sql);
}

static inline void make_file(const struct fixture *f)
{
    FILE *file = fopen(f->path, "w");
    assert_non_null(file);
    fclose(file);
}

/* With a connection inside a transaction, and the account "me" (professional, 1000 words, 10 credits). */
static inline int set_up_database(void **state)
{
    set_up_folder(state);
    struct fixture *f = *state;
    if (getenv("COPYDESK_TEST_DATABASE"))
        make_schema(f);
    else
        make_file(f);
    if (db_open(db_driver_of(f->path), f->path, DB_WRITER, &f->db, &f->err) || schema_migrate(f->db, &f->err))
        fail_msg("%s", f->err.message);
    assert_int_equal(db_begin(f->db, DB_WRITER, &f->err), OK);
    assert_int_equal(make_account_with(f->db, "me", "professional", 1000, 10, &f->err), OK);
    return 0;
}

static inline int tear_down(void **state)
{
    struct fixture *f = *state;
    if (f->db)
        db_rollback(f->db);
    db_close(f->db);
    if (f->schema[0])
        drop_schema(f);
    arena_free(f->arena);
    remove_folder(f->folder);
    free(f);
    return 0;
}

static inline void read_number(struct db_row *row, void *out)
{
    *(int64_t *)out = row_int(row);
}

/* The number that a query without values answers. */
static inline int64_t number(struct db *db, const char *sql)
{
    int64_t value = -1;
    struct error err;
    if (db_one(db, sql, DB_NOTHING, NULL, read_number, &value, &err))
        fail_msg("%s: %s", sql, err.message);
    return value;
}

static inline enum status insert_article(struct db *db, const char *account, const char *id, int64_t now,
                                         struct error *err)
{
    struct article article = {
        .id = id, .account_id = account, .engine = 2, .config = "{\"targetKeyword\":\"soil\"}", .created_at = now};
    return article_insert(db, &article, err);
}

#endif
