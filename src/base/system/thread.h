/*
 * Threads: condition variables that follow the monotonic clock, so that setting the wall clock neither hurries nor
 * delays a wait, and a background thread.
 */
#ifndef COPYDESK_BASE_SYSTEM_THREAD_H
#define COPYDESK_BASE_SYSTEM_THREAD_H

#include "base/base.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

void condition_init(pthread_cond_t *condition);

/* The time until which to wait, so many milliseconds from now. */
struct timespec condition_in_ms(int64_t ms);

/* Like pthread_create. E_MEMORY: no more threads can be made. */
enum status thread_start(pthread_t *thread, void *(*run)(void *argument), void *argument, struct error *err);

/*
 * The same with a stack of THREAD_SMALL_STACK bytes, for threads of which there are hundreds and which wait most of the
 * time: a page of it counts only once it was touched.
 */
enum { THREAD_SMALL_STACK = 512 * 1024 };
enum status thread_start_small(pthread_t *thread, void *(*run)(void *argument), void *argument, struct error *err);

/* Returned by a background thread's work: sleep until somebody wakes it. */
enum { BACKGROUND_UNTIL_WOKEN = -1 };

/*
 * A thread that does one piece of work after the other and sleeps in between. Zeroed until it is started; it must not
 * move afterwards.
 */
struct background {
    pthread_mutex_t lock; /* the part around it may guard its own state with it; work is called without it */
    pthread_cond_t changed;
    pthread_t thread;
    bool is_made, is_running, is_woken, is_stopping;
    int64_t (*work)(void *argument);
    void *argument;
};

/* Calls work(argument) from now on, again and again; it returns for how many milliseconds to sleep, or
 * BACKGROUND_UNTIL_WOKEN. */
enum status background_start(struct background *background, int64_t (*work)(void *argument), void *argument,
                             struct error *err);

/* Cuts the present sleep short, or leaves out the next one. Any thread. */
void background_wake(struct background *background);

/* Wakes it, waits for the work under way, ends the thread. One that was never started, or stopped before, is
 * allowed. */
void background_stop(struct background *background);

#endif
