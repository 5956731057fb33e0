/* What a question to a source is given beside the question itself, where its answer may take a while. */
#ifndef COPYDESK_BASE_LOOKUP_H
#define COPYDESK_BASE_LOOKUP_H

#include "base/error.h"

#include <stdatomic.h>
#include <stdint.h>

/* It belongs to one thread and lives on the stack of the caller. */
struct lookup {
    struct arena *arena;       /* of the answer */
    struct error *err;         /* may be NULL */
    const atomic_bool *cancel; /* true: return soon, with E_CANCELLED; NULL: it cannot be called off */
    int64_t deadline;          /* in clock_mono_ms; 0: none. When it has passed: E_TIMEOUT */
};

/* May the look-up go on? OK, E_CANCELLED, E_TIMEOUT. */
enum status lookup_check(const struct lookup *lookup);

#endif
