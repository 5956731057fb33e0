/*
 * Chooses links as the engine does, for train.py: the best first, each target once, no overlap, at most `max_links` a
 * page. Since the best come first, what is chosen at a threshold is what is chosen without one and scores that much.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct span {
    uint32_t first, last, target;
};

static int clashes(const struct span *rows, const uint32_t *chosen, size_t count, const struct span *row)
{
    for (size_t i = 0; i < count; i++) {
        const struct span *other = &rows[chosen[i]];
        if (other->target == row->target || (row->first < other->last && other->first < row->last))
            return 1;
    }
    return 0;
}

void choose(const struct span *rows, const uint32_t *order, const uint32_t *page_ends, size_t page_count,
            uint32_t max_links, uint8_t *is_chosen);

/*
 * rows: of all pages, those of page i in order[page_ends[i - 1]] ... order[page_ends[i] - 1], best first. Sets
 * is_chosen of each row.
 */
__attribute__((visibility("default"))) void choose(const struct span *rows, const uint32_t *order,
                                                   const uint32_t *page_ends, size_t page_count, uint32_t max_links,
                                                   uint8_t *is_chosen)
{
    uint32_t *chosen = malloc(max_links * sizeof *chosen);
    size_t at = 0;
    for (size_t page = 0; chosen && page < page_count; page++) {
        size_t count = 0;
        for (; at < page_ends[page]; at++) {
            if (count == max_links || clashes(rows, chosen, count, &rows[order[at]]))
                continue;
            chosen[count++] = order[at];
            is_chosen[order[at]] = 1;
        }
    }
    free(chosen);
}
