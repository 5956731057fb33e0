/*
 * What the store's tests share: a folder that goes away, a connection with the schema, a few rows. The database is a
 * file in the folder, or a schema on a server: see database.h.
 */
#ifndef TEST_STORE_H
#define TEST_STORE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "account_fixture.h"
#include "database.h"
#include "store/db/db.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

struct fixture {
    char folder[64];
    char path[DATABASE_TARGET_SIZE]; /* of the database, or its address, once there is one */
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

/* In memory where there is a place for that: thousands of commits would wait for a disk that others use, too. */
static inline int set_up_folder(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    const char *place = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    snprintf(f->folder, sizeof f->folder, "%s/copydesk-store-XXXXXX", place);
    assert_non_null(mkdtemp(f->folder));
    snprintf(f->path, sizeof f->path, "%s/copydesk.db", f->folder);
    f->arena = arena_new();
    assert_non_null(f->arena);
    *state = f;
    return 0;
}

/* With a connection inside a transaction, and the account "me" (professional, 1000 words, 10 credits). */
static inline int set_up_database(void **state)
{
    set_up_folder(state);
    struct fixture *f = *state;
    database_target(f->folder, f->path);
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
    database_drop(f->folder);
    arena_free(f->arena);
    remove_folder(f->folder);
    free(f);
    return 0;
}

/* A refusal by the database ends a transaction on PostgreSQL: what follows goes on as if nothing was tried. */
#define assert_refusal(f, call, expected)                                                                              \
    do {                                                                                                               \
        struct error undone;                                                                                           \
        assert_int_equal(db_savepoint((f)->db, &undone), OK);                                                          \
        assert_int_equal(call, expected);                                                                              \
        assert_int_equal(db_undo((f)->db, &undone), OK);                                                               \
    } while (0)

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

/* --- how a query is carried out --- */

static inline void read_plan_line(struct db_row *row, void *out)
{
    if (!database_server())
        for (int i = 0; i < 3; i++)
            row_int(row); /* numbers of the steps */
    *(const char **)out = row_text(row);
}

/* The lines of its plan, when all that PostgreSQL can do without reading or sorting a whole table is done without. */
static inline struct db_list query_plan(struct fixture *f, const char *query)
{
    struct db_list lines = {.arena = f->arena, .read = read_plan_line, .size = sizeof(const char *)};
    bool is_file = !database_server();
    const char *sql = arena_printf(f->arena, "EXPLAIN %s %s", is_file ? "QUERY PLAN" : "(COSTS OFF)", query);
    if (!is_file)
        assert_int_equal(db_script(f->db,
                                   "SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off; "
                                   "SET LOCAL enable_bitmapscan = off",
                                   &f->err),
                         OK);
    if (db_all(f->db, sql, DB_NOTHING, &lines, &f->err))
        fail_msg("%s: %s", query, f->err.message);
    assert_true(lines.count > 0);
    return lines;
}

static inline enum status insert_article(struct db *db, const char *account, const char *id, int64_t now,
                                         struct error *err)
{
    struct article article = {
        .id = id, .account_id = account, .engine = 2, .config = "{\"targetKeyword\":\"soil\"}", .created_at = now};
    return article_insert(db, &article, err);
}

/* The claim of one worker. E_NOT_FOUND: there is nothing to claim. */
typedef enum status (*claim_kind)(struct db *db, const struct claimant *claimants, size_t count, int64_t now,
                                  int64_t lease_ms, enum claim_from from, size_t *claimed, struct error *err);
static inline enum status claim_by_one(claim_kind kind, struct db *db, struct arena *arena, const char *worker,
                                       int64_t now, int64_t lease_ms, enum claim_from from, struct article *article,
                                       struct error *err)
{
    struct claimant claimant = {worker, arena, article};
    size_t claimed = 0;
    enum status status = kind(db, &claimant, 1, now, lease_ms, from, &claimed, err);
    return status || claimed ? status : error_set(err, E_NOT_FOUND, NULL, "there is nothing to claim");
}
#define article_claim(...) claim_by_one(articles_claim, __VA_ARGS__)
#define polish_claim(...)  claim_by_one(polishing_claim, __VA_ARGS__)

#endif
