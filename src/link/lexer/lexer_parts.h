/* What the files of lexer share besides: characters and words; the paragraphs of Markdown and their links. */
#ifndef COPYDESK_LINK_LEXER_LEXER_PARTS_H
#define COPYDESK_LINK_LEXER_LEXER_PARTS_H

#include "link/lexer/lexer_elements.h"

#include <string.h>

/* --- characters --- */

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

/* --- folding and hashing of words --- */

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

/*
 * --- words of ASCII ---
 *
 * They are read eight bytes at a time: where the word ends, how it is written and
 * its hash come from the same few operations, without a branch for each letter.
 */

#define EIGHT(byte) (0x0101010101010101u * (uint64_t)(byte)) /* eight times the byte */
#define EIGHT_HIGH  EIGHT(0x80)

/* Bit 7 of each byte from `first` to `last`, of bytes below 0x80. */
static inline uint64_t eight_between(uint64_t bytes, unsigned char first, unsigned char last)
{
    return (bytes + EIGHT(0x80 - first)) & ~(bytes + EIGHT(0x80 - last - 1)) & EIGHT_HIGH;
}

/* Up to eight of `length` bytes, zeros behind them. readable: bytes that are there, of the text or not. */
static inline uint64_t eight_load(const char *data, size_t length, size_t readable)
{
    uint64_t bytes = 0;
    if (readable < 8) {
        memcpy(&bytes, data, length);
        return bytes;
    }
    memcpy(&bytes, data, 8);
    if (length >= 8)
        return bytes;
    unsigned unused = (unsigned)(8 - length) * 8;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    return bytes << unused >> unused;
#else
    return bytes >> unused << unused;
#endif
}

/* How many bytes stand before the first one with bit 7 set. *before: all bits of these bytes. */
static inline unsigned eight_count(uint64_t bits, uint64_t *before)
{
    if (!bits) {
        *before = UINT64_MAX;
        return 8;
    }
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    unsigned count = (unsigned)__builtin_ctzll(bits) / 8;
    *before = ((uint64_t)1 << count * 8) - 1;
#else
    unsigned count = (unsigned)__builtin_clzll(bits) / 8;
    *before = count ? UINT64_MAX << (64 - count * 8) : 0;
#endif
    return count;
}

struct ascii_word {
    size_t length;
    uint64_t hash; /* word_hash of the lower-case form */
    struct letters letters;
};

/* Letters, digits and "_" at the start of the text, which begins with one. readable: bytes from text.data on. */
static inline struct ascii_word ascii_word_read(struct str text, size_t readable)
{
    struct ascii_word word = {.hash = HASH_SEED, .letters = {.first = ascii_classes[(unsigned char)text.data[0]]}};
    uint64_t rest, all_upper = 0, all_small = 0;
    eight_count(EIGHT_HIGH & ~eight_load("\x80", 1, 1), &rest); /* the first byte, which is not of the rest */
    rest = ~rest;
    for (unsigned count = 8; count == 8 && word.length < text.len; rest = UINT64_MAX) {
        uint64_t bytes = eight_load(text.data + word.length, text.len - word.length, readable - word.length), inside;
        uint64_t ascii = ~bytes & EIGHT_HIGH, low = bytes & ~EIGHT_HIGH;
        uint64_t upper = eight_between(low, 'A', 'Z') & ascii;
        low |= upper >> 2;
        uint64_t small = eight_between(low, 'a', 'z') & ascii; /* of either case */
        uint64_t others = (eight_between(low, '0', '9') | eight_between(low, '_', '_')) & ascii;
        count = eight_count((small | others) ^ EIGHT_HIGH, &inside);
        word.length += count;
        all_upper |= upper & inside & rest;
        all_small |= (small ^ upper) & inside & rest;
        if (count)
            word.hash = hash_step(word.hash, low & inside);
    }
    word.hash = hash_finish(word.hash, word.length);
    word.letters.rest = (all_upper ? LETTER_UPPER : 0) | (all_small ? LETTER_LOWER : 0);
    return word;
}

/* --- Markdown: the links that the content has, whether their destination stands in them or elsewhere --- */

enum { MARKDOWN_MAX_LABEL = 999 };

/* A link whose destination stands elsewhere: "[text][label]" and "[label]: destination". */
struct markdown_reference {
    size_t anchor; /* its place among the anchors of struct lexed */
    struct str label;
    struct str *url; /* of its definition; found when all has been read */
};

struct markdown_references {
    struct markdown_reference *list; /* in the order of the anchors */
    size_t count, cap;
};

/*
 * Adds a link whose text are the lexemes from `first` on. The URL is given as it stands. at_phrase_start:
 * phrases would begin at it if it were none. One without text is left
 * out, and one in a heading, which says nothing about running text.
 */
void markdown_add_link(struct lexer *lexer, size_t first, struct str url, bool at_phrase_start);

/*
 * Gives the references their destinations, and takes away the anchors of those that have none. Definitions count
 * wherever they stand, behind the limit of words too.
 */
void markdown_resolve_references(struct markdown_references *references, struct lexer *lexer);

/* --- Markdown: the paragraph --- */

/* Of more open brackets, only the number is known. */
enum { MARKDOWN_MAX_BRACKETS = 32 };

/* A "[" that is open: what follows may be the text of a link or image. */
struct markdown_bracket {
    size_t text;    /* the byte behind it */
    size_t lexemes; /* that were read before it */
    bool is_image;
    bool at_phrase_start; /* phrases would begin behind it in any case */
    bool is_dead;         /* a link is inside: it can be none */
};

struct markdown_paragraph {
    struct lexer *lexer;
    struct elements *elements;
    struct markdown_references *references;
    struct str content;
    size_t start, at, end;
    bool is_table;      /* each line is a row, "|" between its cells */
    size_t text_start;  /* from here to `at` there is text that has not been lexed yet */
    size_t address_end; /* up to here, text belongs to an address and gets no link */
    struct markdown_bracket brackets[MARKDOWN_MAX_BRACKETS];
    size_t bracket_count;
    size_t closers;      /* "]" from `at` on */
    char last_delimiter; /* character of the last run of * _ or ~, when it can only open emphasis; '\0' otherwise */
    size_t last_length;  /* of that run */
};

/* Lexes the text of one paragraph, bytes [from, to) of the lexer's content. */
void markdown_inline(struct lexer *lexer, struct elements *elements, struct markdown_references *references,
                     size_t from, size_t to);

#endif
