#include "store/db/readers.h"

#include "base/system/thread.h"

#include <stdlib.h>

/* A read takes microseconds: more connections would only cost memory. Those that take longer have a share of them. */
enum { READERS_MAX = 8, READERS_LONG = 3 };

struct readers {
    const struct db_driver *driver;
    char *path;
    pthread_mutex_t mutex;
    pthread_cond_t returned;
    struct db *idle[READERS_MAX];
    size_t idle_count, open_count;
    size_t long_count; /* long reads under way */
};

enum status readers_new(const struct db_driver *driver, const char *path, struct readers **readers, struct error *err)
{
    struct readers *made = calloc(1, sizeof *made);
    if (!made)
        return error_memory(err);
    made->path = strdup(path);
    if (!made->path) {
        free(made);
        return error_memory(err);
    }
    made->driver = driver;
    pthread_mutex_init(&made->mutex, NULL);
    condition_init(&made->returned);
    *readers = made;
    return OK;
}

void readers_free(struct readers *readers)
{
    if (!readers)
        return;
    pthread_mutex_lock(&readers->mutex);
    while (readers->idle_count < readers->open_count)
        pthread_cond_wait(&readers->returned, &readers->mutex);
    pthread_mutex_unlock(&readers->mutex);
    for (size_t i = 0; i < readers->idle_count; i++)
        db_close(readers->idle[i]);
    pthread_cond_destroy(&readers->returned);
    pthread_mutex_destroy(&readers->mutex);
    free(readers->path);
    free(readers);
}

static bool must_wait(const struct readers *readers, bool is_long)
{
    return (!readers->idle_count && readers->open_count == READERS_MAX) ||
           (is_long && readers->long_count == READERS_LONG);
}

/* An idle connection. NULL: the caller opens one, which is counted as open already. */
static struct db *take_idle(struct readers *readers, bool is_long)
{
    pthread_mutex_lock(&readers->mutex);
    while (must_wait(readers, is_long))
        pthread_cond_wait(&readers->returned, &readers->mutex);
    readers->long_count += is_long;
    struct db *db = NULL;
    if (readers->idle_count)
        db = readers->idle[--readers->idle_count];
    else
        readers->open_count++;
    pthread_mutex_unlock(&readers->mutex);
    return db;
}

/* db NULL: the connection could not be opened, and is not counted any more. */
static void give_back(struct readers *readers, struct db *db, bool is_long)
{
    pthread_mutex_lock(&readers->mutex);
    readers->long_count -= is_long;
    if (db)
        readers->idle[readers->idle_count++] = db;
    else
        readers->open_count--;
    pthread_cond_broadcast(&readers->returned); /* not all wait for the same */
    pthread_mutex_unlock(&readers->mutex);
}

enum status readers_run(struct readers *readers, bool is_long, db_work work, void *argument, struct error *err)
{
    struct db *db = take_idle(readers, is_long);
    enum status status = db ? OK : db_open(readers->driver, readers->path, DB_READER, &db, err);
    if (!status)
        status = db_begin(db, DB_READER, err);
    if (!status)
        status = work(db, argument, err);
    if (db)
        db_rollback(db); /* nothing was written */
    give_back(readers, db, is_long);
    return status;
}
