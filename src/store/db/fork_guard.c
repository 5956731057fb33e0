#include "store/db/fork_guard.h"

#include <pthread.h>

/*
 * A waiting fork goes before threads that want to enter after it: in a busy service it would otherwise wait for ever.
 */
#ifdef PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP
#define UNLOCKED PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP
#else
#define UNLOCKED PTHREAD_RWLOCK_INITIALIZER
#endif

static pthread_rwlock_t lock = UNLOCKED;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool watches_forks;
static unsigned generation; /* changes only while no other thread runs */

static void before_fork(void)
{
    pthread_rwlock_wrlock(&lock);
}

static void in_parent(void)
{
    pthread_rwlock_unlock(&lock);
}

/* Made anew instead of unlocked: in the child the thread that holds the lock has another identity. */
static void in_child(void)
{
    static const pthread_rwlock_t unlocked = UNLOCKED;
    lock = unlocked;
    generation++;
}

static void watch_forks(void)
{
    watches_forks = pthread_atfork(before_fork, in_parent, in_child) == 0;
}

enum status fork_guard_set_up(struct error *err)
{
    pthread_once(&once, watch_forks);
    return watches_forks ? OK : error_memory(err);
}

unsigned fork_guard_generation(void)
{
    return generation;
}

void fork_guard_enter(void)
{
    pthread_rwlock_rdlock(&lock);
}

void fork_guard_leave(void)
{
    pthread_rwlock_unlock(&lock);
}
