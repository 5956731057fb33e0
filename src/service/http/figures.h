/* figures: how often each route was answered, with which class of status, and how long that took. */
#ifndef COPYDESK_SERVICE_HTTP_FIGURES_H
#define COPYDESK_SERVICE_HTTP_FIGURES_H

#include "service/http/router.h"

#include <stdatomic.h>

enum { STATUS_CLASSES = 6, DURATION_BOUNDS = 8 };

/* Upper bounds of the durations in milliseconds, ascending; what is longer is counted behind the last. */
extern const long duration_bounds_ms[DURATION_BOUNDS];

struct route_figures {
    atomic_ulong answers[STATUS_CLASSES];        /* by the first digit of the status */
    atomic_ulong durations[DURATION_BOUNDS + 1]; /* each answer in one of them */
    atomic_ulong ms;                             /* of all answers together */
};

/* One for each route in the order of the table, then one for requests without a route. In the arena; NULL: no memory.
 */
struct route_figures *route_figures_new(const struct routes *routes, struct arena *arena);

/* Counts an answer. Any thread. figures NULL: nothing is counted; route NULL: the request has none. */
void route_figures_count(struct route_figures *figures, const struct routes *routes, const struct route *route,
                         int status, int64_t ms);

#endif
