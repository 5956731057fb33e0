/*
 * A clock that jumps when it is told to, loaded before the C library (LD_PRELOAD): the file CLOCK_CONTROL holds a
 * 64-bit integer, the seconds by which the time of day is ahead, which others may change at any time. The time that
 * only ever grows (CLOCK_MONOTONIC) stays as it is, as it does when a machine's clock is set.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t *ahead;
static int (*read_clock)(clockid_t, struct timespec *);

__attribute__((constructor)) static void load(void)
{
    const char *path = getenv("CLOCK_CONTROL");
    int file = path ? open(path, O_RDONLY) : -1;
    *(void **)&read_clock = dlsym(RTLD_NEXT, "clock_gettime");
    if (file < 0)
        return;
    void *memory = mmap(NULL, sizeof *ahead, PROT_READ, MAP_SHARED, file, 0);
    close(file);
    ahead = memory == MAP_FAILED ? NULL : memory;
}

int clock_gettime(clockid_t clock, struct timespec *time)
{
    int result = read_clock(clock, time);
    if (result == 0 && ahead && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
        time->tv_sec += *ahead;
    return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone)
{
    struct timespec now;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &now);
    *time = (struct timeval){.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000};
    return 0;
}

time_t time(time_t *result)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (result)
        *result = now.tv_sec;
    return now.tv_sec;
}
