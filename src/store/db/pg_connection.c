#include "store/db/pg_connection.h"

#include "store/db/pg_url.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum {
    OLDEST_SERVER = 130000,
    CONNECT_MS = 5000,
    PAUSE_FIRST_MS = 50,
    PAUSE_MOST_MS = 5000,
    LONGEST_SCRIPT_MS = 6 * 3600 * 1000,
};

bool pg_is_url(const char *target)
{
    struct str text = str_from(target);
    return str_starts(text, str_from("postgresql://")) || str_starts(text, str_from("postgres://"));
}

enum status pg_init(struct pg_connection *connection, const char *target, struct error *err)
{
    *connection = (struct pg_connection){.target = strdup(target)};
    return connection->target ? pg_url_check(target, err) : error_memory(err);
}

void pg_lose(struct pg_connection *connection)
{
    PQfinish(connection->handle);
    connection->handle = NULL;
    connection->unread = 0;
}

void pg_close(struct pg_connection *connection)
{
    pg_lose(connection);
    free(connection->target);
    connection->target = NULL;
}

/* --- errors --- */

/* The first line of what libpq says, without the name of the host that it may begin with. */
static enum status gone(struct pg_connection *connection, const char *why, struct error *err)
{
    char line[200];
    snprintf(line, sizeof line, "%s", why);
    line[strcspn(line, "\n")] = '\0';
    pg_lose(connection);
    return error_set(err, E_IO, "database_gone", "the database cannot be reached: %s", line);
}

struct meaning {
    const char *state; /* an SQLSTATE, or the class that it begins with */
    enum status status;
    const char *code, *text; /* text NULL: what the server says */
};

/* https://www.postgresql.org/docs/current/errcodes-appendix.html */
static const struct meaning MEANINGS[] = {
    {"23505", E_CONFLICT, NULL, "it exists already"},
    {"23503", E_NOT_FOUND, NULL, "it belongs to something that does not exist"},
    {"53100", E_IO, "disk_full", "the disk of the database is full"},
    {"53200", E_IO, NULL, "the database has no memory left"},
    {"53300", E_IO, "database_gone", "the database takes no more connections"},
    {"54000", E_LIMIT, NULL, "a value is too large for the database"},
    {"57014", E_IO, NULL, "the database did not answer in time"},
    {"55P03", E_IO, NULL, "another node holds the database's lock for too long"},
    {"40001", E_IO, NULL, "the database gave a transaction up"},
    {"40P01", E_IO, NULL, "the database gave a transaction up"},
    {"25006", E_IO, "database_gone", "the database can only be read at present"},
    {"25P03", E_IO, "database_gone", "the database ended a transaction that stood still"},
    {"XX001", E_CORRUPT, NULL, "the database is damaged"},
    {"XX002", E_CORRUPT, NULL, "the database is damaged"},
    {"57P", E_IO, "database_gone", "the database is being stopped or started"},
    {"08", E_IO, "database_gone", "the connection to the database was lost"},
    {"58", E_IO, NULL, "the database cannot read or write its files"},
};

static const struct meaning *meaning_of(const char *state)
{
    if (strcmp(state, "08P01") == 0) /* of a statement: its values are not as many as its placeholders */
        return NULL;
    for (size_t i = 0; i < COUNT_OF(MEANINGS); i++)
        if (strncmp(state, MEANINGS[i].state, strlen(MEANINGS[i].state)) == 0)
            return &MEANINGS[i];
    return NULL;
}

enum status pg_failure(const PGresult *result, struct error *err)
{
    switch (PQresultStatus(result)) {
    case PGRES_COMMAND_OK:
    case PGRES_TUPLES_OK:
    case PGRES_PIPELINE_SYNC:
        return OK;
    case PGRES_PIPELINE_ABORTED:
        return error_set(err, E_IO, NULL, "the database gave a transaction up");
    default:
        break;
    }
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    const char *said = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    if (!state) /* libpq's own: memory ran out, or the connection was lost */
        return strstr(PQresultErrorMessage(result), "memory")
                   ? error_memory(err)
                   : error_set(err, E_IO, "database_gone", "the connection to the database was lost");
    const struct meaning *meaning = meaning_of(state);
    if (!meaning)
        return error_set(err, E_INTERNAL, NULL, "database: %s (SQLSTATE %s)", said ? said : "", state);
    return error_set(err, meaning->status, meaning->code, "%s (%s, SQLSTATE %s)", meaning->text, said ? said : "",
                     state);
}

/* --- waiting --- */

/* False: the deadline has passed. */
static bool wait_for(const PGconn *handle, short events, int64_t deadline)
{
    struct pollfd watched = {.fd = PQsocket(handle), .events = events};
    for (;;) {
        int64_t left = deadline - clock_mono_ms();
        int ready = poll(&watched, 1, left > 0 ? (int)left : 0);
        if (ready > 0)
            return true;
        if (ready == 0 || errno != EINTR)
            return false;
    }
}

static enum status too_late(struct pg_connection *connection, struct error *err)
{
    return gone(connection, "it does not answer", err);
}

enum status pg_send(struct pg_connection *connection, int64_t deadline, struct error *err)
{
    for (;;) {
        int left = PQflush(connection->handle);
        if (left == 0)
            return OK;
        if (left < 0)
            return gone(connection, PQerrorMessage(connection->handle), err);
        /* The server may want to be read before it reads on. */
        if (!wait_for(connection->handle, POLLIN | POLLOUT, deadline))
            return too_late(connection, err);
        if (!PQconsumeInput(connection->handle))
            return gone(connection, PQerrorMessage(connection->handle), err);
    }
}

enum status pg_await(struct pg_connection *connection, int64_t deadline, struct error *err)
{
    if (!wait_for(connection->handle, POLLIN, deadline))
        return too_late(connection, err);
    if (!PQconsumeInput(connection->handle))
        return gone(connection, PQerrorMessage(connection->handle), err);
    return OK;
}

enum status pg_receive(struct pg_connection *connection, int64_t deadline, PGresult **result, struct error *err)
{
    while (PQisBusy(connection->handle)) {
        enum status status = pg_await(connection, deadline, err);
        if (status)
            return status;
    }
    *result = PQgetResult(connection->handle);
    if (PQstatus(connection->handle) == CONNECTION_OK)
        return OK;
    enum status status = gone(connection, *result ? PQresultErrorMessage(*result) : "the connection was lost", err);
    PQclear(*result);
    *result = NULL;
    return status;
}

enum status pg_drain(struct pg_connection *connection, int64_t deadline, struct error *err)
{
    while (connection->unread > 0) {
        PGresult *result;
        enum status status = pg_receive(connection, deadline, &result, err);
        if (status)
            return status;
        connection->unread -= result && PQresultStatus(result) == PGRES_PIPELINE_SYNC;
        PQclear(result);
    }
    return OK;
}

/* --- connecting --- */

/* What the target does not say. A link that is cut is noticed within a quarter of a minute. */
static const char *const DEFAULTS[][2] = {
    {"application_name", "copydesk"}, {"connect_timeout", "5"},     {"client_encoding", "UTF8"},
    {"keepalives_idle", "5"},         {"keepalives_interval", "3"}, {"keepalives_count", "3"},
    {"tcp_user_timeout", "15000"},
};

static PGconn *begin_connecting(const char *target)
{
    const char *names[COUNT_OF(DEFAULTS) + 2] = {NULL}, *values[COUNT_OF(DEFAULTS) + 2] = {NULL};
    for (size_t i = 0; i < COUNT_OF(DEFAULTS); i++) {
        names[i] = DEFAULTS[i][0];
        values[i] = DEFAULTS[i][1];
    }
    names[COUNT_OF(DEFAULTS)] = "dbname"; /* last, since what comes later counts */
    values[COUNT_OF(DEFAULTS)] = target;
    return PQconnectStartParams(names, values, 1);
}

static bool finish_connecting(PGconn *handle, int64_t deadline)
{
    PostgresPollingStatusType state = PGRES_POLLING_WRITING;
    while (state != PGRES_POLLING_OK && state != PGRES_POLLING_FAILED) {
        if (!wait_for(handle, state == PGRES_POLLING_WRITING ? POLLOUT : POLLIN, deadline))
            return false;
        state = PQconnectPoll(handle);
    }
    return state == PGRES_POLLING_OK;
}

/* What is asked of a new connection: who serves it, what its clock says, and whether it can hold what is stored. */
static const char ASK[] =
    "SELECT pg_backend_pid()::text, (extract(epoch FROM clock_timestamp()) * 1000)::bigint::text, "
    "current_setting('server_encoding'), current_schema(), current_setting('server_version')";

static void ignore_notice(void *context, const char *message)
{
    (void)context, (void)message;
}

/* Outside the pipeline. */
enum status pg_ask(struct pg_connection *connection, const char *sql, int64_t wait_ms, PGresult **answer,
                   struct error *err)
{
    int64_t deadline = clock_mono_ms() + wait_ms;
    enum status status = OK, failed = OK;
    *answer = NULL;
    if (!PQsendQuery(connection->handle, sql))
        return gone(connection, PQerrorMessage(connection->handle), err);
    status = pg_send(connection, deadline, err);
    for (PGresult *next = NULL; !status;) {
        status = pg_receive(connection, deadline, &next, failed ? NULL : err);
        if (status || !next)
            break;
        if (!failed)
            failed = pg_failure(next, err);
        PQclear(*answer);
        *answer = next;
    }
    return failed ? failed : status;
}

enum status pg_run_script(struct pg_connection *connection, const char *sql, struct error *err)
{
    PGresult *answer = NULL;
    if (!PQexitPipelineMode(connection->handle))
        return gone(connection, PQerrorMessage(connection->handle), err);
    enum status status = pg_ask(connection, sql, LONGEST_SCRIPT_MS, &answer, err);
    PQclear(answer);
    if (connection->handle && !PQenterPipelineMode(connection->handle))
        return gone(connection, PQerrorMessage(connection->handle), err);
    return status;
}

static enum status check_answer(struct pg_connection *connection, const PGresult *answer, struct error *err)
{
    if (PQserverVersion(connection->handle) < OLDEST_SERVER)
        return error_set(err, E_INVALID, "database", "PostgreSQL 13 or newer is needed; this is %s",
                         PQgetvalue(answer, 0, 4));
    if (strcmp(PQgetvalue(answer, 0, 2), "UTF8") != 0)
        return error_set(err, E_INVALID, "database", "the database must have the encoding UTF8; it has %s",
                         PQgetvalue(answer, 0, 2));
    if (PQgetisnull(answer, 0, 3))
        return error_set(err, E_INVALID, "database", "the search path of the database's user has no schema");
    return OK;
}

static enum status examine(struct pg_connection *connection, struct error *err)
{
    PGresult *answer = NULL;
    int64_t asked_at = clock_mono_ms();
    enum status status = pg_ask(connection, ASK, PG_STATEMENT_MS, &answer, err);
    if (!status)
        status = check_answer(connection, answer, err);
    if (!status) {
        connection->is_pooled = atoi(PQgetvalue(answer, 0, 0)) != PQbackendPID(connection->handle);
        connection->clock_ahead = strtoll(PQgetvalue(answer, 0, 1), NULL, 10) - (asked_at + clock_mono_ms()) / 2;
    }
    PQclear(answer);
    answer = NULL;
    if (!status && !connection->is_pooled)
        status = pg_ask(connection, PG_SETTINGS("false"), PG_STATEMENT_MS, &answer, err);
    PQclear(answer);
    return status;
}

static enum status connect_once(struct pg_connection *connection, struct error *err)
{
    pg_lose(connection);
    connection->handle = begin_connecting(connection->target);
    if (!connection->handle)
        return error_memory(err);
    PQsetNoticeProcessor(connection->handle, ignore_notice, NULL);
    if (PQstatus(connection->handle) == CONNECTION_BAD ||
        !finish_connecting(connection->handle, clock_mono_ms() + CONNECT_MS))
        return gone(connection, PQerrorMessage(connection->handle), err);
    enum status status = PQsetnonblocking(connection->handle, 1) == 0 ? examine(connection, err) : error_memory(err);
    if (!status && !connection->is_plain && !PQenterPipelineMode(connection->handle))
        status = error_memory(err);
    if (status)
        pg_lose(connection);
    else
        connection->generation++;
    return status;
}

/* An idle connection whose server has gone is readable, and at its end. */
static bool is_alive(struct pg_connection *connection)
{
    PGconn *handle = connection->handle;
    if (!handle || PQstatus(handle) != CONNECTION_OK)
        return false;
    struct pollfd watched = {.fd = PQsocket(handle), .events = POLLIN};
    if (poll(&watched, 1, 0) <= 0)
        return true;
    return PQconsumeInput(handle) && PQstatus(handle) == CONNECTION_OK;
}

void pg_pause(int64_t ms)
{
    struct timespec rest = {ms / 1000, ms % 1000 * 1000000};
    while (ms > 0 && nanosleep(&rest, &rest) < 0 && errno == EINTR)
        continue;
}

/* The pause grows, and differs from node to node, so that they do not all come back at once. */
static int64_t pause_after(int failures)
{
    int64_t most = PAUSE_FIRST_MS;
    for (int i = 1; i < failures && most < PAUSE_MOST_MS; i++)
        most *= 2;
    most = most < PAUSE_MOST_MS ? most : PAUSE_MOST_MS;
    return most / 2 + (int64_t)random_below((uint64_t)most / 2 + 1);
}

enum status pg_ensure(struct pg_connection *connection, int64_t patience_ms, struct error *err)
{
    if (is_alive(connection))
        return OK;
    pg_lose(connection);
    enum status status = OK;
    for (int64_t until = clock_mono_ms() + patience_ms;;) {
        if (connection->retry_at > until) /* *err says what went wrong the last time */
            return status ? status
                          : error_set(err, E_IO, "database_gone",
                                      "the database cannot be reached; it is tried again shortly");
        pg_pause(connection->retry_at - clock_mono_ms());
        status = connect_once(connection, err);
        connection->failures = status ? connection->failures + 1 : 0;
        connection->retry_at = status ? clock_mono_ms() + pause_after(connection->failures) : 0;
        if (status != E_IO)
            return status;
    }
}
