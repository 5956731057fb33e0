/*
 * pg_connection: a connection to PostgreSQL, made anew when it was lost, on which several statements are sent before
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
#ifndef COPYDESK_STORE_PG_CONNECTION_H
#define COPYDESK_STORE_PG_CONNECTION_H

#include "store/db/pg_failure.h"

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

#endif
