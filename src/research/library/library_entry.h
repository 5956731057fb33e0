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
    struct hashes sketch; /* the smallest of its shingles of stems, at most LIBRARY_SKETCH */
};

#define LIBRARY_SECTION_END '\f'

enum { LIBRARY_SKETCH = 64 /* the likeness is right to about 0.06 */ };

/* All lives in the arena. E_MEMORY. */
enum status library_entry_make(struct arena *arena, const struct page *page, struct library_entry *entry,
                               struct error *err);

#endif
