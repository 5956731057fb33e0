/* Where idle workers wait for an article to claim. Any thread. */
#ifndef COPYDESK_SERVICE_JOBS_WORK_SIGNAL_H
#define COPYDESK_SERVICE_JOBS_WORK_SIGNAL_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

struct work_signal {
    pthread_mutex_t lock;
    pthread_cond_t work;
    unsigned long count; /* of signals so far */
    /* Called with each signal, without the lock; NULL: nobody is. Set before the first. */
    void (*raised)(void *context);
    void *context;
    bool closed;
};

void work_signal_init(struct work_signal *signal);
void work_signal_destroy(struct work_signal *signal);

/* There may be work: one worker looks. */
void work_signal_raise(struct work_signal *signal);

/* Nobody waits any more. */
void work_signal_close(struct work_signal *signal);

/*
 * Waits for a signal that is newer than *seen; *seen (0 at first) becomes the newest, so that one which comes while the
 * worker looks for work leaves out the next wait. False: closed.
 */
bool work_signal_wait(struct work_signal *signal, unsigned long *seen);

#endif
