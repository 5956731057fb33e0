#include "link/site/site.h"

#include <stdlib.h>

enum { PROGRESS_PAGES = 256 };

enum status store_progress(const struct site_store *store, uint64_t done, uint64_t total, struct error *err)
{
    const struct link_build_options *options = store->options;
    if (!options->progress || (done % PROGRESS_PAGES != 0 && done != total))
        return OK;
    if (options->progress(options->progress_context, store->is_learning ? 0 : done, total, store->step))
        return OK;
    return error_set(err, E_CANCELLED, NULL, "the building of the index was called off");
}

void site_fail(struct site *site)
{
    site->store->failed = true;
}

/* --- rarity --- */

/* For each page, of which a title has some ten parts; and bounds of the whole. */
enum { CELLS_PER_PAGE = 64, LEAST_CELLS = 1 << 16, MOST_CELLS = 1 << 26 };

bool rarity_init(struct rarity *rarity, uint32_t page_count)
{
    rarity->count = (size_t)page_count * CELLS_PER_PAGE;
    rarity->count = rarity->count < LEAST_CELLS ? LEAST_CELLS : rarity->count;
    rarity->count = rarity->count > MOST_CELLS ? MOST_CELLS : rarity->count;
    rarity->cells = huge_calloc(rarity->count, 1);
    return rarity->cells != NULL;
}

void rarity_free(struct rarity *rarity)
{
    free(rarity->cells);
    rarity->cells = NULL;
}

static uint8_t *cell(const struct rarity *rarity, uint64_t hash)
{
    return &rarity->cells[index_home(hash, rarity->count)];
}

/* The two halves of the hash choose the two cells. */
static uint64_t other(uint64_t hash)
{
    return hash << 32 | hash >> 32;
}

void rarity_add(struct rarity *rarity, uint64_t hash)
{
    uint8_t *first = cell(rarity, hash), *second = cell(rarity, other(hash));
    *first += *first < UINT8_MAX;
    if (second != first)
        *second += *second < UINT8_MAX;
}

unsigned rarity_of(const struct rarity *rarity, uint64_t hash)
{
    uint8_t first = *cell(rarity, hash), second = *cell(rarity, other(hash));
    return first < second ? first : second;
}
