/* Used only inside this folder. Characters as the lexer sees them; how words are folded and hashed. */
#ifndef COPYDESK_LINK_LEXER_LEXER_GLYPH_H
#define COPYDESK_LINK_LEXER_LEXER_GLYPH_H

#include "link/lexer/lexer_text.h"

enum glyph_class {
    GLYPH_SPACE,
    GLYPH_WORD,
    GLYPH_IDEOGRAPH,
    GLYPH_KATAKANA,
    GLYPH_SIGN,
    GLYPH_JOINER, /* not seen; part of the word that it stands in, and left out of its folded form */
    GLYPH_HIDDEN, /* not seen */
};

/* Bits of a character's class. */
enum { LETTER_LOWER = 1, LETTER_UPPER = 2, ASCII_WORD = 4, ASCII_SPACE = 8 };

/* Per byte: ASCII_WORD with LETTER_* for letters, digits and "_"; ASCII_SPACE for white space and NUL; 0: other. */
extern const uint8_t ascii_classes[256];

struct glyph {
    enum glyph_class class;
    size_t length;
    uint32_t codepoint;
    uint32_t folded; /* of a letter or digit whose folded form is known without its neighbours; 0: it is not */
    unsigned letter; /* LETTER_* */
    bool is_reference;
};

/* The character at a place of the lexer's content. */
struct glyph next_glyph(struct lexer *lexer, size_t at, size_t to, bool references);

/* The folded form of a word, as far as it can be put together from glyphs. */
struct folding {
    bool is_known; /* so far */
    size_t length;
    char text[LONGEST_FOLDED + 4];
};

void folding_add(struct folding *folding, const struct glyph *glyph);

/* The sign as which one is known: several write the same. */
uint32_t glyph_plain(uint32_t codepoint);

/* word_hash of the folded form of a sign. */
uint64_t glyph_hash(struct lexer *lexer, uint32_t plain);

/* LETTER_* of a word: of its first character, and of all others together. */
struct letters {
    unsigned first, rest;
};

/* enum letter_case */
static inline uint8_t letters_case(struct letters letters)
{
    static const uint8_t cases[4][4] = {
        /* by the first letter, then by the others: none, lower, upper, both */
        {CASE_NONE, CASE_LOWER, CASE_UPPER, CASE_MIXED},
        {CASE_LOWER, CASE_LOWER, CASE_MIXED, CASE_MIXED},
        {CASE_CAPITAL, CASE_CAPITAL, CASE_UPPER, CASE_MIXED},
    };
    return cases[letters.first & 3][letters.rest & 3];
}

/* --- folding and hashing of words: lexer_glyph_word.c --- */

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
