#include "base/system/write_all.h"

#include <errno.h>
#include <unistd.h>

bool write_all(int file, const void *data, size_t size)
{
    const char *rest = data;
    while (size > 0) {
        ssize_t written = write(file, rest, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        rest += written;
        size -= (size_t)written;
    }
    return true;
}
