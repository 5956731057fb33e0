/* UTF-8 decoded; case folding. Built on utf8proc. Whether it is valid: base/str.h. */
#ifndef COPYDESK_TEXT_UNICODE_H
#define COPYDESK_TEXT_UNICODE_H

#include "base/base.h"

/* utf8_decode of a byte that is not ASCII. */
size_t utf8_decode_long(struct str text, size_t at, uint32_t *codepoint);

/* Decodes the character at text.data[at] (at < text.len) into *codepoint and returns its length in bytes, at least 1.
 * An invalid byte gives U+FFFD and length 1. */
static inline size_t utf8_decode(struct str text, size_t at, uint32_t *codepoint)
{
    unsigned char byte = (unsigned char)text.data[at];
    *codepoint = byte;
    return byte < 0x80 ? 1 : utf8_decode_long(text, at, codepoint);
}

/* Appends a character. */
void utf8_append(struct buf *out, uint32_t codepoint);

/* Number of characters. */
size_t utf8_length(struct str text);

/* Appends the caseless form for comparing: NFKC and full case folding, as utf8proc's CASEFOLD with COMPAT and
 * COMPOSE. */
void text_fold(struct buf *out, struct str text);

/* Copy with every invalid byte replaced by U+FFFD; the same bytes when valid. NULL when memory ran out. */
char *utf8_repair(struct arena *arena, struct str text, size_t *length);

bool unicode_is_space(uint32_t codepoint);     /* White_Space, U+00A0 included */
bool unicode_is_hidden(uint32_t codepoint);    /* see below */
bool unicode_is_letter(uint32_t codepoint);    /* L*, and marks that stand on letters */
bool unicode_is_digit(uint32_t codepoint);     /* Nd */
bool unicode_is_upper(uint32_t codepoint);     /* Lu, Lt */
bool unicode_is_lower(uint32_t codepoint);     /* Ll */
uint32_t unicode_to_upper(uint32_t codepoint); /* simple case mapping: one character for one */
uint32_t unicode_to_lower(uint32_t codepoint);
/* unicode_is_hidden: what readers do not see, and texts of strangers must not carry on: embeddings, overrides and
 * isolates of a direction, which turn the text behind them round too (Unicode Technical Report 36, section 3.1); tags,
 * with which words for machines alone can be written; zero-width spaces. Joiners and marks of direction, which some
 * scripts need, are none. */
bool unicode_is_cjk(uint32_t codepoint); /* Han, Hiragana, Katakana: written without spaces */

#endif
