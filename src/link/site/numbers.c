#include "link/site/numbers.h"

#include "link/index/index_format.h"

#include <stdlib.h>

enum { FIRST_SLOTS = 256 };

static size_t find_slot(const struct numbers *numbers, uint64_t hash)
{
    size_t at = index_home(hash, numbers->cap);
    while (numbers->values[at] && numbers->hashes[at] != hash)
        at = at + 1 < numbers->cap ? at + 1 : 0;
    return at;
}

static bool grow(struct numbers *numbers)
{
    size_t cap = numbers->cap ? numbers->cap * 2 : FIRST_SLOTS;
    if (cap > UINT32_MAX) /* index_home takes half of the hash */
        return false;
    struct numbers larger = {malloc(cap * sizeof *larger.hashes), calloc(cap, sizeof *larger.values), numbers->count,
                             cap};
    if (!larger.hashes || !larger.values) {
        numbers_free(&larger);
        return false;
    }
    for (size_t i = 0; i < numbers->cap; i++) {
        if (!numbers->values[i])
            continue;
        size_t at = find_slot(&larger, numbers->hashes[i]);
        larger.hashes[at] = numbers->hashes[i];
        larger.values[at] = numbers->values[i];
    }
    numbers_free(numbers);
    *numbers = larger;
    return true;
}

uint32_t *numbers_put(struct numbers *numbers, uint64_t hash)
{
    if ((numbers->count + 1) * 4 > numbers->cap * 3 && !grow(numbers))
        return NULL;
    size_t at = find_slot(numbers, hash);
    if (!numbers->values[at]) {
        numbers->hashes[at] = hash;
        numbers->count++;
    }
    return &numbers->values[at];
}

uint32_t numbers_get(const struct numbers *numbers, uint64_t hash)
{
    return numbers->cap ? numbers->values[find_slot(numbers, hash)] : 0;
}

void numbers_free(struct numbers *numbers)
{
    free(numbers->hashes);
    free(numbers->values);
    *numbers = (struct numbers){0};
}
