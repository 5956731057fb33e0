#include "base/system/rows.h"

#include "base/system/huge.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ROWS = 64 };

bool rows_room(void *rows, size_t count, size_t more, size_t *cap, size_t size)
{
    if (more <= *cap - count)
        return true;
    size_t wanted = *cap ? *cap : FIRST_ROWS;
    while (wanted - count < more) {
        if (wanted > SIZE_MAX / 2 / size)
            return false;
        wanted *= 2;
    }
    void *old;
    memcpy(&old, rows, sizeof old);
    void *moved = realloc(old, wanted * size);
    if (!moved)
        return false;
    huge_advise(moved, wanted * size);
    memcpy(rows, &moved, sizeof moved);
    *cap = wanted;
    return true;
}
