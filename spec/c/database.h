/*
 * The database that a test runs on: a file in its folder or, with COPYDESK_TEST_DATABASE, the address of a PostgreSQL
 * database, a schema of its own there for each folder. Its name comes from the folder's alone, as in
 * spec/support/database.lua, so that a store that is opened again finds what is in it.
 */
#ifndef DATABASE_H
#define DATABASE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "store/db/db.h"
#include "store/store.h"

#include <ctype.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DATABASE_TARGET_SIZE = 512, DATABASE_NAME_SIZE = 64 };

static inline const char *database_server(void)
{
    const char *address = getenv("COPYDESK_TEST_DATABASE");
    return address && address[0] ? address : NULL;
}

/* For what is about SQLite or its files: `why` is shown where the test is skipped. */
#define ON_SQLITE_ONLY(why)                                                                                            \
    do {                                                                                                               \
        if (database_server()) {                                                                                       \
            print_message("skipped on PostgreSQL: %s\n", why);                                                         \
            skip();                                                                                                    \
        }                                                                                                              \
    } while (0)

#define ON_POSTGRESQL_ONLY()                                                                                           \
    do {                                                                                                               \
        if (!database_server()) {                                                                                      \
            print_message("skipped: there is no PostgreSQL (make test DATA=postgresql)\n");                            \
            skip();                                                                                                    \
        }                                                                                                              \
    } while (0)

/* Runs statements on the server by themselves. */
static inline void database_command(const char *sql)
{
    struct db *db = NULL;
    struct error err;
    if (db_open(&db_postgresql, database_server(), DB_READER, &db, &err) || db_script(db, sql, &err))
        fail_msg("%s: %s", sql, err.message);
    db_close(db);
}

static inline void database_schema(const char *folder, char name[DATABASE_NAME_SIZE])
{
    size_t length = strlen(folder);
    folder += length < DATABASE_NAME_SIZE ? 0 : length - (DATABASE_NAME_SIZE - 1);
    snprintf(name, DATABASE_NAME_SIZE, "%s", folder);
    for (char *c = name; *c; c++)
        *c = isalnum((unsigned char)*c) ? *c : '_';
}

/* The address of the folder's schema, which need not be there. */
static inline void database_address(const char *folder, char target[DATABASE_TARGET_SIZE])
{
    char name[DATABASE_NAME_SIZE];
    const char *server = database_server();
    database_schema(folder, name);
    int length = snprintf(target, DATABASE_TARGET_SIZE, "%s%coptions=-csearch_path%%3D%%22%s%%22", server,
                          strchr(server, '?') ? '&' : '?', name);
    assert_in_range(length, 1, DATABASE_TARGET_SIZE - 1);
}

static inline void database_make(const char *folder)
{
    char name[DATABASE_NAME_SIZE], sql[DATABASE_NAME_SIZE + 64];
    database_schema(folder, name);
    snprintf(sql, sizeof sql, "CREATE SCHEMA IF NOT EXISTS \"%s\"", name);
    database_command(sql);
}

/* Does nothing where there is none. */
static inline void database_drop(const char *folder)
{
    char name[DATABASE_NAME_SIZE], sql[DATABASE_NAME_SIZE + 64];
    if (!database_server())
        return;
    database_schema(folder, name);
    snprintf(sql, sizeof sql, "DROP SCHEMA IF EXISTS \"%s\" CASCADE", name);
    database_command(sql);
}

/* What db_open takes for the folder's database, which is made, empty, where there is none. */
static inline void database_target(const char *folder, char target[DATABASE_TARGET_SIZE])
{
    if (database_server()) {
        database_make(folder);
        database_address(folder, target);
        return;
    }
    snprintf(target, DATABASE_TARGET_SIZE, "%s/copydesk.db", folder);
    FILE *file = fopen(target, "a");
    assert_non_null(file);
    fclose(file);
}

/* Has a service with this configuration use the folder, and its database. */
static inline void database_configure(json_t *config, const char *folder)
{
    char target[DATABASE_TARGET_SIZE];
    int failed = json_object_set_new(config, database_server() ? "folder" : "data", json_string(folder));
    if (database_server()) {
        database_make(folder);
        database_address(folder, target);
        failed |= json_object_set_new(config, "data", json_string(target));
    }
    assert_int_equal(failed, 0);
}

/* store_open on the folder's database, which is there. */
static inline enum status database_connect(const char *folder, struct store **store, struct error *err)
{
    char target[DATABASE_TARGET_SIZE];
    if (!database_server())
        return store_open(folder, store, err);
    database_address(folder, target);
    return store_connect(folder, target, store, err);
}

static inline enum status database_open(const char *folder, struct store **store, struct error *err)
{
    if (database_server())
        database_make(folder);
    return database_connect(folder, store, err);
}

#endif
