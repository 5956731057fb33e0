/*
 * PostgreSQL for those who need it itself: its driver (db_postgresql.c), the notices between nodes and the move of a
 * data folder. Connections, errors and values: pg_connection.c; many rows at once: pg_bulk.c; addresses: pg_url.c.
 */
#ifndef COPYDESK_STORE_DB_POSTGRESQL_H
#define COPYDESK_STORE_DB_POSTGRESQL_H

#include "store/db/db.h"

#include <libpq-fe.h>

/* --- a connection --- */

/*
 * A connection to PostgreSQL, made anew when it was lost, on which several statements are sent before
 * the answer to the first is read (pipeline mode). Used by one thread at a time.
 *
 * Everything that waits has a limit on this side too (wait_ms: how long nothing may be heard), besides the server's
 * statement_timeout: of a server that has stopped, or of a network that is cut, nothing else would be heard. A
 * connection that does not keep it is given up.
 *
 * A server that refuses the connection, for a wrong password and the like, is tried again as one that is away: the
 * password may be about to be changed, and a file or service of libpq's is read anew each time. At a start it is wrong,
 * and is said so at once (is_strict).
 *
 * Errors: E_IO "database_gone" when there is no connection, or it was lost; E_MEMORY.
 */

struct pg_connection {
    PGconn *handle; /* NULL: there is none */
    bool is_plain;  /* set before the first connection: not in pipeline mode, for pg_ask alone */
    bool is_strict; /* a server that refuses the connection is not tried again: E_INVALID */
    char *target;   /* "postgresql://..." */
    /* A pooler hands each transaction to another server process (PgBouncer): statements cannot stay prepared. */
    bool is_pooled;
    unsigned generation; /* grows with each connection: what was prepared on an earlier one is gone */
    int64_t clock_ahead; /* the database's clock, Unix milliseconds, less this machine's monotonic one */
    int failures;        /* in a row */
    int64_t retry_at;    /* clock_mono_ms before which no connection is tried */
    struct error why;    /* of the last try that failed */
    int unread;          /* exchanges that were sent and not read */
};

/*
 * What a session or (local "true") a transaction may take: a node that stands still in the middle of a transaction must
 * not keep the others from theirs for long. Every statement finds its rows by an index: to compile it (jit), which
 * PostgreSQL does where it guesses that there are many, takes a hundred times as long as to carry it out.
 */
enum { PG_STATEMENT_MS = 30000 };
#define PG_SETTINGS(local)                                                                                             \
    "SELECT set_config('statement_timeout', '30000', " local "), set_config('lock_timeout', '20000', " local "), "     \
    "set_config('idle_in_transaction_session_timeout', '5000', " local "), set_config('jit', 'off', " local ")"

/* How often a connection of this process was made anew after it was lost. */
unsigned long pg_reconnections(void);

/* Is the target the URL of a PostgreSQL database? */
bool pg_is_url(const char *target);

/* *connection is to be closed whatever comes of it. E_INVALID: the address is not well formed; E_MEMORY. */
enum status pg_init(struct pg_connection *connection, const char *target, struct error *err);

void pg_close(struct pg_connection *connection);

/*
 * Makes sure that there is a connection, for which it tries again and again as long as `patience_ms`, with growing
 * pauses. Between two tries the error is that of the last one. E_INVALID: it is no database that can be used.
 */
enum status pg_ensure(struct pg_connection *connection, int64_t patience_ms, struct error *err);

/* Closes a connection that is of no use any more. */
void pg_lose(struct pg_connection *connection);

/* Sends what libpq has collected, up to the next synchronisation. */
enum status pg_send(struct pg_connection *connection, int64_t wait_ms, struct error *err);

/* Waits until something has come, and takes it in. */
enum status pg_await(struct pg_connection *connection, int64_t wait_ms, struct error *err);

/* The next result, NULL between those of two statements. To be cleared by the caller. */
enum status pg_receive(struct pg_connection *connection, int64_t wait_ms, PGresult **result, struct error *err);

/* Reads the answers to all that was sent before and is waited for by nobody. */
enum status pg_drain(struct pg_connection *connection, int64_t wait_ms, struct error *err);

/* Carries out several statements, one after the other, when nothing is unread. E_... of pg_failure. */
enum status pg_run_script(struct pg_connection *connection, const char *sql, struct error *err);

/*
 * Carries out one statement on a plain connection and waits for its answer. *answer: the last result,
 * to be cleared whatever comes of it.
 */
enum status pg_ask(struct pg_connection *connection, const char *sql, int64_t wait_ms, PGresult **answer,
                   struct error *err);

void pg_pause(int64_t ms);

/* --- errors and values --- */

/* What went wrong, by the SQLSTATE of a result, which is the same in all the server's languages; OK: nothing did. E_...
 * of db.h. */
enum status pg_failure(const PGresult *result, struct error *err);

/*
 * The values of a statement as libpq takes them: in binary form, so that pages and pictures are not written out in
 * hexadecimal digits. Texts and blobs stay where they are.
 */
struct pg_values {
    int count;
    Oid types[DB_VALUES_MAX]; /* 0 of a NULL: the server finds the type */
    const char *items[DB_VALUES_MAX];
    int lengths[DB_VALUES_MAX], formats[DB_VALUES_MAX];
    unsigned char numbers[DB_VALUES_MAX][8];
};

/* E_LIMIT: more values than DB_VALUES_MAX, or one that is larger than PostgreSQL takes. */
enum status pg_values_set(struct pg_values *values, struct db_values from, struct error *err);

/* Were both bound with the same types? */
bool pg_values_same_types(const struct pg_values *values, const Oid *types);

/* A column of a row; its bytes live as long as the result. False: of a type that no statement of ours returns. */
bool pg_column(const PGresult *result, int row, int column, struct db_value *value);

/* --- what the driver shows of a connection beyond db.h --- */

/*
 * The server of a connection that is inside a transaction; what was to be sent together with the next statement has
 * been sent and answered then. It is to be given back in pipeline mode, or lost (pg_lose). Errors of db.h.
 */
enum status db_postgresql_server(struct db *db, struct pg_connection **server, struct error *err);

/* How the server is reached. */
struct db_postgresql_link {
    bool is_pooled;    /* through a pooler: see struct pg_connection */
    bool is_near;      /* at a socket, or at an address of this machine */
    bool is_encrypted; /* by TLS */
    bool is_checked;   /* and the server's certificate is held against its name */
};

/* Of a connection inside a transaction. Errors of db.h. */
enum status db_postgresql_look(struct db *db, struct db_postgresql_link *link, struct error *err);

/* --- many rows at once --- */

/*
 * Many rows at once, by COPY in binary form, which takes a fraction of what inserting them one by one does.
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

/* --- addresses, as people may see them --- */

/*
 * The address with user, host, port and name of the database, and without everything else, such as a password, wherever
 * in the address that stands. For messages and logs; it can be used as an address, too. "postgresql://" when it is not
 * well formed. In the arena; NULL: memory ran out.
 */
const char *pg_url_shown(const char *url, struct arena *arena);

/* E_INVALID: it is not well formed. What libpq says of it is not shown: that may have the password in it. */
enum status pg_url_check(const char *url, struct error *err);

#endif
