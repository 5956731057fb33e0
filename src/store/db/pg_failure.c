#include "store/db/pg_failure.h"

#include <stdio.h>

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

enum status pg_connect_failure(const PGconn *handle, bool is_tls, struct error *err)
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
