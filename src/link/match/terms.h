/* Used only inside this folder. From the words of content to the terms of the index. */
#ifndef COPYDESK_LINK_MATCH_TERMS_H
#define COPYDESK_LINK_MATCH_TERMS_H

#include "link/index/index.h"
#include "link/lexer/lexer.h"
#include "text/language.h"

/*
 * Sets terms[i] to the term of lexeme i, INDEX_NO_TERM when the site does not have it in any form: as it is, by its
 * stem, or without accents. The term of a hyphen within a word is OCCURRENCE_SKIP, and wholes[i] that of both words as
 * one, "email" for "e-mail"; no other of the wholes is set. The records of the terms are on their way to the cache.
 * E_MEMORY.
 */
enum status terms_find(const struct link_index *index, const struct lexed *lexed, const struct language *language,
                       struct arena *arena, uint32_t *terms, uint32_t *wholes, struct error *err);

#endif
