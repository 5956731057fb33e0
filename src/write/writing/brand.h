/* The customer's brand in texts: where its name stands, and what is known of it, sentence by sentence. */
#ifndef COPYDESK_WRITE_WRITING_BRAND_H
#define COPYDESK_WRITE_WRITING_BRAND_H

#include "write/writing/writing.h"

/* Where the name stands in the text, as words of its own, from `from` on; text.len: nowhere. A name of one word may be
 * a common word too: it is found as it is spelled, or with a capital letter. */
size_t brand_find(const struct writing *writing, struct str text, size_t from);

/* May the article not name it (brandMentionLevel "none")? False where the keyword itself names it. */
bool brand_is_avoided(const struct writing *writing);

/* The sentences of its description and its knowledge, in this order. Where the article may not name the brand, without
 * those that do. E_MEMORY. */
enum status brand_sentences(struct writing *writing, struct str **sentences, size_t *count);

/* A sentence of these as it can stand in an article: the brand is named as the one who says it, unless it is named
 * already. data NULL: memory ran out. */
struct str brand_attributed(struct writing *writing, struct str sentence);

#endif
