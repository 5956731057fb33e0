/*
 * pg_bulk: many rows at once, by COPY in binary form, which takes a fraction of what inserting them one by one does.
 *
 * On a connection of the PostgreSQL driver that is inside a transaction, between two statements. Whatever fails, the
 * connection is given up, and with it the transaction: roll back, and begin anew.
 *
 * A row is, in both directions: the number of its columns (2 bytes), then for each the number of its bytes (4; -1 for
 * NULL) and these; whole and real numbers have 8 bytes; the most significant byte comes first
 * (https://www.postgresql.org/docs/current/sql-copy.html, "Binary Format").
 *
 * Errors: those of db.h; E_IO "database_gone" also when the other side stands still for PG_BULK_MS.
 */
#ifndef COPYDESK_STORE_PG_BULK_H
#define COPYDESK_STORE_PG_BULK_H

#include "store/db/db.h"

enum { PG_BULK_MS = 120000 };

struct pg_bulk {
    struct pg_connection *server;
    char *message; /* what was read last */
    bool is_behind_head;
};

/* Begins to write: sql is "COPY table (columns) FROM STDIN (FORMAT binary)". */
enum status pg_bulk_write(struct pg_bulk *bulk, struct db *db, const char *sql, struct error *err);
enum status pg_bulk_put(struct pg_bulk *bulk, struct str row, struct error *err);
enum status pg_bulk_written(struct pg_bulk *bulk, struct error *err);

/* Begins to read: sql is "COPY (query) TO STDOUT (FORMAT binary)". */
enum status pg_bulk_read(struct pg_bulk *bulk, struct db *db, const char *sql, struct error *err);

/* The next row, valid until the next call; without data when there is none, and the reading has ended. */
enum status pg_bulk_next(struct pg_bulk *bulk, struct str *row, struct error *err);

/* Gives up what is under way, and the connection; does nothing when nothing is. */
void pg_bulk_stop(struct pg_bulk *bulk);

/* Takes the limits of the service off the transaction that is open: a large batch may take longer than any request. */
enum status pg_bulk_take_time(struct db *db, struct error *err);

#endif
