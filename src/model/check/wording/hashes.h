/* Sets of words and of runs of words, as hashes in order. */
#ifndef COPYDESK_MODEL_CHECK_WORDING_HASHES_H
#define COPYDESK_MODEL_CHECK_WORDING_HASHES_H

#include "base/arena.h"
#include "base/str.h"

#include <stdint.h>

struct hashes {
    uint64_t *list;
    size_t count;
};

/* The hash of no text; hash_of goes on from it. */
#define HASH_EMPTY UINT64_C(14695981039346656037)

uint64_t hash_of(struct str text, uint64_t hash);

/* Room for so many more behind those that are there. False: memory ran out. */
bool hashes_room(struct arena *arena, struct hashes *hashes, size_t more);

/* Puts them in order, each once. Before that hashes_have finds nothing. */
void hashes_order(struct hashes *hashes);

bool hashes_have(const struct hashes *hashes, uint64_t hash);

#endif
