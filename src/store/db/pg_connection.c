#include "store/db/pg_connection.h"

#include "store/db/pg_url.h"

#include <errno.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>

enum {
    OLDEST_SERVER = 130000,
    CONNECT_MS = 5000,      /* also for what a new connection is asked, which reads no table */
    PAUSE_SILENT_MS = 2000, /* longer than a reader's patience: the next request is answered at once */
    PAUSE_FIRST_MS = 50,
    PAUSE_MOST_MS = 5000,
    LONGEST_SCRIPT_MS = 6 * 3600 * 1000,
};

static const char SILENT[] = "it does not answer";

static atomic_ulong reconnections;

unsigned long pg_reconnections(void)
{
    return atomic_load(&reconnections);
}

bool pg_is_url(const char *target)
{
    struct str text = str_from(target);
    return str_starts(text, str_from("postgresql://")) || str_starts(text, str_from("postgres://"));
}

enum status pg_init(struct pg_connection *connection, const char *target, struct error *err)
{
    *connection = (struct pg_connection){.target = strdup(target)};
    error_set(&connection->why, E_IO, "database_gone", "the database was not connected yet");
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

/* --- waiting --- */

/* False: nothing came so long. */
static bool wait_for(const PGconn *handle, short events, int64_t wait_ms)
{
    struct pollfd watched = {.fd = PQsocket(handle), .events = events};
    for (int64_t until = clock_mono_ms() + wait_ms;;) {
        int64_t left = until - clock_mono_ms();
        int ready = poll(&watched, 1, left > 0 ? (int)left : 0);
        if (ready > 0)
            return true;
        if (ready == 0 || errno != EINTR)
            return false;
    }
}

/* Whoever waits for a server that stands still is told so; the next ones for a while at once. */
static enum status silent(struct pg_connection *connection, struct error *err)
{
    gone(connection, SILENT, &connection->why);
    connection->retry_at = clock_mono_ms() + PAUSE_SILENT_MS;
    return gone(connection, SILENT, err);
}

enum status pg_send(struct pg_connection *connection, int64_t wait_ms, struct error *err)
{
    for (;;) {
        int left = PQflush(connection->handle);
        if (left == 0)
            return OK;
        if (left < 0)
            return gone(connection, PQerrorMessage(connection->handle), err);
        /* The server may want to be read before it reads on. */
        if (!wait_for(connection->handle, POLLIN | POLLOUT, wait_ms))
            return silent(connection, err);
        if (!PQconsumeInput(connection->handle))
            return gone(connection, PQerrorMessage(connection->handle), err);
    }
}

enum status pg_await(struct pg_connection *connection, int64_t wait_ms, struct error *err)
{
    if (!wait_for(connection->handle, POLLIN, wait_ms))
        return silent(connection, err);
    if (!PQconsumeInput(connection->handle))
        return gone(connection, PQerrorMessage(connection->handle), err);
    return OK;
}

enum status pg_receive(struct pg_connection *connection, int64_t wait_ms, PGresult **result, struct error *err)
{
    while (PQisBusy(connection->handle)) {
        enum status status = pg_await(connection, wait_ms, err);
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

enum status pg_drain(struct pg_connection *connection, int64_t wait_ms, struct error *err)
{
    while (connection->unread > 0) {
        PGresult *result;
        enum status status = pg_receive(connection, wait_ms, &result, err);
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

enum { PARAMETERS = COUNT_OF(DEFAULTS) + 2 };

static void set_parameters(const char *target, const char *names[PARAMETERS], const char *values[PARAMETERS])
{
    for (size_t i = 0; i < COUNT_OF(DEFAULTS); i++) {
        names[i] = DEFAULTS[i][0];
        values[i] = DEFAULTS[i][1];
    }
    names[COUNT_OF(DEFAULTS)] = "dbname"; /* last, since what comes later counts */
    values[COUNT_OF(DEFAULTS)] = target;
}

static PGconn *begin_connecting(const char *target)
{
    const char *names[PARAMETERS] = {NULL}, *values[PARAMETERS] = {NULL};
    set_parameters(target, names, values);
    return PQconnectStartParams(names, values, 1);
}

/* Did libpq not even try, because of a wrong value, or of a service that it has no definition of? */
static bool is_unusable(const char *target)
{
    const char *names[PARAMETERS] = {NULL}, *values[PARAMETERS] = {NULL};
    set_parameters(target, names, values);
    return PQpingParams(names, values, 1) == PQPING_NO_ATTEMPT;
}

/* Has the server said something in the exchange by which TLS begins? If not, it has gone. */
static bool is_tls_answer(const PGconn *handle)
{
    char byte;
    return PQstatus(handle) == CONNECTION_SSL_STARTUP &&
           recv(PQsocket(handle), &byte, sizeof byte, MSG_PEEK | MSG_DONTWAIT) > 0;
}

/* *is_tls: it failed because of how the server answered in that exchange. */
static bool finish_connecting(PGconn *handle, int64_t deadline, bool *is_tls)
{
    PostgresPollingStatusType state = PGRES_POLLING_WRITING;
    while (state != PGRES_POLLING_OK && state != PGRES_POLLING_FAILED) {
        if (!wait_for(handle, state == PGRES_POLLING_WRITING ? POLLOUT : POLLIN, deadline - clock_mono_ms()))
            return false;
        *is_tls = is_tls_answer(handle);
        state = PQconnectPoll(handle);
    }
    return state == PGRES_POLLING_OK;
}

/* What is asked of a new connection: who serves it, what its clock says, and whether it can hold what is stored. */
static const char ASK[] =
    "SELECT pg_backend_pid()::text, (extract(epoch FROM clock_timestamp()) * 1000)::bigint::text, "
    "current_setting('server_encoding'), current_schema()";

static void ignore_notice(void *context, const char *message)
{
    (void)context, (void)message;
}

/* Outside the pipeline. */
enum status pg_ask(struct pg_connection *connection, const char *sql, int64_t wait_ms, PGresult **answer,
                   struct error *err)
{
    enum status status = OK, failed = OK;
    *answer = NULL;
    if (!PQsendQuery(connection->handle, sql))
        return gone(connection, PQerrorMessage(connection->handle), err);
    status = pg_send(connection, wait_ms, err);
    for (PGresult *next = NULL; !status;) {
        status = pg_receive(connection, wait_ms, &next, failed ? NULL : err);
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

static enum status check_version(const struct pg_connection *connection, struct error *err)
{
    const char *version = PQparameterStatus(connection->handle, "server_version");
    if (PQserverVersion(connection->handle) >= OLDEST_SERVER)
        return OK;
    return error_set(err, E_INVALID, "database", "PostgreSQL 13 or newer is needed; this is %s",
                     version ? version : "something else");
}

static enum status check_answer(const PGresult *answer, struct error *err)
{
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
    enum status status = check_version(connection, err);
    if (!status)
        status = pg_ask(connection, ASK, CONNECT_MS, &answer, err);
    if (!status)
        status = check_answer(answer, err);
    if (!status) {
        connection->is_pooled = atoi(PQgetvalue(answer, 0, 0)) != PQbackendPID(connection->handle);
        connection->clock_ahead = strtoll(PQgetvalue(answer, 0, 1), NULL, 10) - (asked_at + clock_mono_ms()) / 2;
    }
    PQclear(answer);
    answer = NULL;
    if (!status && !connection->is_pooled)
        status = pg_ask(connection, PG_SETTINGS("false"), CONNECT_MS, &answer, err);
    PQclear(answer);
    return status;
}

static enum status not_connected(struct pg_connection *connection, bool is_tls, struct error *err)
{
    struct error why;
    enum status status = pg_connect_failure(connection->handle, is_tls, &why);
    pg_lose(connection);
    if (status != E_IO && !connection->is_strict)
        return error_set(err, E_IO, "database_gone", "%s", why.message);
    return error_set(err, status == E_IO ? E_IO : E_INVALID, why.code, "%s", why.message);
}

/* Nothing was sent yet: the name of the host is not known, or the address is of no use. */
static enum status not_begun(struct pg_connection *connection, struct error *err)
{
    bool is_final = connection->is_strict && is_unusable(connection->target);
    enum status status = not_connected(connection, false, err);
    if (is_final)
        err->status = status = E_INVALID;
    return status;
}

static enum status connect_once(struct pg_connection *connection, struct error *err)
{
    bool is_tls = false;
    pg_lose(connection);
    connection->handle = begin_connecting(connection->target);
    if (!connection->handle)
        return error_memory(err);
    PQsetNoticeProcessor(connection->handle, ignore_notice, NULL);
    if (PQstatus(connection->handle) == CONNECTION_BAD)
        return not_begun(connection, err);
    PQsetErrorVerbosity(connection->handle, PQERRORS_VERBOSE); /* see pg_connect_failure */
    if (!finish_connecting(connection->handle, clock_mono_ms() + CONNECT_MS, &is_tls))
        return not_connected(connection, is_tls, err);
    PQsetErrorVerbosity(connection->handle, PQERRORS_DEFAULT);
    enum status status = PQsetnonblocking(connection->handle, 1) == 0 ? examine(connection, err) : error_memory(err);
    if (!status && !connection->is_plain && !PQenterPipelineMode(connection->handle))
        status = error_memory(err);
    if (status)
        pg_lose(connection);
    else if (connection->generation++)
        atomic_fetch_add(&reconnections, 1);
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

static enum status try_once(struct pg_connection *connection)
{
    pg_pause(connection->retry_at - clock_mono_ms());
    enum status status = connect_once(connection, &connection->why);
    connection->failures = status ? connection->failures + 1 : 0;
    connection->retry_at = status ? clock_mono_ms() + pause_after(connection->failures) : 0;
    return status;
}

enum status pg_ensure(struct pg_connection *connection, int64_t patience_ms, struct error *err)
{
    const struct error *why = &connection->why;
    if (is_alive(connection))
        return OK;
    pg_lose(connection);
    for (int64_t until = clock_mono_ms() + patience_ms; connection->retry_at <= until;) {
        enum status status = try_once(connection);
        if (status == OK)
            return OK;
        if (status != E_IO)
            break;
    }
    return error_set(err, why->status, why->code, "%s", why->message);
}
