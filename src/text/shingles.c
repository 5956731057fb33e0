#include "text/shingles.h"

size_t shingles_roll(uint64_t *words, size_t count, size_t run)
{
    size_t runs = count >= run ? count - run + 1 : 0;
    for (size_t i = 0; i < runs; i++) {
        uint64_t hash = HASH_EMPTY;
        for (size_t j = i; j < i + run; j++)
            hash = hash_add(words[j], hash);
        words[i] = hash_mix(hash);
    }
    return runs;
}

struct hashes shingles_of(uint64_t *words, size_t count, size_t run)
{
    struct hashes shingles = {words, shingles_roll(words, count, run)};
    hashes_order(&shingles);
    return shingles;
}

enum status shingles_of_words(struct arena *arena, const struct word *words, size_t count, size_t run,
                              struct hashes *shingles, struct error *err)
{
    uint64_t *numbers = ARENA_ARRAY(arena, count, uint64_t);
    if (!numbers)
        return error_memory(err);
    for (size_t i = 0; i < count; i++)
        numbers[i] = hash_of(words[i].folded, HASH_EMPTY);
    *shingles = shingles_of(numbers, count, run);
    return OK;
}

double shingles_held(const struct hashes *one, const struct hashes *other)
{
    return one->count ? (double)hashes_shared(one, other) / (double)one->count : 0;
}

bool shingles_overlap(const struct hashes *a, const struct hashes *b, double least)
{
    const struct hashes *small = a->count < b->count ? a : b, *large = small == a ? b : a;
    size_t most = (size_t)((1 - least) * (double)small->count), missing = 0;
    for (size_t i = 0, j = 0; i < small->count && missing <= most;) {
        bool ends = j == large->count;
        missing += ends || small->list[i] < large->list[j];
        bool moves = ends || small->list[i] <= large->list[j];
        j += !ends && large->list[j] <= small->list[i];
        i += moves;
    }
    return small->count && missing <= most;
}

double shingles_resemblance(const struct hashes *a, const struct hashes *b, size_t most)
{
    size_t i = 0, j = 0, all = 0, shared = 0;
    for (; all < most && (i < a->count || j < b->count); all++) {
        bool has_a = i < a->count && (j == b->count || a->list[i] <= b->list[j]);
        bool has_b = j < b->count && (i == a->count || b->list[j] <= a->list[i]);
        shared += has_a && has_b;
        i += has_a;
        j += has_b;
    }
    return all ? (double)shared / (double)all : 0;
}
