#include "base/system/system.h"
#include "store/db/db.h"

#include <errno.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>

/*
 * Tasks of a group. This bounds how long the first of them waits for its answer, and how much one failed commit can
 * undo.
 */
enum { GROUP_MAX = 256 };

struct writer_task {
    struct writer_task *next;
    db_work work;
    db_joint_work joint; /* instead of work */
    void *argument;
    db_done done;
    void *done_argument;
    bool on_heap;
    enum status status;
    struct error err;
};

struct writer {
    struct db *db;
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t wake; /* something is queued, or closing */
    struct writer_task *first, **last;
    bool closing;
    atomic_bool failed; /* a write failed on the disk, and none has been seen to succeed since */
};

/* --- a group of tasks --- */

/* Answers the tasks from `first` to before `end`. A task may be gone as soon as it is answered. */
static void writer_answer(struct writer_task *first, const struct writer_task *end)
{
    for (struct writer_task *task = first, *next; task != end; task = next) {
        next = task->next;
        bool on_heap = task->on_heap;
        task->done(task->done_argument, task->status, &task->err);
        if (on_heap)
            free(task);
    }
}

/* The commit failed: report the error to every task of this batch, including those whose statements succeeded. */
static void writer_fail(struct writer_task *first, const struct writer_task *end, const struct error *reason)
{
    for (struct writer_task *task = first; task != end; task = task->next) {
        if (task->status)
            continue;
        task->err = *reason;
        task->status = reason->status;
    }
}

/* Puts tasks of one joint work behind the first of them. */
static void writer_gather(struct writer_task *first)
{
    for (struct writer_task *last = first; last; last = last->next) {
        struct writer_task **link = &last->next;
        while (last->joint && *link) {
            struct writer_task *other = *link;
            if (other->joint != last->joint || link == &last->next) {
                link = &other->next;
            } else {
                *link = other->next;
                other->next = last->next;
                last->next = other;
            }
            if (other->joint == last->joint)
                last = other;
        }
    }
}

static enum status run_work(struct db *db, const struct writer_task *first, const struct writer_task *end,
                            struct error *err)
{
    void *arguments[DB_JOINT_MAX];
    size_t count = 0;
    if (!first->joint)
        return first->work(db, first->argument, err);
    for (const struct writer_task *task = first; task != end; task = task->next)
        arguments[count++] = task->argument;
    return first->joint(db, arguments, count, err);
}

/*
 * Runs the tasks from `first` to before `end` as one piece of work; all have its outcome. False: the transaction no
 * longer holds exactly the work that has succeeded so far; *lost may say why.
 */
static bool run_piece(struct db *db, struct writer_task *first, struct writer_task *end, struct error *lost)
{
    struct error *err = &first->err;
    enum status status = db_savepoint(db, err);
    if (!status)
        status = run_work(db, first, end, err);
    if (!status)
        status = db_release(db, err);
    if (status && !err->status)
        error_set(err, status, NULL, "%s", status_name(status));
    for (struct writer_task *task = first; task != end; task = task->next) {
        task->status = status;
        task->err = *err;
    }
    return !status || (db->driver->in_transaction(db) && db_undo(db, lost) == OK);
}

/* Where the tasks end that are done together with this one. */
static struct writer_task *end_of_piece(struct writer_task *task)
{
    db_joint_work joint = task->joint;
    struct writer_task *end = task->next;
    for (int count = 1; joint && end && end->joint == joint && count < DB_JOINT_MAX; count++)
        end = end->next;
    return end;
}

/*
 * Finds the error for the other tasks of a transaction that is lost. Usually SQLite has rolled it back by itself,
 * because memory or the disk ran out in the middle of a statement.
 */
static void explain_loss(const struct writer_task *culprit, struct error *lost)
{
    enum status status = culprit->status;
    if (!lost->status && (status == E_MEMORY || status == E_IO || status == E_CORRUPT))
        *lost = culprit->err;
    if (!lost->status)
        error_set(lost, E_IO, NULL, "the database gave a transaction up");
}

/* Runs each alone, until the transaction is lost: then the first task that was not run is returned in *end. */
static bool run_each(struct db *db, struct writer_task *first, struct writer_task **end, struct error *lost)
{
    for (struct writer_task *task = first; task != *end; task = task->next) {
        if (run_piece(db, task, task->next, lost))
            continue;
        explain_loss(task, lost);
        *end = task->next;
        return false;
    }
    return true;
}

/*
 * Runs tasks in the open transaction, to the end of the list or until the transaction is lost. Then *lost is the
 * error, and the first task that was not run is returned.
 */
static struct writer_task *run_tasks(struct db *db, struct writer_task *first, struct error *lost)
{
    for (struct writer_task *task = first, *end; task; task = end) {
        end = end_of_piece(task);
        if (!run_piece(db, task, end, lost)) {
            explain_loss(task, lost);
            return end;
        }
        if (task->status && task->next != end && !run_each(db, task, &end, lost))
            return end;
    }
    return NULL;
}

static bool any_succeeded(const struct writer_task *task, const struct writer_task *end)
{
    while (task != end && task->status)
        task = task->next;
    return task != end;
}

static void note_failures(struct writer *writer, const struct writer_task *task, const struct writer_task *end)
{
    for (; task != end; task = task->next)
        if (task->status == E_IO)
            atomic_store(&writer->failed, true);
}

/* Runs and answers the tasks of one transaction. Returns the first task that is left. */
static struct writer_task *run_group(struct writer *writer, struct writer_task *first)
{
    struct db *db = writer->db;
    struct error reason = {OK};
    if (db_begin(db, DB_WRITER, &reason)) {
        writer_fail(first, NULL, &reason);
        note_failures(writer, first, NULL);
        writer_answer(first, NULL);
        return NULL;
    }
    struct writer_task *rest = run_tasks(db, first, &reason);
    if (!reason.status && any_succeeded(first, rest))
        db_commit(db, &reason);
    db_rollback(db); /* does nothing after a commit */
    if (reason.status) {
        log_line(LOG_WARN, "store: a group of writes was undone: %s", reason.message);
        writer_fail(first, rest, &reason);
    }
    note_failures(writer, first, rest);
    writer_answer(first, rest);
    return rest;
}

/* --- the thread --- */

/* Waits for tasks and takes up to GROUP_MAX of them. NULL: the writer is closing, and nothing is left. */
static struct writer_task *take_group(struct writer *writer)
{
    pthread_mutex_lock(&writer->mutex);
    while (!writer->first && !writer->closing)
        pthread_cond_wait(&writer->wake, &writer->mutex);
    struct writer_task *group = writer->first, *last = group;
    for (int count = 1; last && last->next && count < GROUP_MAX; count++)
        last = last->next;
    if (last) {
        writer->first = last->next;
        last->next = NULL;
        if (!writer->first)
            writer->last = &writer->first;
    }
    pthread_mutex_unlock(&writer->mutex);
    writer_gather(group);
    return group;
}

static void *writer_main(void *argument)
{
    struct writer *writer = argument;
    struct writer_task *group;
    while ((group = take_group(writer)))
        while (group)
            group = run_group(writer, group);
    db_close(writer->db); /* in this thread, where signals are blocked: closing writes to the disk, too */
    return NULL;
}

static enum status writer_start_thread(struct writer *writer, struct error *err)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    enum status status = thread_start(&writer->thread, writer_main, writer, err);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return status;
}

static void writer_free(struct writer *writer)
{
    pthread_cond_destroy(&writer->wake);
    pthread_mutex_destroy(&writer->mutex);
    free(writer);
}

enum status writer_start(struct db *db, struct writer **writer, struct error *err)
{
    struct writer *started = calloc(1, sizeof *started);
    if (!started) {
        db_close(db);
        return error_memory(err);
    }
    started->db = db;
    started->last = &started->first;
    pthread_mutex_init(&started->mutex, NULL);
    condition_init(&started->wake);
    enum status status = writer_start_thread(started, err);
    if (status) {
        db_close(db);
        writer_free(started);
        return status;
    }
    *writer = started;
    return OK;
}

void writer_stop(struct writer *writer)
{
    pthread_mutex_lock(&writer->mutex);
    writer->closing = true;
    pthread_cond_signal(&writer->wake);
    pthread_mutex_unlock(&writer->mutex);
    pthread_join(writer->thread, NULL);
    writer_free(writer);
}

bool writer_has_failed(const struct writer *writer)
{
    return atomic_load(&writer->failed);
}

void writer_has_recovered(struct writer *writer)
{
    atomic_store(&writer->failed, false);
}

/* --- callers --- */

static enum status writer_push(struct writer *writer, struct writer_task *task, struct error *err)
{
    pthread_mutex_lock(&writer->mutex);
    bool closing = writer->closing;
    if (!closing) {
        *writer->last = task;
        writer->last = &task->next;
        pthread_cond_signal(&writer->wake);
    }
    pthread_mutex_unlock(&writer->mutex);
    return closing ? error_set(err, E_CANCELLED, NULL, "the store is closing") : OK;
}

enum status writer_submit(struct writer *writer, db_work work, void *argument, db_done done, struct error *err)
{
    struct writer_task *task = calloc(1, sizeof *task);
    if (!task)
        return error_memory(err);
    *task = (struct writer_task){
        .work = work, .argument = argument, .done = done, .done_argument = argument, .on_heap = true};
    enum status status = writer_push(writer, task, err);
    if (status)
        free(task);
    return status;
}

struct writer_waiter {
    sem_t answered;
    enum status status;
    struct error *err; /* the caller's, may be NULL */
};

static void wake_waiter(void *argument, enum status status, const struct error *err)
{
    struct writer_waiter *waiter = argument;
    waiter->status = status;
    if (status && waiter->err)
        *waiter->err = *err;
    sem_post(&waiter->answered);
}

static enum status run_and_wait(struct writer *writer, const struct writer_task *what, struct error *err)
{
    if (pthread_equal(pthread_self(), writer->thread))
        return error_set(err, E_INTERNAL, NULL, "store_write was called by the store's own writer");
    struct writer_waiter waiter = {.err = err};
    sem_init(&waiter.answered, 0, 0);
    struct writer_task task = *what;
    task.done = wake_waiter;
    task.done_argument = &waiter;
    enum status status = writer_push(writer, &task, err);
    if (!status) {
        while (sem_wait(&waiter.answered) < 0 && errno == EINTR)
            continue;
        status = waiter.status;
    }
    sem_destroy(&waiter.answered);
    return status;
}

enum status writer_run(struct writer *writer, db_work work, void *argument, struct error *err)
{
    return run_and_wait(writer, &(struct writer_task){.work = work, .argument = argument}, err);
}

enum status writer_run_joint(struct writer *writer, db_joint_work work, void *argument, struct error *err)
{
    return run_and_wait(writer, &(struct writer_task){.joint = work, .argument = argument}, err);
}
