#include "base/thread.h"

#include "base/clock.h"

void condition_init(pthread_cond_t *condition)
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(condition, &attributes);
    pthread_condattr_destroy(&attributes);
}

struct timespec condition_in_ms(int64_t ms)
{
    int64_t at = clock_mono_ms() + ms;
    return (struct timespec){.tv_sec = at / 1000, .tv_nsec = at % 1000 * 1000000};
}
