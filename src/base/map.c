#include "base/map.h"

#include "base/random.h"

#include <pthread.h>
#include <stdlib.h>

static uint64_t hash_key[2];
static pthread_once_t hash_once = PTHREAD_ONCE_INIT;

static void choose_hash_key(void)
{
    random_bytes(hash_key, sizeof hash_key);
}

static uint64_t rotate(uint64_t x, int bits)
{
    return (x << bits) | (x >> (64 - bits));
}

static void sip_round(uint64_t v[4])
{
    v[0] += v[1];
    v[1] = rotate(v[1], 13) ^ v[0];
    v[0] = rotate(v[0], 32);
    v[2] += v[3];
    v[3] = rotate(v[3], 16) ^ v[2];
    v[0] += v[3];
    v[3] = rotate(v[3], 21) ^ v[0];
    v[2] += v[1];
    v[1] = rotate(v[1], 17) ^ v[2];
    v[2] = rotate(v[2], 32);
}

uint64_t hash_bytes(const void *data, size_t length)
{
    pthread_once(&hash_once, choose_hash_key);
    uint64_t v[4] = {
        hash_key[0] ^ 0x736f6d6570736575u,
        hash_key[1] ^ 0x646f72616e646f6du,
        hash_key[0] ^ 0x6c7967656e657261u,
        hash_key[1] ^ 0x7465646279746573u,
    };
    const unsigned char *bytes = data;
    uint64_t last = (uint64_t)length << 56;
    for (size_t at = 0; at < length; at += 8) {
        uint64_t word = 0;
        size_t n = length - at < 8 ? length - at : 8;
        memcpy(&word, bytes + at, n);
        if (n < 8) {
            last |= word;
            break;
        }
        v[3] ^= word;
        sip_round(v);
        v[0] ^= word;
    }
    v[3] ^= last;
    sip_round(v);
    v[0] ^= last;
    v[2] ^= 0xff;
    for (int i = 0; i < 3; i++)
        sip_round(v);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}

void map_init(struct map *map, struct arena *arena)
{
    *map = (struct map){.arena = arena};
}

static size_t map_find_slot(const struct map *map, struct str key, uint64_t hash)
{
    size_t mask = map->slot_count - 1;
    size_t slot = (size_t)hash & mask;
    while (map->slots[slot]) {
        const struct map_entry *entry = &map->entries[map->slots[slot] - 1];
        if (entry->hash == hash && str_eq(entry->key, key))
            break;
        slot = (slot + 1) & mask;
    }
    return slot;
}

void *map_get(const struct map *map, struct str key)
{
    if (!map->count)
        return NULL;
    uint32_t index = map->slots[map_find_slot(map, key, hash_bytes(key.data, key.len))];
    return index ? map->entries[index - 1].value : NULL;
}

static int grow(struct map *map)
{
    size_t cap = map->cap ? map->cap * 2 : 16;
    size_t slot_count = cap * 2;
    struct map_entry *entries = ARENA_ARRAY(map->arena, cap, struct map_entry);
    uint32_t *slots = ARENA_ARRAY(map->arena, slot_count, uint32_t);
    if (!entries || !slots || cap > UINT32_MAX / 2)
        return 0;
    if (map->count)
        memcpy(entries, map->entries, map->count * sizeof *entries);
    map->entries = entries;
    map->cap = cap;
    map->slots = slots;
    map->slot_count = slot_count;
    for (size_t i = 0; i < map->count; i++)
        slots[map_find_slot(map, entries[i].key, entries[i].hash)] = (uint32_t)(i + 1);
    return 1;
}

void **map_put(struct map *map, struct str key)
{
    uint64_t hash = hash_bytes(key.data, key.len);
    if (map->count) {
        uint32_t index = map->slots[map_find_slot(map, key, hash)];
        if (index)
            return &map->entries[index - 1].value;
    }
    if (map->count == map->cap && !grow(map))
        return NULL;
    struct map_entry *entry = &map->entries[map->count++];
    *entry = (struct map_entry){.key = key, .hash = hash};
    map->slots[map_find_slot(map, key, hash)] = (uint32_t)map->count;
    return &entry->value;
}

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
