/* The sentences of a document as HTML: their spans and links, what they cite, the code that an item ends with. Of
 * document_html.c. */
#ifndef COPYDESK_WRITE_WRITING_DOCUMENT_SENTENCES_H
#define COPYDESK_WRITE_WRITING_DOCUMENT_SENTENCES_H

#include "write/writing/document/document.h"

/* An address of http or https; others are left out. */
bool document_is_web(struct str url);

/* Sentences [from, to) of one paragraph or item, with their citations. */
void document_add_sentences(const struct model_block *block, size_t from, size_t to, struct citations *citations,
                            struct buf *html);

/* One sentence without its citation. colon: as in struct citations. */
void document_add_sentence(const struct model_sentence *sentence, const char *colon, struct buf *html);

/* Cites the sources of the sentence. */
void document_cite(const struct model_sentence *sentence, struct citations *citations, struct buf *html);

bool document_same_sources(const struct model_sentence *a, const struct model_sentence *b);

void document_add_code(struct str code, struct str language, struct buf *html);

#endif
