#include "store/db/postgresql.h"

#include <errno.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>

enum { STATE_LENGTH = 5, LINE_SIZE = 240 };

struct pg_failure_meaning {
    const char *state; /* an SQLSTATE, or the class that it begins with */
    enum status status;
    const char *code, *text; /* text NULL: what the server says */
};

/* https://www.postgresql.org/docs/current/errcodes-appendix.html */
static const struct pg_failure_meaning MEANINGS[] = {
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
    {"42501", E_IO, NULL,
     "the database's user may not do this: it has to own the schema that comes first in its search_path"},
    {"25006", E_IO, "database_gone", "the database can only be read at present"},
    {"25P03", E_IO, "database_gone", "the database ended a transaction that stood still"},
    {"25P04", E_IO, "database_gone", "the database ended a transaction that took too long"},
    {"XX001", E_CORRUPT, NULL, "the database is damaged"},
    {"XX002", E_CORRUPT, NULL, "the database is damaged"},
    {"57P", E_IO, "database_gone", "the database is being stopped or started"},
    {"08", E_IO, "database_gone", "the connection to the database was lost"},
    {"58", E_IO, NULL, "the database cannot read or write its files"},
};

static bool pg_failure_begins_with(const char *state, const char *class)
{
    return strncmp(state, class, strlen(class)) == 0;
}

static const struct pg_failure_meaning *meaning_of(const char *state)
{
    if (strcmp(state, "08P01") == 0) /* of a statement: its values are not as many as its placeholders */
        return NULL;
    for (size_t i = 0; i < COUNT_OF(MEANINGS); i++)
        if (pg_failure_begins_with(state, MEANINGS[i].state))
            return &MEANINGS[i];
    return NULL;
}

/* With this the connection has ended, whatever the reason is; poolers give it one state for all of them (08P01). */
static bool is_fatal(const PGresult *result)
{
    const char *severity = PQresultErrorField(result, PG_DIAG_SEVERITY_NONLOCALIZED);
    if (!severity) /* a pooler's has no translation */
        severity = PQresultErrorField(result, PG_DIAG_SEVERITY);
    return severity && (strcmp(severity, "FATAL") == 0 || strcmp(severity, "PANIC") == 0);
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
    const struct pg_failure_meaning *meaning = meaning_of(state);
    if (!meaning && is_fatal(result))
        return error_set(err, E_IO, "database_gone", "the connection to the database was lost (%s, SQLSTATE %s)",
                         said ? said : "", state);
    if (!meaning)
        return error_set(err, E_INTERNAL, NULL, "database: %s (SQLSTATE %s)", said ? said : "", state);
    return error_set(err, meaning->status, meaning->code, "%s (%s, SQLSTATE %s)", meaning->text, said ? said : "",
                     state);
}

/* --- connections --- */

struct pg_failure_refusal {
    const char *state, *text;
};

/* Of what stands in the address, or was set for the user: to try it again is of no use. */
static const struct pg_failure_refusal REFUSALS[] = {
    {"28P01", "user or password are wrong"},
    {"28", "the user may not log in"},
    {"3D000", "there is no such database"},
    {"42501", "the user may not connect to that database"},
    {"42", "the address has a setting that the server does not know"},
    {"22", "the address has a setting with a wrong value"},
};

static const struct pg_failure_refusal *refusal_of(const char *state)
{
    for (size_t i = 0; i < COUNT_OF(REFUSALS); i++)
        if (pg_failure_begins_with(state, REFUSALS[i].state))
            return &REFUSALS[i];
    return NULL;
}

static bool is_state(const char *text)
{
    for (int i = 0; i < STATE_LENGTH; i++)
        if (!(text[i] >= '0' && text[i] <= '9') && !(text[i] >= 'A' && text[i] <= 'Z'))
            return false;
    return strncmp(text + STATE_LENGTH, ": ", 2) == 0;
}

/*
 * libpq has no function that gives the SQLSTATE of a connection that was refused. When told to say everything it writes
 * "SEVERITY:  SQLSTATE: message", of which the last counts, since several servers may have been tried. NULL: no server
 * has said anything.
 */
static const char *last_state(const char *message)
{
    static const char MARK[] = ":  ";
    const char *found = NULL;
    while ((message = strstr(message, MARK))) {
        message += sizeof MARK - 1;
        if (is_state(message))
            found = message;
    }
    return found;
}

static void copy_line(const char *text, char line[LINE_SIZE])
{
    snprintf(line, LINE_SIZE, "%s", text);
    line[strcspn(line, "\n")] = '\0';
}

/*
 * Why there is no connection: E_IO "database_gone" when the server was not reached or cannot take anybody at present,
 * so that it is worth another try; E_DENIED "database" when it refuses what the address says, or this side does.
 * The handle was told to say everything (PQERRORS_VERBOSE); is_tls: what the server answered was not good enough.
 */
static enum status pg_connect_failure(const PGconn *handle, bool is_tls, struct error *err)
{
    char line[LINE_SIZE];
    const char *message = PQerrorMessage(handle), *state = last_state(message);
    const struct pg_failure_refusal *refusal = state ? refusal_of(state) : NULL;
    copy_line(refusal ? state + STATE_LENGTH + 2 : message, line);
    if (refusal)
        return error_set(err, E_DENIED, "database", "the database refuses the connection: %s (%s, SQLSTATE %.*s)",
                         refusal->text, line, STATE_LENGTH, state);
    if (PQconnectionNeedsPassword(handle))
        return error_set(err, E_DENIED, "database",
                         "the database refuses the connection: it asks for a password, and there is none: PGPASSWORD "
                         "has one, or a file that only its owner may read, ~/.pgpass or passfile= in the address");
    if (is_tls)
        return error_set(err, E_DENIED, "database",
                         "there is no TLS with the database as its address wants it: %s (sslmode= says what is wanted, "
                         "sslrootcert= names the file of the authority that signed the server's certificate)",
                         line);
    return error_set(err, E_IO, "database_gone", "the database cannot be reached: %s",
                     line[0] ? line : "it does not answer");
}

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
        if (!status)
            return OK;
        if (status != E_IO)
            break;
    }
    return error_set(err, why->status, why->code, "%s", why->message);
}

/* Identifiers of types never change: src/include/catalog/pg_type.dat of PostgreSQL. */
enum {
    TYPE_BOOL = 16,
    TYPE_BYTEA = 17,
    TYPE_NAME = 19,
    TYPE_INT8 = 20,
    TYPE_INT2 = 21,
    TYPE_INT4 = 23,
    TYPE_TEXT = 25,
    TYPE_FLOAT4 = 700,
    TYPE_FLOAT8 = 701,
    TYPE_UNKNOWN = 705,
    TYPE_VARCHAR = 1043,
    TYPE_NUMERIC = 1700,
};

enum { BINARY = 1, LARGEST = 1000 << 20 };

/* --- numbers, most significant byte first --- */

static void write_number(unsigned char bytes[8], uint64_t number)
{
    for (int i = 7; i >= 0; i--, number >>= 8)
        bytes[i] = (unsigned char)number;
}

static uint64_t read_unsigned(const unsigned char *bytes, int count)
{
    uint64_t number = 0;
    for (int i = 0; i < count; i++)
        number = number << 8 | bytes[i];
    return number;
}

static int64_t read_signed(const unsigned char *bytes, int count)
{
    uint64_t number = read_unsigned(bytes, count);
    int spare = 64 - 8 * count;
    return (int64_t)(number << spare) >> spare;
}

static double read_double(const unsigned char *bytes)
{
    uint64_t bits = read_unsigned(bytes, 8);
    double real;
    memcpy(&real, &bits, sizeof real);
    return real;
}

static double read_float(const unsigned char *bytes)
{
    uint32_t bits = (uint32_t)read_unsigned(bytes, 4);
    float real;
    memcpy(&real, &bits, sizeof real);
    return (double)real;
}

/*
 * A sum of whole numbers is a NUMERIC: count, weight, sign and scale of two bytes each, then the digits to the base
 * 10000, the most significant first (src/backend/utils/adt/numeric.c, numeric_send). Digits behind the point are left
 * out, as no statement makes any. What has no place in 64 bits is the end of them.
 */
static int64_t read_numeric(const unsigned char *bytes, int length)
{
    enum { HEAD = 8, BASE = 10000, NEGATIVE = 0x4000 };
    int count = length >= HEAD ? (int)read_unsigned(bytes, 2) : 0;
    int weight = length >= HEAD ? (int)read_signed(bytes + 2, 2) : 0;
    bool is_negative = length >= HEAD && read_unsigned(bytes + 4, 2) == NEGATIVE, is_large = false;
    int64_t number = 0;
    for (int i = 0; i <= weight && !is_large; i++) {
        bool is_sent = i < count && HEAD + 2 * i + 2 <= length;
        int64_t digit = is_sent ? (int64_t)read_unsigned(bytes + HEAD + 2 * i, 2) : 0;
        is_large = __builtin_mul_overflow(number, BASE, &number) ||
                   __builtin_add_overflow(number, is_negative ? -digit : digit, &number);
    }
    if (is_large)
        return is_negative ? INT64_MIN : INT64_MAX;
    return number;
}

/* --- values of a statement --- */

static void pg_values_set_number(struct pg_values *values, int i, Oid type, uint64_t bits)
{
    write_number(values->numbers[i], bits);
    values->types[i] = type;
    values->items[i] = (const char *)values->numbers[i];
    values->lengths[i] = 8;
}

static void set_bytes(struct pg_values *values, int i, Oid type, struct str bytes)
{
    values->types[i] = type;
    values->items[i] = bytes.data ? bytes.data : "";
    values->lengths[i] = (int)bytes.len;
}

static void set_one(struct pg_values *values, int i, const struct db_value *value)
{
    uint64_t bits;
    values->formats[i] = BINARY;
    switch (value->type) {
    case DB_NULL:
        values->types[i] = 0;
        values->items[i] = NULL;
        values->lengths[i] = 0;
        return;
    case DB_INT:
        pg_values_set_number(values, i, TYPE_INT8, (uint64_t)value->integer);
        return;
    case DB_REAL:
        memcpy(&bits, &value->real, sizeof bits);
        pg_values_set_number(values, i, TYPE_FLOAT8, bits);
        return;
    case DB_TEXT:
        set_bytes(values, i, TYPE_TEXT, value->bytes);
        return;
    case DB_BLOB:
        set_bytes(values, i, TYPE_BYTEA, value->bytes);
        return;
    }
}

enum status pg_values_set(struct pg_values *values, struct db_values from, struct error *err)
{
    if (from.count > DB_VALUES_MAX)
        return error_set(err, E_INTERNAL, NULL, "a statement has more than %d placeholders", DB_VALUES_MAX);
    values->count = (int)from.count;
    for (size_t i = 0; i < from.count; i++) {
        if (from.items[i].bytes.len > LARGEST)
            return error_set(err, E_LIMIT, NULL, "a value is too large for the database");
        set_one(values, (int)i, &from.items[i]);
    }
    return OK;
}

bool pg_values_same_types(const struct pg_values *values, const Oid *types)
{
    return memcmp(values->types, types, (size_t)values->count * sizeof *types) == 0;
}

/* --- columns of a row --- */

static struct db_value whole(int64_t number)
{
    return (struct db_value){.type = DB_INT, .integer = number, .real = (double)number};
}

static struct db_value real(double number)
{
    return (struct db_value){.type = DB_REAL, .integer = (int64_t)number, .real = number};
}

bool pg_column(const PGresult *result, int row, int column, struct db_value *value)
{
    *value = (struct db_value){.type = DB_NULL};
    if (PQgetisnull(result, row, column))
        return true;
    const unsigned char *bytes = (const unsigned char *)PQgetvalue(result, row, column);
    int length = PQgetlength(result, row, column);
    switch (PQftype(result, column)) {
    case TYPE_BOOL:
    case TYPE_INT2:
    case TYPE_INT4:
    case TYPE_INT8:
        *value = whole(read_signed(bytes, length));
        return true;
    case TYPE_NUMERIC:
        *value = whole(read_numeric(bytes, length));
        return true;
    case TYPE_FLOAT4:
        *value = real(read_float(bytes));
        return true;
    case TYPE_FLOAT8:
        *value = real(read_double(bytes));
        return true;
    case TYPE_TEXT:
    case TYPE_VARCHAR:
    case TYPE_NAME:
    case TYPE_UNKNOWN:
    case TYPE_BYTEA:
        value->type = PQftype(result, column) == TYPE_BYTEA ? DB_BLOB : DB_TEXT;
        value->bytes = (struct str){(const char *)bytes, (size_t)length};
        return true;
    default:
        return false;
    }
}
