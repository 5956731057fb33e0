#include "base/system/fork.h"

#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
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
