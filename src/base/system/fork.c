#include "base/system/fork.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool watches_forks;

/* One bit for each descriptor. Lives as long as the process. */
static unsigned char *marks;
static size_t size; /* bytes of it */

static void before_fork(void)
{
    pthread_mutex_lock(&lock);
}

static void in_parent(void)
{
    pthread_mutex_unlock(&lock);
}

/* Runs in the child right after fork, where only async-signal-safe calls are allowed: no allocation. */
static void in_child(void)
{
    for (size_t i = 0; i < size; i++)
        for (int bit = 0; marks[i] && bit < CHAR_BIT; bit++)
            if (marks[i] & (1u << bit))
                close((int)(i * CHAR_BIT) + bit);
    if (size)
        memset(marks, 0, size);
    pthread_mutex_unlock(&lock);
}

static void watch_forks(void)
{
    watches_forks = pthread_atfork(before_fork, in_parent, in_child) == 0;
}

static bool fork_make_room(size_t wanted)
{
    if (wanted <= size)
        return true;
    size_t room = wanted * 2;
    unsigned char *grown = realloc(marks, room);
    if (!grown)
        return false;
    memset(grown + size, 0, room - size);
    marks = grown;
    size = room;
    return true;
}

enum status fork_close_in_child(int fd, struct error *err)
{
    size_t at = (size_t)fd / CHAR_BIT;
    pthread_once(&once, watch_forks);
    pthread_mutex_lock(&lock);
    bool marked = watches_forks && fork_make_room(at + 1);
    if (marked)
        marks[at] |= (unsigned char)(1u << (fd % CHAR_BIT));
    pthread_mutex_unlock(&lock);
    return marked ? OK : error_memory(err);
}

void fork_forget(int fd)
{
    size_t at = (size_t)fd / CHAR_BIT;
    pthread_mutex_lock(&lock);
    if (at < size)
        marks[at] &= (unsigned char)~(1u << (fd % CHAR_BIT));
    pthread_mutex_unlock(&lock);
}

static bool is_pending(void)
{
    sigset_t pending;
    return sigpending(&pending) == 0 && sigismember(&pending, SIGPIPE) == 1;
}

void sigpipe_block(struct sigpipe *sigpipe)
{
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, SIGPIPE);
    sigpipe->was_pending = is_pending();
    pthread_sigmask(SIG_BLOCK, &only, &sigpipe->before);
}

void sigpipe_restore(const struct sigpipe *sigpipe)
{
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, SIGPIPE);
    const struct timespec at_once = {0};
    if (!sigpipe->was_pending && is_pending())
        while (sigtimedwait(&only, NULL, &at_once) < 0 && errno == EINTR)
            ;
    pthread_sigmask(SIG_SETMASK, &sigpipe->before, NULL);
}

static atomic_bool is_kept;

void priority_keep(void)
{
    atomic_store(&is_kept, true);
}

#ifdef __linux__

/* Added to the nice value of the thread: about a tenth of the time of a thread that it competes with for one core. */
enum { STEPS = 10, LOWEST = 19 };

/*
 * On Linux the nice value is a thread's, though POSIX has it the process', and a thread may always raise its own. That
 * alone says who gets more of a core; a batch thread also does not interrupt one that runs when it wakes up: on two
 * cores that brings a frame's longest waits (p99) from 4.4 ms to 1.3.
 */
void priority_lower(void)
{
    if (atomic_load(&is_kept))
        return;
    id_t thread = (id_t)syscall(SYS_gettid);
    sched_setscheduler((pid_t)thread, SCHED_BATCH, &(struct sched_param){0});
    errno = 0;
    int nice = getpriority(PRIO_PROCESS, thread);
    if (nice == -1 && errno)
        return;
    setpriority(PRIO_PROCESS, thread, nice + STEPS < LOWEST ? nice + STEPS : LOWEST);
}

#else

void priority_lower(void)
{
}

#endif
