/* What the index of a library keeps of a document. */
#ifndef COPYDESK_RESEARCH_LIBRARY_ENTRY_H
#define COPYDESK_RESEARCH_LIBRARY_ENTRY_H

#include "research/corpus/corpus.h"

/*
 * Texts are stems without function words, a blank between two, as the corpus has them: a search compares them as the
 * writer will compare the document. Of a document in a language that cannot be told they are those of English.
 */
struct library_entry {
    struct str title;
    struct str headings; /* a line for each section inside the page */
    struct str body;     /* a line for each sentence; LIBRARY_SECTION_END behind each section, that of the page first */
    struct str names;    /* stems that the document writes as names: with a capital in the middle of sentences */
    struct str outline;  /* a line for each section: depth, words below its heading, "1" where that says nothing, and
                            the heading, with tabs between */
    struct str sketch;   /* see sketch_likeness */
};

#define LIBRARY_SECTION_END '\f'

/* All lives in the arena. E_MEMORY. */
enum status library_entry_make(struct arena *arena, const struct page *page, struct library_entry *entry,
                               struct error *err);

/* A hash that is the same on every run: Fowler-Noll-Vo 1a of 64 bits (http://www.isthe.com/chongo/tech/comp/fnv/). */
uint64_t library_hash(struct str text);

/*
 * How alike two texts are, 0-1, by the smallest hashes of their runs of three stems: the share of common ones among the
 * smallest of both is that of common runs among all (Broder, On the resemblance and containment of documents, 1997).
 */
double sketch_likeness(struct str a, struct str b);

#endif
