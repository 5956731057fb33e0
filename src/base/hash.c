#include "base/hash.h"

#include <stdlib.h>

uint64_t hash_of(struct str text, uint64_t hash)
{
    for (size_t i = 0; i < text.len; i++)
        hash = hash_add((unsigned char)text.data[i], hash);
    return hash;
}

uint64_t hash_mix(uint64_t hash)
{
    hash = (hash ^ hash >> 33) * UINT64_C(0xff51afd7ed558ccd);
    hash = (hash ^ hash >> 33) * UINT64_C(0xc4ceb9fe1a85ec53);
    return hash ^ hash >> 33;
}

bool hashes_room(struct arena *arena, struct hashes *hashes, size_t more)
{
    uint64_t *list = ARENA_ARRAY(arena, hashes->count + more, uint64_t);
    if (!list)
        return false;
    for (size_t i = 0; i < hashes->count; i++)
        list[i] = hashes->list[i];
    hashes->list = list;
    return true;
}

static int hash_compare(const void *a, const void *b)
{
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

void hashes_order(struct hashes *hashes)
{
    size_t kept = 0;
    if (hashes->count)
        qsort(hashes->list, hashes->count, sizeof *hashes->list, hash_compare);
    for (size_t i = 0; i < hashes->count; i++)
        if (kept == 0 || hashes->list[kept - 1] != hashes->list[i])
            hashes->list[kept++] = hashes->list[i];
    hashes->count = kept;
}

bool hashes_have(const struct hashes *hashes, uint64_t hash)
{
    return hashes->count && bsearch(&hash, hashes->list, hashes->count, sizeof hash, hash_compare);
}

size_t hashes_shared(const struct hashes *a, const struct hashes *b)
{
    size_t shared = 0;
    for (size_t i = 0, j = 0; i < a->count && j < b->count;) {
        uint64_t left = a->list[i], right = b->list[j];
        shared += left == right;
        i += left <= right;
        j += right <= left;
    }
    return shared;
}
