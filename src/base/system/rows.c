#include "base/system/rows.h"

#include "base/system/file.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ROWS = 64 };

bool rows_room(void *rows, size_t count, size_t more, size_t *cap, size_t size)
{
    if (more <= *cap - count)
        return true;
    size_t wanted = *cap ? *cap : FIRST_ROWS;
    while (wanted - count < more) {
        if (wanted > SIZE_MAX / 2 / size)
            return false;
        wanted *= 2;
    }
    void *old;
    memcpy(&old, rows, sizeof old);
    void *moved = realloc(old, wanted * size);
    if (!moved)
        return false;
    huge_advise(moved, wanted * size);
    memcpy(rows, &moved, sizeof moved);
    *cap = wanted;
    return true;
}

enum { FIRST_SLOTS = 256 };

/* Where the search for a hash begins: its upper half says which share of the table is before it. */
static size_t home(uint64_t hash, size_t count)
{
    return (size_t)((hash >> 32) * count >> 32);
}

static struct numbers_slot *numbers_find_slot(const struct numbers *numbers, uint64_t hash)
{
    size_t at = home(hash, numbers->cap);
    while (numbers->slots[at].value && numbers_hash(&numbers->slots[at]) != hash)
        at = at + 1 < numbers->cap ? at + 1 : 0;
    return &numbers->slots[at];
}

static bool grow(struct numbers *numbers)
{
    size_t cap = numbers->cap ? numbers->cap * 2 : FIRST_SLOTS;
    if (cap > UINT32_MAX) /* home takes half of the hash */
        return false;
    struct numbers larger = {huge_calloc(cap, sizeof *larger.slots), numbers->count, cap};
    if (!larger.slots)
        return false;
    for (size_t i = 0; i < numbers->cap; i++)
        if (numbers->slots[i].value)
            *numbers_find_slot(&larger, numbers_hash(&numbers->slots[i])) = numbers->slots[i];
    numbers_free(numbers);
    *numbers = larger;
    return true;
}

uint32_t *numbers_put(struct numbers *numbers, uint64_t hash)
{
    if ((numbers->count + 1) * 4 > numbers->cap * 3 && !grow(numbers))
        return NULL;
    struct numbers_slot *slot = numbers_find_slot(numbers, hash);
    if (!slot->value) {
        *slot = (struct numbers_slot){.low = (uint32_t)hash, .high = (uint32_t)(hash >> 32)};
        numbers->count++;
    }
    return &slot->value;
}

uint32_t numbers_get(const struct numbers *numbers, uint64_t hash)
{
    return numbers->cap ? numbers_find_slot(numbers, hash)->value : 0;
}

void numbers_prefetch(const struct numbers *numbers, uint64_t hash)
{
    if (numbers->cap)
        __builtin_prefetch(&numbers->slots[home(hash, numbers->cap)]);
}

void numbers_free(struct numbers *numbers)
{
    free(numbers->slots);
    *numbers = (struct numbers){0};
}
