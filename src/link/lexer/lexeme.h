/* Used only inside this folder. Folding and hashing of words, for lexeme.c and lexer_text.c. */
#ifndef COPYDESK_LINK_LEXER_LEXEME_H
#define COPYDESK_LINK_LEXER_LEXEME_H

#include "link/lexer/lexer.h"

/* word_hash of the lower-case form of ASCII text, in one pass. readable: bytes that may be read from text.data on. */
uint64_t word_hash_ascii(struct str text, size_t readable);

/* Folds undecoded text; references: it may hold character references. See lexeme_fold. */
struct str fold_text(struct str text, bool references, struct buf *out, struct buf *room);

#endif
