#include "net/upstream/pause.h"

#include <poll.h>

enum { FIRST_MS = 500, MOST_MS = 8000, CANCEL_CHECK_MS = 200 };

int64_t pause_length(int tries)
{
    int64_t wait = FIRST_MS;
    for (int i = 1; i < tries && wait < MOST_MS; i++)
        wait *= 2;
    return wait - (int64_t)random_below((uint64_t)wait / 4 + 1);
}

enum status pause_wait(int64_t ms, const atomic_bool *cancel, struct error *err)
{
    for (int64_t until = clock_mono_ms() + ms, left; (left = until - clock_mono_ms()) > 0;) {
        if (cancel && atomic_load(cancel))
            return error_set(err, E_CANCELLED, NULL, "the question was called off");
        poll(NULL, 0, left < CANCEL_CHECK_MS ? (int)left : CANCEL_CHECK_MS);
    }
    return OK;
}
