/*
 * What big sites are mixed from: sentences and titles of real pages, read once.
 *
 * The English corpora of the link evaluation are taken (a folder with *.jsonl.xz). Without them the pages of Debian's
 * postgresql-doc, and without those the little site of examples/site.lua.
 */
#ifndef COPYDESK_BENCH_MATERIAL_H
#define COPYDESK_BENCH_MATERIAL_H

#include "base/base.h"

/* HTML text without tags, entities as they came, white space squeezed. */
struct material {
    struct arena *arena;
    struct str *sentences; /* in the order of the pages: neighbours are of one subject */
    size_t sentence_count;
    struct str *heads, *tails; /* the first and the last words of real titles, one to three of each */
    size_t title_count;
};

/*
 * corpora: the folder; NULL: where the variable LINKEVAL_CORPORA says, else ../shared/linkeval/corpora. At most some 12
 * MB are kept. E_NOT_FOUND: there is nothing to read; E_MEMORY.
 */
enum status material_read(const char *corpora, struct material *material, struct error *err);
void material_free(struct material *material);

#endif
