#include "store/notices/notices.h"

#include "base/system/thread.h"
#include "store/db/pg_connection.h"
#include "store/notices/batch.h"

#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

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
    if (status == OK)
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
    const char *channel = status == OK ? PQgetvalue(answer, 0, 0) : "";
    char *literal = status == OK ? PQescapeLiteral(handle, channel, strlen(channel)) : NULL;
    *name = status == OK ? PQescapeIdentifier(handle, channel, strlen(channel)) : NULL;
    if (status == OK && (!literal || !*name))
        status = error_memory(err);
    if (status == OK)
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
    if (status == OK) {
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
    if (status == OK)
        status = find_channel(notices, &channel, &err);
    if (status == OK && connection->is_pooled)
        say_why(notices, "the connection is a pooler's, which lends it for one transaction");
    else if (status == OK)
        status = notices_listen(notices, channel, &err);
    if (status != OK)
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
    if (status != OK) {
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
    if (run_plain(notices, "SELECT 1", ANSWER_MS, &err) != OK)
        notices_give_up(notices, err.message);
}

/* --- the thread --- */

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
    if (status == OK && !notices->node)
        status = error_memory(err);
    if (status == OK && notices->wake < 0)
        status = error_set(err, E_IO, NULL, "the system has no descriptor left");
    if (status == OK)
        *out = notices;
    else
        notices_free(notices);
    return status;
}

enum status notices_start(struct notices *notices, struct error *err)
{
    enum status status = thread_start(&notices->thread, notices_work, notices, err);
    notices->is_running = status == OK;
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
