#include "base/system/huge.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

#define HUGE_PAGE ((uintptr_t)2 << 20)

/* Arrays below that waste more than they gain. */
#define LEAST_SIZE ((size_t)8 << 20)

void huge_advise(void *data, size_t size)
{
#ifdef MADV_HUGEPAGE
    if (!data || size < LEAST_SIZE)
        return;
    uintptr_t first = ((uintptr_t)data + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
    uintptr_t last = ((uintptr_t)data + size) / HUGE_PAGE * HUGE_PAGE;
    char *start = (char *)data + (first - (uintptr_t)data);
    if (first < last)
        (void)madvise(start, last - first, MADV_HUGEPAGE); /* advice: a kernel without such pages refuses it */
#else
    (void)data;
    (void)size;
#endif
}

void *huge_calloc(size_t count, size_t size)
{
    void *data = calloc(count, size);
    huge_advise(data, data ? count * size : 0);
    return data;
}
