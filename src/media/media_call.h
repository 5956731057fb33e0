/* What every call of media is given beside its question. */
#ifndef COPYDESK_MEDIA_MEDIA_CALL_H
#define COPYDESK_MEDIA_MEDIA_CALL_H

#include "base/base.h"

#include <stdatomic.h>

/* It belongs to one thread and lives on the stack of the caller. */
struct media_call {
    struct arena *arena;       /* of the answer */
    struct error *err;         /* may be NULL */
    const atomic_bool *cancel; /* true: return soon, with E_CANCELLED; NULL: it cannot be called off */
    int64_t deadline;          /* in clock_mono_ms; 0: none. When it has passed: E_TIMEOUT */
};

/* May the call go on? OK, E_CANCELLED, E_TIMEOUT. */
enum status media_call_check(const struct media_call *call);

#endif
