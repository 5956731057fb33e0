#include "store/db/fork_guard.h"
#include "store/db/postgresql.h"

/* The signature, flags and the length of an extension that nobody uses; and what follows the last row. */
static const char HEAD[] = "PGCOPY\n\377\r\n\0\0\0\0\0\0\0\0\0";
static const char TAIL[] = "\377\377";

enum { HEAD_LENGTH = sizeof HEAD - 1, TAIL_LENGTH = sizeof TAIL - 1 };

void pg_bulk_stop(struct pg_bulk *bulk)
{
    PQfreemem(bulk->message);
    bulk->message = NULL;
    if (bulk->server)
        pg_lose(bulk->server);
    bulk->server = NULL;
}

static enum status pg_bulk_failed(struct pg_bulk *bulk, enum status status)
{
    if (status)
        pg_bulk_stop(bulk);
    return status;
}

static enum status broken(const struct pg_bulk *bulk, struct error *err)
{
    return PQstatus(bulk->server->handle) == CONNECTION_BAD
               ? error_set(err, E_IO, "database_gone", "the connection to the database was lost")
               : error_memory(err);
}

/* --- begin and end --- */

static enum status send_copy(struct pg_bulk *bulk, const char *sql, ExecStatusType wanted, struct error *err)
{
    PGresult *result = NULL;
    if (!PQexitPipelineMode(bulk->server->handle) || !PQsendQuery(bulk->server->handle, sql))
        return broken(bulk, err);
    enum status status = pg_send(bulk->server, PG_BULK_MS, err);
    if (!status)
        status = pg_receive(bulk->server, PG_BULK_MS, &result, err);
    if (!status && PQresultStatus(result) != wanted) {
        status = pg_failure(result, err);
        if (!status)
            status = error_set(err, E_INTERNAL, NULL, "the database does not copy rows");
    }
    PQclear(result);
    return status;
}

static enum status pg_bulk_begin(struct pg_bulk *bulk, struct db *db, const char *sql, ExecStatusType wanted,
                                 struct error *err)
{
    *bulk = (struct pg_bulk){0};
    fork_guard_enter();
    enum status status = db_postgresql_server(db, &bulk->server, err);
    if (!status)
        status = pg_bulk_failed(bulk, send_copy(bulk, sql, wanted, err));
    fork_guard_leave();
    return status;
}

/* Reads what is said at the end, and goes back to where the driver is at work. */
static enum status pg_bulk_end(struct pg_bulk *bulk, struct error *err)
{
    enum status status = OK, outcome = OK;
    for (PGresult *result = NULL;;) {
        status = pg_receive(bulk->server, PG_BULK_MS, &result, outcome ? NULL : err);
        if (status || !result)
            break;
        if (!outcome)
            outcome = pg_failure(result, err);
        PQclear(result);
    }
    if (!status && !PQenterPipelineMode(bulk->server->handle))
        status = broken(bulk, err);
    if (!status && !outcome)
        bulk->server = NULL;
    return outcome ? outcome : status;
}

/* --- writing --- */

static enum status put_pg_bulk(struct pg_bulk *bulk, const char *data, size_t length, struct error *err)
{
    for (;;) {
        int taken = PQputCopyData(bulk->server->handle, data, (int)length);
        if (taken < 0)
            return broken(bulk, err);
        enum status status = pg_send(bulk->server, PG_BULK_MS, err);
        if (status || taken)
            return status;
    }
}

enum status pg_bulk_write(struct pg_bulk *bulk, struct db *db, const char *sql, struct error *err)
{
    enum status status = pg_bulk_begin(bulk, db, sql, PGRES_COPY_IN, err);
    return status ? status : pg_bulk_put(bulk, (struct str){HEAD, HEAD_LENGTH}, err);
}

enum status pg_bulk_put(struct pg_bulk *bulk, struct str row, struct error *err)
{
    fork_guard_enter();
    enum status status = pg_bulk_failed(bulk, put_pg_bulk(bulk, row.data, row.len, err));
    fork_guard_leave();
    return status;
}

static enum status finish_writing(struct pg_bulk *bulk, struct error *err)
{
    int ended = 0;
    enum status status = put_pg_bulk(bulk, TAIL, TAIL_LENGTH, err);
    while (!status && (ended = PQputCopyEnd(bulk->server->handle, NULL)) == 0)
        status = pg_send(bulk->server, PG_BULK_MS, err);
    if (!status && ended < 0)
        status = broken(bulk, err);
    if (!status)
        status = pg_send(bulk->server, PG_BULK_MS, err);
    return status ? status : pg_bulk_end(bulk, err);
}

enum status pg_bulk_written(struct pg_bulk *bulk, struct error *err)
{
    fork_guard_enter();
    enum status status = pg_bulk_failed(bulk, finish_writing(bulk, err));
    fork_guard_leave();
    return status;
}

/* --- reading --- */

enum status pg_bulk_read(struct pg_bulk *bulk, struct db *db, const char *sql, struct error *err)
{
    return pg_bulk_begin(bulk, db, sql, PGRES_COPY_OUT, err);
}

/* *length: -1 when all has been read. */
static enum status receive(struct pg_bulk *bulk, int *length, struct error *err)
{
    PQfreemem(bulk->message);
    bulk->message = NULL;
    while ((*length = PQgetCopyData(bulk->server->handle, &bulk->message, 1)) == 0) {
        enum status status = pg_await(bulk->server, PG_BULK_MS, err);
        if (status)
            return status;
    }
    return *length == -2 ? broken(bulk, err) : OK;
}

/* The server sends a message for each row; the head stands in front of the first, the tail has one of its own. */
static enum status pg_bulk_read_row(struct pg_bulk *bulk, struct str *row, struct error *err)
{
    for (;;) {
        int length;
        enum status status = receive(bulk, &length, err);
        *row = (struct str){NULL, 0};
        if (status)
            return status;
        if (length < 0)
            return pg_bulk_end(bulk, err);
        struct str text = {bulk->message, (size_t)length};
        if (!bulk->is_behind_head && str_starts(text, (struct str){HEAD, HEAD_LENGTH}))
            text = (struct str){text.data + HEAD_LENGTH, text.len - HEAD_LENGTH};
        bulk->is_behind_head = true;
        *row = text;
        if (text.len && !str_eq(text, (struct str){TAIL, TAIL_LENGTH}))
            return OK;
    }
}

enum status pg_bulk_next(struct pg_bulk *bulk, struct str *row, struct error *err)
{
    fork_guard_enter();
    enum status status = pg_bulk_failed(bulk, pg_bulk_read_row(bulk, row, err));
    fork_guard_leave();
    return status;
}

/* --- time --- */

enum status pg_bulk_take_time(struct db *db, struct error *err)
{
    return db_script(db, "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 120000",
                     err);
}
