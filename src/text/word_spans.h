/* Where the words of a text stand. Of words.c and words_unspaced.c. */
#ifndef COPYDESK_TEXT_WORD_SPANS_H
#define COPYDESK_TEXT_WORD_SPANS_H

#include "base/str.h"

/* From IDEOGRAPH on they are CJK characters, which begin and end words without a blank. */
enum word_class { OTHER, JOINER, LETTER, DIGIT, IDEOGRAPH, HIRAGANA, KATAKANA };

/* What the character at `at` is to a word; *length: its bytes. */
enum word_class word_class_at(struct str text, size_t at, size_t *length);

struct word_span {
    size_t start, end; /* bytes, end exclusive */
    bool ascii, is_cjk;
};

/* The next word at or after span->end; false when there is none. */
bool word_span_next(struct str text, struct word_span *span);

#endif
