/* A condition variable whose timed waits follow the monotonic clock: setting the wall clock neither hurries nor delays them. */
#ifndef COPYDESK_BASE_THREAD_H
#define COPYDESK_BASE_THREAD_H

#include <pthread.h>
#include <stdint.h>
#include <time.h>

void condition_init(pthread_cond_t *condition);

/* The time until which to wait, so many milliseconds from now. */
struct timespec condition_in_ms(int64_t ms);

#endif
