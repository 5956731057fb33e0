/* Used only by write.c: what the file has of words, phrases and their targets. */
#ifndef COPYDESK_LINK_BUILD_WRITE_PHRASES_H
#define COPYDESK_LINK_BUILD_WRITE_PHRASES_H

#include "link/index/index_write.h"
#include "link/site/site.h"

/* The table of words, their terms, the trie, the phrases in it, and the pages that these name. E_IO; E_MEMORY. */
enum status write_phrases(struct site *site, struct index_writer *writer, struct error *err);

#endif
