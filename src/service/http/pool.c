#include "service/http/pool.h"

#include "base/system/thread.h"

#include <stdlib.h>

struct task {
    void (*work)(void *argument);
    void *argument;
    struct task *next;
};

struct pool {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct task *first, **last;
    bool closed;
    int threads;
    pthread_t *ids;
};

static struct task *next_task(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    while (!pool->first && !pool->closed)
        pthread_cond_wait(&pool->changed, &pool->lock);
    struct task *task = pool->first;
    if (task) {
        pool->first = task->next;
        if (!pool->first)
            pool->last = &pool->first;
    }
    pthread_mutex_unlock(&pool->lock);
    return task;
}

static void *run(void *argument)
{
    struct pool *pool = argument;
    struct task *task;
    while ((task = next_task(pool))) {
        task->work(task->argument);
        free(task);
    }
    return NULL;
}

enum status pool_new(int threads, struct pool **out, struct error *err)
{
    struct pool *pool = calloc(1, sizeof *pool);
    pthread_t *ids = calloc((size_t)threads, sizeof *ids);
    if (!pool || !ids) {
        free(pool);
        free(ids);
        return error_memory(err);
    }
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->changed, NULL);
    pool->last = &pool->first;
    pool->ids = ids;
    enum status status = OK;
    while (status == OK && pool->threads < threads) {
        status = thread_start(&ids[pool->threads], run, pool, err);
        pool->threads += status == OK;
    }
    if (status == OK)
        *out = pool;
    else
        pool_free(pool);
    return status;
}

/* Under the lock. */
static void append(struct pool *pool, struct task *task)
{
    *pool->last = task;
    pool->last = &task->next;
    pthread_cond_signal(&pool->changed);
}

enum status pool_submit(struct pool *pool, void (*work)(void *argument), void *argument, struct error *err)
{
    struct task *task = malloc(sizeof *task);
    if (!task)
        return error_memory(err);
    *task = (struct task){work, argument, NULL};
    pthread_mutex_lock(&pool->lock);
    bool closed = pool->closed;
    if (!closed)
        append(pool, task);
    pthread_mutex_unlock(&pool->lock);
    if (!closed)
        return OK;
    free(task);
    return error_set(err, E_CANCELLED, NULL, "the service is stopping");
}

void pool_free(struct pool *pool)
{
    if (!pool)
        return;
    pthread_mutex_lock(&pool->lock);
    pool->closed = true;
    pthread_cond_broadcast(&pool->changed);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->threads; i++)
        pthread_join(pool->ids[i], NULL);
    pthread_cond_destroy(&pool->changed);
    pthread_mutex_destroy(&pool->lock);
    free(pool->ids);
    free(pool);
}
