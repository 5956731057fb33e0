/*
 * Used only inside this folder. Letters whose folded form (word_fold without a language) is one character that can be
 * told from the number alone, whatever stands beside them: most letters of most text.
 */
#ifndef COPYDESK_LINK_LEXER_FOLD_QUICK_H
#define COPYDESK_LINK_LEXER_FOLD_QUICK_H

#include "link/lexer/lexer.h"

/* The folded form; 0: the character is none of these, and word_fold must be asked. *is_upper, *is_lower: its case. */
uint32_t fold_quick(uint32_t codepoint, bool *is_upper, bool *is_lower);

#endif
