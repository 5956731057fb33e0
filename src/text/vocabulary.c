#include "text/vocabulary.h"

#include <math.h>

void vocabulary_init(struct vocabulary *vocabulary, struct arena *arena)
{
    vocabulary->arena = arena;
    map_init(&vocabulary->numbers, arena);
}

uint32_t vocabulary_number(struct vocabulary *vocabulary, struct str stem)
{
    size_t next = vocabulary->numbers.count;
    void **place = map_put(&vocabulary->numbers, stem);
    if (next >= NO_WORD - 1)
        arena_fail(vocabulary->arena);
    if (!place || next >= NO_WORD - 1)
        return NO_WORD;
    if (*place)
        return (uint32_t)((uintptr_t)*place - 1);
    char *copy = arena_copy_n(vocabulary->arena, stem.data, stem.len);
    if (!copy)
        return NO_WORD;
    vocabulary->numbers.entries[next].key.data = copy;
    *place = (void *)(uintptr_t)(next + 1);
    return (uint32_t)next;
}

uint32_t vocabulary_find(const struct vocabulary *vocabulary, struct str stem)
{
    return (uint32_t)((uintptr_t)map_get(&vocabulary->numbers, stem) - 1);
}

struct str vocabulary_stem(const struct vocabulary *vocabulary, uint32_t number)
{
    return vocabulary->numbers.entries[number].key;
}

/* Repeated words of a long text share the bytes of their stem: it is told by its place before it is looked up by its
 * text. */
uint32_t *vocabulary_numbers(struct vocabulary *vocabulary, struct arena *arena, const struct word *words, size_t count)
{
    enum { SLOTS = 1024 };
    struct {
        struct str stem;
        uint32_t number;
    } seen[SLOTS];
    bool remembers = count >= SLOTS;
    uint32_t *numbers = ARENA_ARRAY(arena, count, uint32_t);
    if (remembers) /* a short text is sooner looked up than the table is cleared */
        memset(seen, 0, sizeof seen);
    for (size_t i = 0; numbers && i < count; i++) {
        struct str stem = words[i].stem;
        uintptr_t place = (uintptr_t)stem.data;
        size_t slot = remembers ? (size_t)((place >> 2 ^ place >> 12) & (SLOTS - 1)) : 0;
        if (!remembers || seen[slot].stem.data != stem.data || seen[slot].stem.len != stem.len) {
            seen[slot].stem = stem;
            seen[slot].number = vocabulary_number(vocabulary, stem);
        }
        numbers[i] = seen[slot].number;
    }
    return numbers;
}

double word_rarity(double texts, double all)
{
    return log(1 + (all - texts + 0.5) / (texts + 0.5));
}
