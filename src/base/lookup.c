#include "base/lookup.h"

#include "base/clock.h"

enum status lookup_check(const struct lookup *lookup)
{
    if (lookup->cancel && atomic_load(lookup->cancel))
        return error_set(lookup->err, E_CANCELLED, "cancelled", "the work was called off");
    if (lookup->deadline && clock_mono_ms() >= lookup->deadline)
        return error_set(lookup->err, E_TIMEOUT, NULL, "the time for this work has passed");
    return OK;
}
