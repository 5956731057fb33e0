#include "store/db/fork_guard.h"

#include <pthread.h>

/* A fork comes before those who enter after it, or a busy service would never let it through. */
#ifdef PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP
#define OPEN_GATE PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP
#else
#define OPEN_GATE PTHREAD_RWLOCK_INITIALIZER
#endif

static pthread_rwlock_t gate = OPEN_GATE;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool watches_forks;

static void before_fork(void)
{
    pthread_rwlock_wrlock(&gate);
}

static void in_parent(void)
{
    pthread_rwlock_unlock(&gate);
}

/* Not unlocked: there the thread that holds it has another identity. */
static void in_child(void)
{
    static const pthread_rwlock_t open = OPEN_GATE;
    gate = open;
}

static void watch_forks(void)
{
    watches_forks = pthread_atfork(before_fork, in_parent, in_child) == 0;
}

enum status gate_set_up(struct error *err)
{
    pthread_once(&once, watch_forks);
    return watches_forks ? OK : error_memory(err);
}

void gate_enter(void)
{
    pthread_rwlock_rdlock(&gate);
}

void gate_leave(void)
{
    pthread_rwlock_unlock(&gate);
}
