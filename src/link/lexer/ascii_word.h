/*
 * Used only inside this folder. Words of ASCII, read eight bytes at a time: where the word ends, how it is written and
 * its hash come from the same few operations, without a branch for each letter.
 */
#ifndef COPYDESK_LINK_LEXER_ASCII_WORD_H
#define COPYDESK_LINK_LEXER_ASCII_WORD_H

#include "link/lexer/lexer_glyph.h"

#include <string.h>

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

#endif
