/*
 * Memory that runs out when told to. For tests named test_oom_*, which are linked so that malloc, calloc and realloc of
 * our own code arrive here. Hand the same functions to curl_global_init_mem, and the allocations of libcurl count too.
 */
#ifndef COPYDESK_SPEC_OOM_H
#define COPYDESK_SPEC_OOM_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);

/* Of this thread alone: a server beside the test is not hit. */
static _Thread_local long oom_allocations_left = -1; /* -1: as many as you like */
static bool oom_only_one_fails;                      /* or all that follow too */

/* Of all threads but those that say here that they are the test's: a server beside it is what is tested. */
static atomic_long oom_others_left = -1;
static _Thread_local bool oom_is_test_thread;

static bool oom_others_may_allocate(void)
{
    long left = atomic_load(&oom_others_left);
    while (left >= 0) {
        long next = left > 0 ? left - 1 : oom_only_one_fails ? -1 : 0;
        if (atomic_compare_exchange_weak(&oom_others_left, &left, next))
            return left > 0;
    }
    return true;
}

static bool oom_may_allocate(void)
{
    if (!oom_is_test_thread && !oom_others_may_allocate())
        return false;
    if (oom_allocations_left != 0) {
        oom_allocations_left -= oom_allocations_left > 0;
        return true;
    }
    if (oom_only_one_fails)
        oom_allocations_left = -1;
    return false;
}

void *__wrap_malloc(size_t size)
{
    return oom_may_allocate() ? __real_malloc(size) : NULL;
}

void *__wrap_calloc(size_t count, size_t size)
{
    return oom_may_allocate() ? __real_calloc(count, size) : NULL;
}

void *__wrap_realloc(void *memory, size_t size)
{
    return oom_may_allocate() ? __real_realloc(memory, size) : NULL;
}

/* strdup for libcurl. */
static inline char *oom_duplicate(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = __wrap_malloc(size);
    return copy ? memcpy(copy, text, size) : NULL;
}

#endif
