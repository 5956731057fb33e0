/* Used only inside this folder. Folding and hashing of words, for lexeme.c and lexer_text.c. */
#ifndef COPYDESK_LINK_LEXER_LEXEME_H
#define COPYDESK_LINK_LEXER_LEXEME_H

#include "link/lexer/lexer.h"

/*
 * word_hash, eight bytes a step: each is multiplied apart from the state, so that only one multiplication of the state
 * waits for the one before. The constants and the shifts are those of SplitMix64 (Steele, Lea, Flood: Fast Splittable
 * Pseudorandom Number Generators, 2014). Words of up to eight bytes cannot collide with others of their length.
 */
#define HASH_SEED 0x9e3779b97f4a7c15u
#define HASH_STEP 0xbf58476d1ce4e5b9u
#define HASH_LAST 0x94d049bb133111ebu

/* The next eight bytes; the last of a word may be fewer, with zeros behind them. */
static inline uint64_t hash_step(uint64_t hash, uint64_t bytes)
{
    bytes *= HASH_LAST;
    bytes ^= bytes >> 32;
    return (hash ^ bytes) * HASH_STEP;
}

static inline uint64_t hash_finish(uint64_t hash, size_t length)
{
    hash ^= length * HASH_SEED;
    hash ^= hash >> 31;
    hash *= HASH_LAST;
    return hash ^ hash >> 32;
}

/* Folds undecoded text; references: it may hold character references. See lexeme_fold. */
struct str fold_text(struct str text, bool references, struct buf *out, struct buf *room);

#endif
