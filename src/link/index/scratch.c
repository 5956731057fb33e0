#include "link/index/scratch.h"

#include "link/index/index.h"

#include <stdatomic.h>
#include <stdlib.h>

/* What is kept from call to call: a call of LINK_MAX_WORDS words takes one to two megabytes. */
enum { MOST_KEPT = 4 << 20 };

/* At most one arena, which belongs to whoever takes it out; of several threads at once the others make their own. */
struct scratch {
    _Atomic(struct arena *) spare;
};

struct scratch *scratch_new(void)
{
    return calloc(1, sizeof(struct scratch));
}

void scratch_free(struct scratch *scratch)
{
    if (scratch)
        arena_free(atomic_load(&scratch->spare));
    free(scratch);
}

struct arena *index_take_arena(const struct link_index *index)
{
    struct arena *spare = atomic_exchange(&index->scratch->spare, NULL);
    return spare ? spare : arena_new();
}

void index_give_arena(const struct link_index *index, struct arena *arena)
{
    if (!arena)
        return;
    arena_reset(arena, MOST_KEPT);
    arena_free(atomic_exchange(&index->scratch->spare, arena));
}
