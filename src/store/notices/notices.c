#include "store/notices/notices.h"

#include "base/system/system.h"
#include "store/db/postgresql.h"

#include <ctype.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* --- a batch --- */

enum { ENTRY_MAX = 400 };

bool batch_is_empty(const struct batch *batch)
{
    return !batch->is_everything && !batch->entries.count;
}

void batch_clear(struct batch *batch)
{
    arena_free(batch->arena);
    *batch = (struct batch){0};
}

static void batch_add_everything(struct batch *batch)
{
    batch_clear(batch);
    batch->is_everything = true;
}

/* --- entries --- */

static bool batch_is_plain(char c)
{
    return isalnum((unsigned char)c) || c == '-' || c == '_' || c == '.';
}

/* False: it is too long. */
static bool batch_write_entry(const char *kind, const char *id, char out[ENTRY_MAX])
{
    size_t length = (size_t)snprintf(out, ENTRY_MAX, "%s:", kind);
    for (; *id && length + 3 < ENTRY_MAX; id++)
        length += (size_t)snprintf(out + length, ENTRY_MAX - length, batch_is_plain(*id) ? "%c" : "%%%02X",
                                   (unsigned char)*id);
    return !*id && length < ENTRY_MAX;
}

/* In place. False: it is none. */
static bool batch_decode(char *id)
{
    char *to = id;
    for (; *id; id++) {
        if (*id == '%') {
            char digits[3] = {id[1], id[1] ? id[2] : '\0', '\0'};
            if (!isxdigit((unsigned char)digits[0]) || !isxdigit((unsigned char)digits[1]))
                return false;
            if (!(*to++ = (char)strtol(digits, NULL, 16)))
                return false;
            id += 2;
        } else if (batch_is_plain(*id)) {
            *to++ = *id;
        } else {
            return false;
        }
    }
    *to = '\0';
    return true;
}

/* NULL: no memory. *is_new: it was not there. */
static void *batch_keep(struct batch *batch, const char *entry, bool *is_new)
{
    if (!batch->arena) {
        if (!(batch->arena = arena_new()))
            return NULL;
        map_init(&batch->entries, batch->arena);
    }
    void *known = map_get(&batch->entries, str_from(entry));
    *is_new = !known;
    if (known)
        return known;
    char *copy = arena_copy(batch->arena, entry);
    void **place = copy ? map_put(&batch->entries, str_from(copy)) : NULL;
    if (place)
        *place = copy;
    return place;
}

bool batch_add(struct batch *batch, const char *kind, const char *id)
{
    char entry[ENTRY_MAX];
    bool is_new = true;
    if (batch->is_everything)
        return false;
    if (!batch_write_entry(kind, id, entry) || !batch_keep(batch, entry, &is_new)) {
        batch_add_everything(batch);
        return true;
    }
    if (!is_new)
        return false;
    batch->bytes += strlen(entry) + 1;
    if (batch->bytes > (size_t)BATCH_TEXT_MAX * (BATCH_TEXTS_MAX - 1))
        batch_add_everything(batch);
    return true;
}

/* --- writing --- */

static void begin_text(struct buf *out, const char *channel, const char *node, bool is_first)
{
    buf_printf(out, "%spg_notify(%s, '%s", is_first ? "" : "'), ", channel, node);
}

void batch_write(const struct batch *batch, const char *channel, const char *node, struct buf *out)
{
    size_t length = strlen(node);
    begin_text(out, channel, node, true);
    if (batch->is_everything)
        buf_str(out, " *");
    for (size_t i = 0; i < batch->entries.count; i++) {
        struct str entry = batch->entries.entries[i].key;
        if (length + 1 + entry.len > BATCH_TEXT_MAX) {
            begin_text(out, channel, node, false);
            length = strlen(node);
        }
        buf_char(out, ' ');
        buf_add(out, entry.data, entry.len);
        length += 1 + entry.len;
    }
    buf_str(out, "')");
}

/* --- reading --- */

/* False: it cannot be read. */
static bool batch_read_entry(struct str text, batch_receive receive, void *context)
{
    char entry[ENTRY_MAX];
    if (text.len >= sizeof entry)
        return false;
    snprintf(entry, sizeof entry, "%.*s", (int)text.len, text.data);
    char *colon = strchr(entry, ':');
    if (!colon || colon == entry || !batch_decode(colon + 1))
        return false;
    *colon = '\0';
    receive(context, entry, colon + 1);
    return true;
}

void batch_read(const char *text, const char *node, batch_receive receive, void *context)
{
    struct str rest = str_from(text), piece = {0};
    if (str_split(&rest, ' ', &piece) && str_eq(piece, str_from(node)))
        return;
    while (str_split(&rest, ' ', &piece))
        if (!batch_read_entry(piece, receive, context))
            receive(context, NULL, NULL);
}

/* --- the thread --- */

enum {
    GAP_MS = 8,          /* between two statements that tell, on the average */
    BURST_MS = 40,       /* as many of them go at once */
    QUIET_MS = 20000,    /* after which the server is asked whether it is there */
    ANSWER_MS = 5000,    /* how long it has for an answer */
    LAST_MS = 1000,      /* the same at the end */
    TRY_AGAIN_MS = 1000, /* after a statement that the server refused */
    CHANNEL_MAX = 400    /* bytes of its name, quoted */
};

/* The name of the channel holds that of the schema, as far as names may be long. */
static const char CHANNEL[] =
    "SELECT CASE WHEN octet_length('copydesk.' || current_schema()) < 64 THEN 'copydesk.' || current_schema() "
    "ELSE 'copydesk.' || to_hex(hashtextextended(current_schema(), 0)) END";

struct notices {
    struct notices_options options;
    char *node;
    pthread_mutex_t lock;
    struct batch batch; /* under the lock */
    int wake;           /* an eventfd: something is to be told, or the thread is to end */
    atomic_bool is_stopping, is_heard;
    pthread_t thread;
    bool is_running;

    /* The thread's own. */
    struct pg_connection connection;
    char channel[CHANNEL_MAX]; /* as a literal of SQL */
    int64_t send_at;           /* clock_mono_ms; more than BURST_MS before it nothing is told */
    int64_t heard_at;          /* when the server was last heard of */
    bool has_said_why;         /* the log: why nothing is heard */
};

/* --- what is to be told --- */

static void ring(const struct notices *notices)
{
    uint64_t one = 1;
    ssize_t written = write(notices->wake, &one, sizeof one);
    (void)written; /* it can fail only when it rings already */
}

void notices_send(struct notices *notices, const char *kind, const char *id)
{
    if (!notices)
        return;
    pthread_mutex_lock(&notices->lock);
    bool is_first = batch_is_empty(&notices->batch);
    batch_add(&notices->batch, kind, id);
    pthread_mutex_unlock(&notices->lock);
    if (is_first)
        ring(notices);
}

static bool has_something_to_tell(struct notices *notices)
{
    pthread_mutex_lock(&notices->lock);
    bool has = !batch_is_empty(&notices->batch);
    pthread_mutex_unlock(&notices->lock);
    return has;
}

static struct batch take_batch(struct notices *notices)
{
    pthread_mutex_lock(&notices->lock);
    struct batch batch = notices->batch;
    notices->batch = (struct batch){0};
    pthread_mutex_unlock(&notices->lock);
    return batch;
}

/* --- the connection --- */

static enum status notices_run(struct notices *notices, const char *sql, int64_t wait_ms, PGresult **answer,
                               struct error *err)
{
    enum status status = pg_ask(&notices->connection, sql, wait_ms, answer, err);
    if (!status)
        notices->heard_at = clock_mono_ms();
    return status;
}

static enum status run_plain(struct notices *notices, const char *sql, int64_t wait_ms, struct error *err)
{
    PGresult *answer = NULL;
    enum status status = notices_run(notices, sql, wait_ms, &answer, err);
    PQclear(answer);
    return status;
}

/* *name is to be freed with PQfreemem. */
static enum status find_channel(struct notices *notices, char **name, struct error *err)
{
    PGresult *answer = NULL;
    PGconn *handle = notices->connection.handle;
    enum status status = notices_run(notices, CHANNEL, ANSWER_MS, &answer, err);
    const char *channel = !status ? PQgetvalue(answer, 0, 0) : "";
    char *literal = !status ? PQescapeLiteral(handle, channel, strlen(channel)) : NULL;
    *name = !status ? PQescapeIdentifier(handle, channel, strlen(channel)) : NULL;
    if (!status && (!literal || !*name))
        status = error_memory(err);
    if (!status)
        snprintf(notices->channel, sizeof notices->channel, "%s", literal);
    PQfreemem(literal);
    PQclear(answer);
    return status;
}

/* Nobody waits for what it tells to be on the disk. */
static enum status notices_listen(struct notices *notices, const char *channel, struct error *err)
{
    char sql[CHANNEL_MAX + 128];
    snprintf(sql, sizeof sql, "SET application_name = 'copydesk notices'; SET synchronous_commit = off; LISTEN %s",
             channel);
    enum status status = run_plain(notices, sql, ANSWER_MS, err);
    if (!status) {
        atomic_store(&notices->is_heard, true);
        log_line(LOG_DEBUG, "changes that other nodes make are told at once");
        notices->has_said_why = false;
        notices->options.receive(notices->options.context, NULL, NULL);
    }
    return status;
}

static void say_why(struct notices *notices, const char *why)
{
    if (!notices->has_said_why)
        log_line(LOG_INFO, "changes that other nodes make are not told, but looked for: %s", why);
    notices->has_said_why = true;
}

static void notices_give_up(struct notices *notices, const char *why)
{
    struct pg_connection *connection = &notices->connection;
    pg_lose(connection);
    /* One that was of use is made anew at once; without any, pg_ensure has set the time. */
    if (!atomic_exchange(&notices->is_heard, false) && !connection->failures)
        connection->retry_at = clock_mono_ms() + TRY_AGAIN_MS;
    say_why(notices, why);
}

static void connect_again(struct notices *notices)
{
    struct error err;
    struct pg_connection *connection = &notices->connection;
    if (connection->handle || clock_mono_ms() < connection->retry_at)
        return;
    char *channel = NULL;
    enum status status = pg_ensure(connection, 0, &err);
    if (!status)
        status = find_channel(notices, &channel, &err);
    if (!status && connection->is_pooled)
        say_why(notices, "the connection is a pooler's, which lends it for one transaction");
    else if (!status)
        status = notices_listen(notices, channel, &err);
    if (status)
        notices_give_up(notices, err.message);
    PQfreemem(channel);
}

/* --- telling --- */

static void notices_tell(struct notices *notices, int64_t wait_ms)
{
    struct error err;
    struct buf sql = {0};
    struct batch batch = take_batch(notices);
    buf_str(&sql, "SELECT ");
    batch_write(&batch, notices->channel, notices->node, &sql);
    enum status status = sql.failed ? error_memory(&err) : run_plain(notices, sql.data, wait_ms, &err);
    int64_t now = clock_mono_ms();
    notices->send_at = (notices->send_at > now ? notices->send_at : now) + GAP_MS;
    if (status) {
        notices->send_at = now + BURST_MS + TRY_AGAIN_MS;
        log_line(LOG_DEBUG, "other nodes could not be told: %s", err.message);
        pthread_mutex_lock(&notices->lock);
        batch_add_everything(&notices->batch);
        pthread_mutex_unlock(&notices->lock);
    }
    batch_clear(&batch);
    buf_free(&sql);
}

static void tell_what_is_due(struct notices *notices)
{
    if (notices->connection.handle && clock_mono_ms() + BURST_MS >= notices->send_at && has_something_to_tell(notices))
        notices_tell(notices, ANSWER_MS);
}

/* --- hearing --- */

static void hear(struct notices *notices)
{
    PGconn *handle = notices->connection.handle;
    if (!handle)
        return;
    if (!PQconsumeInput(handle)) {
        notices_give_up(notices, "the connection was lost");
        return;
    }
    for (PGnotify *notify; (notify = PQnotifies(handle));) {
        notices->heard_at = clock_mono_ms();
        batch_read(notify->extra, notices->node, notices->options.receive, notices->options.context);
        PQfreemem(notify);
    }
}

static void ask_whether_it_is_there(struct notices *notices)
{
    struct error err;
    if (!notices->connection.handle || clock_mono_ms() - notices->heard_at < QUIET_MS)
        return;
    if (run_plain(notices, "SELECT 1", ANSWER_MS, &err))
        notices_give_up(notices, err.message);
}

/* --- its turns --- */

static int64_t next_time(struct notices *notices)
{
    int64_t next = notices->heard_at + QUIET_MS;
    if (!notices->connection.handle)
        return notices->connection.retry_at;
    int64_t send_at = notices->send_at - BURST_MS;
    return send_at < next && has_something_to_tell(notices) ? send_at : next;
}

static void wait_for_something(struct notices *notices)
{
    uint64_t count;
    PGconn *handle = notices->connection.handle;
    struct pollfd watched[] = {{.fd = notices->wake, .events = POLLIN},
                               {.fd = handle ? PQsocket(handle) : -1, .events = POLLIN}};
    int64_t rest = next_time(notices) - clock_mono_ms();
    int ready = poll(watched, COUNT_OF(watched), rest > 0 ? (int)rest : 0);
    if (ready > 0 && watched[0].revents && read(notices->wake, &count, sizeof count) < 0)
        log_line(LOG_DEBUG, "nobody rang");
}

static void *notices_work(void *argument)
{
    struct notices *notices = argument;
    while (!atomic_load(&notices->is_stopping)) {
        connect_again(notices);
        tell_what_is_due(notices);
        ask_whether_it_is_there(notices);
        if (!notices->connection.handle && atomic_load(&notices->is_heard))
            notices_give_up(notices, "the connection was lost");
        hear(notices); /* last: what came with an answer is not to be waited for */
        wait_for_something(notices);
    }
    return NULL;
}

/* --- beginning and end --- */

enum status notices_new(const struct notices_options *options, struct notices **out, struct error *err)
{
    struct notices *notices = calloc(1, sizeof *notices);
    if (!notices)
        return error_memory(err);
    notices->options = *options;
    pthread_mutex_init(&notices->lock, NULL);
    notices->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    notices->node = strdup(options->node);
    enum status status = pg_init(&notices->connection, options->database, err);
    notices->connection.is_plain = true;
    if (!status && !notices->node)
        status = error_memory(err);
    if (!status && notices->wake < 0)
        status = error_set(err, E_IO, NULL, "the system has no descriptor left");
    if (!status)
        *out = notices;
    else
        notices_free(notices);
    return status;
}

enum status notices_start(struct notices *notices, struct error *err)
{
    enum status status = thread_start(&notices->thread, notices_work, notices, err);
    notices->is_running = !status;
    return status;
}

bool notices_come(const struct notices *notices)
{
    return notices && atomic_load(&notices->is_heard);
}

void notices_stop(struct notices *notices)
{
    if (!notices || !notices->is_running)
        return;
    atomic_store(&notices->is_stopping, true);
    ring(notices);
    pthread_join(notices->thread, NULL);
    notices->is_running = false;
    atomic_store(&notices->is_heard, false);
}

void notices_free(struct notices *notices)
{
    if (!notices)
        return;
    notices_stop(notices);
    if (notices->connection.handle && has_something_to_tell(notices))
        notices_tell(notices, LAST_MS);
    pg_close(&notices->connection);
    batch_clear(&notices->batch);
    pthread_mutex_destroy(&notices->lock);
    if (notices->wake >= 0)
        close(notices->wake);
    free(notices->node);
    free(notices);
}

/* --- what is looked at whether notices come or not --- */

/* Of EXISTS PostgreSQL would make a join with all that is in line (article_claim.c). */
#define WAITS(since, waiting)                                                                                          \
    "SELECT 1 AS found FROM account c WHERE c." since " IS NOT NULL AND c.state = 'active' AND (SELECT a.id FROM "     \
    "article a WHERE " waiting " AND a.account_id = c.id AND a.lease_until <= $1 LIMIT 1) IS NOT NULL"

static const char WORK[] =
    "SELECT found FROM (" WAITS("writing_since", "a.state IN ('queued', 'processing')") " UNION ALL " WAITS(
        "polishing_since", "a.polish IS NOT NULL") ") line LIMIT 1";

enum status glance_work(struct db *db, bool *is_due, struct error *err)
{
    return db_exists(db, WORK, DB_BIND(db_int(db_now(db))), is_due, err);
}

static const struct db_table VERSIONS = {QUERY_OF(struct glance_version, READ(struct glance_version, id),
                                                  READ_AS(struct glance_version, version, "CAST(version AS TEXT)"))};

/* Of UUIDs, which have nothing that JSON would escape. */
static void glance_write_list(const char *const *ids, size_t count, struct buf *out)
{
    buf_char(out, '[');
    for (size_t i = 0; i < count; i++)
        buf_printf(out, "%s\"%s\"", i ? "," : "", ids[i]);
    buf_char(out, ']');
}

enum status glance_versions(struct db *db, struct arena *arena, const char *const *ids, size_t count,
                            struct glance_version **versions, size_t *found, struct error *err)
{
    struct buf wanted = {0};
    const char *values = db->driver->json_values;
    glance_write_list(ids, count, &wanted);
    char sql[400];
    snprintf(sql, sizeof sql,
             "SELECT $* FROM article WHERE id IN (SELECT value FROM %s) "
             "UNION ALL SELECT id, CAST(updated_at AS TEXT) || '.' || CAST(pages_version AS TEXT) "
             "|| '.' || state FROM domain WHERE id IN (SELECT value FROM %s)",
             values, values);
    *versions = NULL;
    *found = 0;
    enum status status =
        wanted.failed ? error_memory(err)
                      : table_all(db, &VERSIONS, sql, DB_BIND(db_text(buf_text(&wanted))), arena, versions, found, err);
    buf_free(&wanted);
    return status;
}
