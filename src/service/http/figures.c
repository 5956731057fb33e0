#include "service/http/figures.h"

const long duration_bounds_ms[DURATION_BOUNDS] = {5, 25, 100, 500, 1000, 5000, 15000, 60000};

struct route_figures *route_figures_new(const struct routes *routes, struct arena *arena)
{
    struct route_figures *figures = ARENA_ARRAY(arena, routes->count + 1, struct route_figures);
    for (size_t i = 0; figures && i <= routes->count; i++) {
        for (size_t class = 0; class < STATUS_CLASSES; class ++)
            atomic_init(&figures[i].answers[class], 0);
        for (size_t bound = 0; bound <= DURATION_BOUNDS; bound++)
            atomic_init(&figures[i].durations[bound], 0);
        atomic_init(&figures[i].ms, 0);
    }
    return figures;
}

void route_figures_count(struct route_figures *figures, const struct routes *routes, const struct route *route,
                         int status, int64_t ms)
{
    if (!figures || status < 100 || status > 599)
        return;
    struct route_figures *row = &figures[route ? (size_t)(route - routes->list) : routes->count];
    size_t bound = 0;
    while (bound < DURATION_BOUNDS && ms > duration_bounds_ms[bound])
        bound++;
    atomic_fetch_add(&row->answers[status / 100], 1);
    atomic_fetch_add(&row->durations[bound], 1);
    atomic_fetch_add(&row->ms, (unsigned long)(ms > 0 ? ms : 0));
}
