/*
 * Hashes that are the same on every run, for what is stored or chosen by them, and sets of hashes. Whoever sends the
 * text can make two of them collide: what has to bear that is a map (map.h), or asks for no more than a likeness.
 */
#ifndef COPYDESK_BASE_HASH_H
#define COPYDESK_BASE_HASH_H

#include "base/arena.h"
#include "base/str.h"

#include <stdint.h>

/* The hash of no text; hash_of and hash_add go on from it. */
#define HASH_EMPTY UINT64_C(14695981039346656037)

/* Fowler-Noll-Vo 1a, 64 bits (http://www.isthe.com/chongo/tech/comp/fnv/). */
static inline uint64_t hash_add(uint64_t number, uint64_t hash)
{
    return (hash ^ number) * UINT64_C(1099511628211);
}

uint64_t hash_of(struct str text, uint64_t hash);

/* Makes close numbers far ones, so that the smallest of a set are a fair sample of it: the finaliser of MurmurHash3
 * (Austin Appleby, public domain). */
uint64_t hash_mix(uint64_t hash);

/* A set of hashes: in ascending order, each once, when hashes_order was called. */
struct hashes {
    uint64_t *list;
    size_t count;
};

/* Room for so many more behind those that are there. False: memory ran out. */
bool hashes_room(struct arena *arena, struct hashes *hashes, size_t more);

/* Puts them in order, each once. Before that the functions below find nothing. */
void hashes_order(struct hashes *hashes);

bool hashes_have(const struct hashes *hashes, uint64_t hash);

/* How many hashes both sets have. */
size_t hashes_shared(const struct hashes *a, const struct hashes *b);

#endif
