/*
 * The PostgreSQL driver (13 and newer). A writer's transactions of all nodes come one after the other: each takes an
 * advisory lock of the database first, so that work which reads and then writes finds what it has read unchanged, as on
 * SQLite. Statements whose answer nobody waits for (BEGIN of a reader, savepoints, db_queue) stay in libpq's buffer and
 * go together with the next one, so that they cost no round trip.
 *
 * The answer to a COMMIT may be lost together with the connection. The number of the transaction, which was asked for
 * at its begin, then tells on the next connection whether it was committed: of a server that has not crashed since. One
 * that has may have lost the transaction, and given its number to another one; so may one that took its place. What
 * they say is not trusted: then nobody knows.
 *
 * What is asked of the server, and since which version it is there (release notes,
 * https://www.postgresql.org/docs/release/; libpq has to be of 14, for the pipeline):
 *
 *   13   pg_current_xact_id, pg_xact_status(xid8), type xid8: under these names; hence 13
 *   11   jit (a setting), hashtextextended; pg_stat_activity with the server's own processes (10)
 *   9.6  pg_logical_emit_message (17: a fourth argument, which may be left out), idle_in_transaction_session_timeout
 *   9.5  ON CONFLICT, SKIP LOCKED; older: everything else
 *
 * Of what later versions took away or changed (14 to 18) this concerns us:
 *
 *   14   extract gives numeric and no double: cast to bigint, both are rounded; idle_session_timeout (57P05) may end
 *        connections that are idle: they are made anew
 *   15   nobody but the database's owner may make tables in the schema public: pg_failure says what is needed
 *   17   transaction_timeout (25P04) may be set for the user, and then ends migrations as well
 *   18   md5 passwords are deprecated, which is libpq's matter
 *
 * hashtext is the server's own, and may differ between versions: all nodes ask the same server.
 */
#include "store/db/postgresql.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    WRITER_PATIENCE_MS = 5000, /* how long a transaction waits for a connection */
    READER_PATIENCE_MS = 1000, /* a reader may hold up a thread that reads requests */
    GRACE_MS = 5000,           /* how much later than the server this side gives up */
    READER_WAIT_MS = 5000,     /* an answer to a reader takes microseconds, and waits for no lock */
    OUTCOME_PAUSE_MS = 50,
    CLOCK_MS = 30000, /* how long a reader goes by what it knows of the database's clock */
    SENT_MAX = 64
};

/*
 * The lock is not held while a commit goes to the disk: it does not wait for that (LATER), and what is committed behind
 * it (FLUSH), without the lock, takes it along, since the log is written in order. Nobody is answered before. It waits
 * as synchronous_commit says, for other servers too, but for the disk at the least, even where that is "off".
 */
static const char LATER[] = "SET LOCAL synchronous_commit = off";
static const char FLUSH[] = "SELECT pg_logical_emit_message(true, 'copydesk', ''), CASE "
                            "current_setting('synchronous_commit') WHEN 'off' THEN "
                            "set_config('synchronous_commit', 'on', true) END";

static const char CLOCK[] = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint";

/*
 * Makes an SQL condition that holds as long as the server runs on without a crash: it was started then, and one of its
 * own processes is still there. When any process crashes, all are started again; rights are not needed to see these.
 */
#define SERVER_STARTED   "CAST(extract(epoch FROM pg_postmaster_start_time()) * 1000000 AS bigint)"
#define SERVER_PROCESSES "SELECT pid FROM pg_catalog.pg_stat_activity WHERE datid IS NULL AND usesysid IS NULL"
static const char RUN[] =
    "SELECT format('" SERVER_STARTED " = %s AND EXISTS (" SERVER_PROCESSES " AND pid IN (%s))', " SERVER_STARTED
    ", array_to_string(ARRAY(" SERVER_PROCESSES " ORDER BY pid LIMIT 8), ','))";

/* Two numbers tell the lock from those of others: "copy", and the schema. In this order: the time is that at which the
 * lock was had. */
#define TAKE_LOCK                                                                                                      \
    "SELECT pg_advisory_xact_lock(1668247673, hashtext(current_schema())), "                                           \
    "(extract(epoch FROM clock_timestamp()) * 1000)::bigint, pg_current_xact_id()::text"

struct postgresql_connection {
    struct db base;
    struct pg_connection server;
    bool is_reader;
    bool in_transaction;
    bool is_unread; /* a reader's transaction in which nothing was read yet: it can begin again elsewhere */
    /* Whose answers are still to be read: NULL, or what is being prepared. */
    struct variant *sent[SENT_MAX];
    int sent_count;
    int64_t clock_read_at; /* clock_mono_ms; of a reader */
    char transaction[24];  /* number of the writer's transaction; "": none */
    char run[384];         /* see RUN; of the connection of this generation */
    unsigned run_generation;
    unsigned statements; /* prepared so far, for their names */
};

/* What the server knows a statement by, for values of these types. */
struct variant {
    struct variant *next;
    char name[16];
    unsigned generation; /* of the connection on which it is prepared; 0: on none */
    Oid types[DB_VALUES_MAX];
};

struct postgresql_statement {
    char *sql;
    struct variant *variants;
    struct pg_values values;
    PGresult *result; /* NULL: not carried out yet */
    int row;          /* the next one */
};

static struct postgresql_connection *connection_of(struct db *db)
{
    return (struct postgresql_connection *)db;
}

/* Without a connection there is no transaction. */
static enum status checked(struct postgresql_connection *connection, enum status status)
{
    if (!connection->server.handle) {
        connection->in_transaction = false;
        connection->sent_count = 0;
    }
    return status;
}

static enum status gone(struct error *err)
{
    return error_set(err, E_IO, "database_gone", "the connection to the database was lost");
}

/* --- sending --- */

/* One statement; without values it is sent as it is. */
struct postgresql_query {
    const char *sql;
    const struct pg_values *values; /* NULL: none */
    struct variant *variant;        /* NULL: it is not prepared */
};

static bool send_plain(struct postgresql_connection *connection, const struct postgresql_query *query)
{
    static const struct pg_values none = {0};
    const struct pg_values *v = query->values ? query->values : &none;
    connection->sent[connection->sent_count++] = NULL;
    return PQsendQueryParams(connection->server.handle, query->sql, v->count, v->types, v->items, v->lengths,
                             v->formats, 1);
}

static bool send_prepared(struct postgresql_connection *connection, const struct postgresql_query *query)
{
    struct variant *variant = query->variant;
    PGconn *handle = connection->server.handle;
    const struct pg_values *v = query->values;
    if (variant->generation != connection->server.generation) {
        variant->generation = connection->server.generation;
        connection->sent[connection->sent_count++] = variant;
        if (!PQsendPrepare(handle, variant->name, query->sql, v->count, variant->types))
            return false;
    }
    connection->sent[connection->sent_count++] = NULL;
    return PQsendQueryPrepared(handle, variant->name, v->count, v->items, v->lengths, v->formats, 1);
}

/* Puts a statement, or the end of an exchange, behind what was not read yet. */
static enum status postgresql_send(struct postgresql_connection *connection, const struct postgresql_query *query,
                                   struct error *err)
{
    struct pg_connection *server = &connection->server;
    bool good = false;
    if (!server->handle)
        return checked(connection, gone(err));
    if (!query)
        good = PQpipelineSync(server->handle);
    else
        good = query->variant ? send_prepared(connection, query) : send_plain(connection, query);
    if (good)
        return OK;
    bool is_broken = PQstatus(server->handle) == CONNECTION_BAD;
    pg_lose(server);
    return checked(connection, is_broken ? gone(err) : error_memory(err));
}

/* --- receiving --- */

/* The answers to what was sent, while they are read. */
struct postgresql_answers {
    int read;
    PGresult *last;     /* to be cleared */
    enum status status; /* of the first that failed */
    bool is_complete;
};

static void take_answer(struct postgresql_connection *connection, struct postgresql_answers *answers, PGresult *result,
                        struct error *err)
{
    if (PQresultStatus(result) == PGRES_PIPELINE_SYNC) {
        answers->is_complete = true;
        PQclear(result);
        return;
    }
    if (!answers->status)
        answers->status = pg_failure(result, err);
    struct variant *prepared = answers->read < connection->sent_count ? connection->sent[answers->read] : NULL;
    if (prepared && PQresultStatus(result) != PGRES_COMMAND_OK)
        prepared->generation = 0;
    answers->read++;
    PQclear(answers->last);
    answers->last = result;
}

static enum status receive_all(struct postgresql_connection *connection, struct postgresql_answers *answers,
                               int64_t wait_ms, struct error *err)
{
    enum status status = OK;
    int empty = 0; /* one stands behind the results of each statement */
    while (!status && !answers->is_complete) {
        PGresult *result = NULL;
        status = pg_receive(&connection->server, wait_ms, &result, answers->status ? NULL : err);
        empty = result || status ? 0 : empty + 1;
        if (result)
            take_answer(connection, answers, result, err);
        if (empty > 1) {
            pg_lose(&connection->server);
            status = gone(err);
        }
    }
    return answers->status ? answers->status : status;
}

/* The server said that it is about to end the connection, or has become one that can only be read. */
static bool is_useless(enum status status, const struct error *err)
{
    return status == E_IO && err->code && strcmp(err->code, "database_gone") == 0;
}

/* Sends all that was put together, and reads the answers; *result gets the last one, to be cleared. */
static enum status postgresql_finish(struct postgresql_connection *connection, PGresult **result, struct error *err)
{
    struct postgresql_answers answers = {0};
    struct error unseen = {OK};
    int64_t wait_ms = connection->is_reader ? READER_WAIT_MS : PG_STATEMENT_MS + GRACE_MS;
    err = err ? err : &unseen;
    enum status status = postgresql_send(connection, NULL, err);
    if (!status)
        status = pg_send(&connection->server, wait_ms, err);
    if (!status)
        status = pg_drain(&connection->server, wait_ms, err);
    if (!status)
        status = receive_all(connection, &answers, wait_ms, err);
    connection->sent_count = 0;
    connection->is_unread = connection->is_unread && status;
    if (status || !result)
        PQclear(answers.last);
    else
        *result = answers.last;
    if (is_useless(status, err))
        pg_lose(&connection->server);
    return checked(connection, status);
}

/* There is always room for a statement that is not prepared yet. */
static enum status postgresql_make_room(struct postgresql_connection *connection, struct error *err)
{
    return connection->sent_count + 2 > SENT_MAX ? postgresql_finish(connection, NULL, err) : OK;
}

static enum status queue(struct postgresql_connection *connection, const struct postgresql_query *query,
                         struct error *err)
{
    enum status status = postgresql_make_room(connection, err);
    return status ? status : postgresql_send(connection, query, err);
}

static enum status exchange(struct postgresql_connection *connection, const struct postgresql_query *query,
                            PGresult **result, struct error *err)
{
    *result = NULL;
    enum status status = queue(connection, query, err);
    return status ? status : postgresql_finish(connection, result, err);
}

static enum status queue_plain(struct postgresql_connection *connection, const char *sql, struct error *err)
{
    return queue(connection, &(struct postgresql_query){.sql = sql}, err);
}

static enum status run_plain(struct postgresql_connection *connection, const char *sql, PGresult **result,
                             struct error *err)
{
    return exchange(connection, &(struct postgresql_query){.sql = sql}, result, err);
}

/* --- transactions --- */

static void note_begin(struct postgresql_connection *connection, const PGresult *result)
{
    struct db_value now = {DB_NULL};
    pg_column(result, 0, 1, &now);
    connection->base.now = now.integer;
    connection->server.clock_ahead = now.integer - clock_mono_ms();
    snprintf(connection->transaction, sizeof connection->transaction, "%.*s", PQgetlength(result, 0, 2),
             PQgetvalue(result, 0, 2));
}

/* For what is part of a transaction only. */
static enum status no_transaction(const struct postgresql_connection *connection, struct error *err)
{
    if (connection->in_transaction)
        return OK;
    return connection->server.handle ? error_set(err, E_INTERNAL, NULL, "there is no transaction") : gone(err);
}

static enum status start_transaction(struct postgresql_connection *connection, const char *begin, struct error *err)
{
    enum status status = queue_plain(connection, begin, err);
    connection->in_transaction = !status;
    if (!status && connection->server.is_pooled)
        status = queue_plain(connection, PG_SETTINGS("true"), err);
    return status;
}

/* Nobody waits for the answer. Without a connection the server rolls back by itself. */
static enum status roll_back(struct postgresql_connection *connection)
{
    struct pg_connection *server = &connection->server;
    connection->in_transaction = connection->is_unread = false;
    connection->transaction[0] = '\0';
    if (connection->sent_count)
        postgresql_finish(connection, NULL, NULL);
    if (queue_plain(connection, "ROLLBACK", NULL) || postgresql_send(connection, NULL, NULL))
        return OK;
    server->unread++;
    connection->sent_count = 0;
    pg_send(server, GRACE_MS, NULL);
    return checked(connection, OK);
}

static enum status lock(struct postgresql_connection *connection, struct error *err)
{
    PGresult *result = NULL;
    enum status status = start_transaction(connection, "BEGIN ISOLATION LEVEL READ COMMITTED", err);
    if (!status)
        status = queue_plain(connection, LATER, err);
    if (!status)
        status = run_plain(connection, TAKE_LOCK, &result, err);
    if (!status)
        note_begin(connection, result);
    PQclear(result);
    return status;
}

/* Where that cannot be seen, nothing is trusted. */
static void note_run(struct postgresql_connection *connection)
{
    PGresult *result = NULL;
    struct db_value run = {DB_NULL};
    if (connection->run_generation == connection->server.generation)
        return;
    snprintf(connection->run, sizeof connection->run, "1 = 0");
    if (run_plain(connection, RUN, &result, NULL) == OK && pg_column(result, 0, 0, &run) &&
        run.bytes.len < sizeof connection->run)
        snprintf(connection->run, sizeof connection->run, "%.*s", STR_ARG(run.bytes));
    connection->run_generation = connection->server.generation;
    PQclear(result);
}

/* A connection that was idle may turn out to be lost only now; nothing was done on it yet. */
static enum status begin_write(struct postgresql_connection *connection, struct error *err)
{
    enum status status = OK;
    for (int try = 0; try < 2; try++) {
        status = pg_ensure(&connection->server, WRITER_PATIENCE_MS, err);
        if (!status) {
            note_run(connection);
            status = lock(connection, err);
        }
        if (!status || connection->server.handle)
            break;
    }
    if (status)
        roll_back(connection);
    return status;
}

/* A clock that was set, or goes differently, is noticed. */
static enum status refresh_clock(struct postgresql_connection *connection, struct error *err)
{
    PGresult *result = NULL;
    struct db_value now = {DB_NULL};
    int64_t asked_at = clock_mono_ms();
    if (asked_at - connection->clock_read_at < CLOCK_MS)
        return OK;
    enum status status = run_plain(connection, CLOCK, &result, err);
    if (!status) {
        pg_column(result, 0, 0, &now);
        connection->clock_read_at = clock_mono_ms();
        connection->server.clock_ahead = now.integer - (asked_at + connection->clock_read_at) / 2;
    }
    PQclear(result);
    return status;
}

static enum status begin_read(struct postgresql_connection *connection, struct error *err)
{
    enum status status = pg_ensure(&connection->server, READER_PATIENCE_MS, err);
    if (!status && refresh_clock(connection, err) && !connection->server.handle)
        status = pg_ensure(&connection->server, READER_PATIENCE_MS, err);
    if (status)
        return status;
    connection->base.now = clock_mono_ms() + connection->server.clock_ahead;
    connection->is_unread = true;
    return start_transaction(connection, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", err);
}

static enum status flush(struct postgresql_connection *connection, struct error *err)
{
    PGresult *result = NULL;
    enum status status = run_plain(connection, FLUSH, &result, err);
    PQclear(result);
    return status;
}

/* Was the transaction whose COMMIT nobody answered committed? Then it is on the disk as well. */
static enum status find_outcome(struct postgresql_connection *connection, struct error *err)
{
    static const char OTHER[] = "another run";
    char sql[sizeof connection->run + 128];
    snprintf(sql, sizeof sql, "SELECT CASE WHEN %s THEN pg_xact_status(CAST('%s' AS xid8)) ELSE '%s' END",
             connection->run, connection->transaction, OTHER);
    for (int64_t until = clock_mono_ms() + WRITER_PATIENCE_MS; clock_mono_ms() < until;) {
        PGresult *result = NULL;
        struct db_value said = {DB_NULL};
        if (pg_ensure(&connection->server, WRITER_PATIENCE_MS, NULL) == OK &&
            run_plain(connection, sql, &result, NULL) == OK)
            pg_column(result, 0, 0, &said);
        bool committed = str_eq(said.bytes, str_from("committed"));
        bool aborted = str_eq(said.bytes, str_from("aborted"));
        bool unknown = str_eq(said.bytes, str_from(OTHER));
        PQclear(result);
        if (committed && flush(connection, NULL) == OK)
            return OK;
        if (aborted)
            return error_set(err, E_IO, "database_gone", "the connection to the database was lost");
        if (unknown)
            break;
        pg_pause(OUTCOME_PAUSE_MS); /* its server process has not noticed yet that we are gone */
    }
    return error_set(err, E_IO, "database_gone",
                     "the connection to the database was lost, and whether the last change is stored is not known");
}

static enum status commit(struct postgresql_connection *connection, struct error *err)
{
    PGresult *result = NULL;
    enum status status = run_plain(connection, "COMMIT", &result, err);
    if (status && connection->server.handle)
        return status; /* it is still open */
    /* Of a transaction in which a statement has failed, COMMIT is a ROLLBACK. */
    if (!status && strcmp(PQcmdStatus(result), "COMMIT") != 0)
        status = error_set(err, E_IO, NULL, "the database gave a transaction up");
    else if (!status)
        status = flush(connection, err);
    if (status && !connection->server.handle && connection->transaction[0])
        status = find_outcome(connection, err);
    connection->in_transaction = false;
    connection->transaction[0] = '\0';
    PQclear(result);
    return status;
}

/* What has failed is told with its part of the transaction, and not with the next one. */
static enum status postgresql_release(struct postgresql_connection *connection, struct error *err)
{
    bool is_waited_for = connection->sent_count > 0;
    enum status status = queue_plain(connection, "RELEASE SAVEPOINT work", err);
    return status || !is_waited_for ? status : postgresql_finish(connection, NULL, err);
}

/* Behind a statement that has failed the server does nothing up to the end of the exchange. */
static enum status undo(struct postgresql_connection *connection, struct error *err)
{
    if (connection->sent_count)
        postgresql_finish(connection, NULL, NULL);
    return queue_plain(connection, "ROLLBACK TO SAVEPOINT work", err);
}

static enum status pg_control(struct db *db, enum db_control action, struct error *err)
{
    struct postgresql_connection *connection = connection_of(db);
    bool is_begin = action == DB_BEGIN_WRITE || action == DB_BEGIN_READ;
    enum status status = is_begin || action == DB_ROLLBACK ? OK : no_transaction(connection, err);
    if (status)
        return status;
    switch (action) {
    case DB_BEGIN_WRITE:
        return begin_write(connection, err);
    case DB_BEGIN_READ:
        return begin_read(connection, err);
    case DB_COMMIT:
        return commit(connection, err);
    case DB_ROLLBACK:
        return roll_back(connection);
    case DB_SAVEPOINT:
        return queue_plain(connection, "SAVEPOINT work", err);
    case DB_RELEASE:
        return postgresql_release(connection, err);
    case DB_UNDO:
        return undo(connection, err);
    }
    return OK;
}

static bool pg_in_transaction(struct db *db)
{
    return connection_of(db)->in_transaction;
}

/* --- statements --- */

static enum status pg_prepare(struct db *db, const char *sql, void **out, struct error *err)
{
    struct postgresql_statement *statement = calloc(1, sizeof *statement);
    (void)db;
    if (!statement || !(statement->sql = strdup(sql))) {
        free(statement);
        return error_memory(err);
    }
    *out = statement;
    return OK;
}

static void pg_finalize(struct db *db, void *opaque)
{
    struct postgresql_statement *statement = opaque;
    (void)db;
    for (struct variant *variant = statement->variants, *next; variant; variant = next) {
        next = variant->next;
        free(variant);
    }
    PQclear(statement->result);
    free(statement->sql);
    free(statement);
}

static enum status pg_bind(struct db *db, void *opaque, struct db_values values, struct error *err)
{
    struct postgresql_statement *statement = opaque;
    (void)db;
    return pg_values_set(&statement->values, values, err);
}

/* A placeholder may be NULL in one call and a text in the next, which are two statements to the server. */
static struct variant *find_variant(struct postgresql_connection *connection, struct postgresql_statement *statement)
{
    struct variant *variant = statement->variants;
    while (variant && !pg_values_same_types(&statement->values, variant->types))
        variant = variant->next;
    if (variant || !(variant = calloc(1, sizeof *variant)))
        return variant;
    memcpy(variant->types, statement->values.types, sizeof variant->types);
    snprintf(variant->name, sizeof variant->name, "s%u", ++connection->statements);
    variant->next = statement->variants;
    statement->variants = variant;
    return variant;
}

static enum status query_of(struct postgresql_connection *connection, struct postgresql_statement *statement,
                            struct postgresql_query *query, struct error *err)
{
    *query = (struct postgresql_query){.sql = statement->sql, .values = &statement->values};
    if (!connection->server.is_pooled && !(query->variant = find_variant(connection, statement)))
        return error_memory(err);
    return OK;
}

static enum status carry_out(struct postgresql_connection *connection, struct postgresql_statement *statement,
                             struct error *err)
{
    struct postgresql_query query;
    enum status status = query_of(connection, statement, &query, err);
    statement->row = 0;
    if (!status)
        status = exchange(connection, &query, &statement->result, err);
    if (!status || connection->server.handle || !connection->is_unread)
        return status;
    connection->is_unread = false;
    status = begin_read(connection, err);
    return status ? status : exchange(connection, &query, &statement->result, err);
}

static enum status pg_queue(struct db *db, void *statement, struct error *err)
{
    struct postgresql_query query;
    enum status status = query_of(connection_of(db), statement, &query, err);
    return status ? status : queue(connection_of(db), &query, err);
}

static enum status pg_step(struct db *db, void *opaque, bool *row, struct error *err)
{
    struct postgresql_statement *statement = opaque;
    enum status status = statement->result ? OK : carry_out(connection_of(db), statement, err);
    *row = !status && statement->row < PQntuples(statement->result);
    statement->row += *row;
    return status;
}

static bool pg_read_column(struct db *db, void *opaque, int column, struct db_value *value)
{
    const struct postgresql_statement *statement = opaque;
    (void)db;
    return pg_column(statement->result, statement->row - 1, column, value);
}

static int64_t pg_changes(struct db *db, void *opaque)
{
    (void)db;
    return strtoll(PQcmdTuples(((struct postgresql_statement *)opaque)->result), NULL, 10);
}

static void pg_reset(struct db *db, void *opaque)
{
    struct postgresql_statement *statement = opaque;
    (void)db;
    PQclear(statement->result);
    statement->result = NULL;
}

/* --- scripts --- */

/* The words of the schema, and what they are here. Texts are compared byte by byte, as by SQLite. */
static const char *const WORDS[][2] = {
    {"INTEGER", "BIGINT"}, {"REAL", "DOUBLE PRECISION"},
    {"BLOB", "BYTEA"},     {"TEXT", "TEXT COLLATE \"C\""},
    {"STRICT", ""},        {"WITHOUT", ""},
    {"ROWID", ""},
};

static struct str translated(struct str word)
{
    for (size_t i = 0; i < COUNT_OF(WORDS); i++)
        if (str_eq(word, str_from(WORDS[i][0])))
            return str_from(WORDS[i][1]);
    return word;
}

static bool postgresql_is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Length of what starts at `sql` and is taken as it is or as a word: a comment, a text in quotes, a word, a character.
 */
static size_t piece_length(const char *sql)
{
    size_t length = 1;
    if (sql[0] == '-' && sql[1] == '-')
        return strcspn(sql, "\n");
    if (sql[0] == '\'')
        return strcspn(sql + 1, "'") + (strchr(sql + 1, '\'') ? 2 : 1);
    while (postgresql_is_word(sql[0]) && postgresql_is_word(sql[length]))
        length++;
    return length;
}

static void translate(const char *sql, struct buf *out)
{
    for (size_t length; *sql; sql += length) {
        length = piece_length(sql);
        struct str piece = translated((struct str){sql, length});
        if (!str_starts((struct str){sql, length}, str_from("--")))
            buf_add(out, piece.data, piece.len);
    }
}

/* Several statements at once are no part of a pipeline. To migrate a large database takes as long as it takes. */
static enum status pg_script(struct db *db, const char *sql, struct error *err)
{
    struct postgresql_connection *connection = connection_of(db);
    struct buf text = {0};
    PGresult *result = NULL;
    if (connection->in_transaction)
        buf_str(&text, "SET LOCAL statement_timeout = 0;");
    translate(sql, &text);
    enum status status = text.failed ? error_memory(err) : run_plain(connection, "SELECT 1", &result, err);
    PQclear(result);
    if (!status)
        status = checked(connection, pg_run_script(&connection->server, text.data, err));
    buf_free(&text);
    return status;
}

enum status db_postgresql_server(struct db *db, struct pg_connection **server, struct error *err)
{
    struct postgresql_connection *connection = connection_of(db);
    PGresult *result = NULL;
    enum status status = run_plain(connection, "SELECT 1", &result, err);
    PQclear(result);
    *server = status ? NULL : &connection->server;
    return status;
}

/* false also when memory ran out: then the server counts as one that nobody checks. */
static bool has_option(PGconn *handle, const char *name, const char *value)
{
    PQconninfoOption *options = PQconninfo(handle);
    bool has = false;
    for (const PQconninfoOption *option = options; option && option->keyword; option++)
        has = has || (strcmp(option->keyword, name) == 0 && option->val && strcmp(option->val, value) == 0);
    PQconninfoFree(options);
    return has;
}

enum status db_postgresql_look(struct db *db, struct db_postgresql_link *link, struct error *err)
{
    struct pg_connection *server;
    enum status status = db_postgresql_server(db, &server, err);
    if (status)
        return status;
    const char *host = PQhost(server->handle), *address = PQhostaddr(server->handle);
    const char *shown = address && *address ? address : host ? host : "";
    bool is_socket = !host || !*host || *host == '/' || *host == '@';
    *link = (struct db_postgresql_link){
        .is_pooled = server->is_pooled,
        .is_near = is_socket || address_is_loopback(str_from(shown)),
        .is_encrypted = PQsslInUse(server->handle),
        .is_checked = has_option(server->handle, "sslmode", "verify-full"),
    };
    return OK;
}

/* --- connections --- */

static enum status pg_open(const char *target, enum db_mode mode, struct db **db, struct error *err)
{
    struct postgresql_connection *connection = calloc(1, sizeof *connection);
    if (!connection)
        return error_memory(err);
    enum status status = pg_init(&connection->server, target, err);
    connection->is_reader = mode == DB_READER;
    connection->server.is_strict = !connection->is_reader; /* it is opened at the start, a reader later */
    if (!status)
        status = pg_ensure(&connection->server, connection->is_reader ? READER_PATIENCE_MS : WRITER_PATIENCE_MS, err);
    connection->server.is_strict = false;
    if (status) {
        pg_close(&connection->server);
        free(connection);
        return status;
    }
    *db = &connection->base;
    return OK;
}

static void pg_close_db(struct db *db)
{
    pg_close(&connection_of(db)->server);
    free(db);
}

static enum status pg_copy(struct db *db, const char *target, struct error *err)
{
    (void)db, (void)target;
    return error_set(err, E_INVALID, NULL, "a PostgreSQL database is saved with pg_dump");
}

const struct db_driver db_postgresql = {
    .skip_locked = " FOR UPDATE SKIP LOCKED",
    .json_values = "json_array_elements_text(CAST($1 AS json)) AS line (value)",
    .is_shared = true,
    .open = pg_open,
    .close = pg_close_db,
    .in_transaction = pg_in_transaction,
    .control = pg_control,
    .copy = pg_copy,
    .script = pg_script,
    .prepare = pg_prepare,
    .finalize = pg_finalize,
    .bind = pg_bind,
    .queue = pg_queue,
    .step = pg_step,
    .column = pg_read_column,
    .changes = pg_changes,
    .reset = pg_reset,
};
