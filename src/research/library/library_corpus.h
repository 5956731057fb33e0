/* A corpus of documents as the index has them: enough of one to judge which speak of a subject. */
#ifndef COPYDESK_RESEARCH_LIBRARY_CORPUS_H
#define COPYDESK_RESEARCH_LIBRARY_CORPUS_H

#include "research/sought/sought.h"
#include "research/topic/topic.h"

/* How a document speaks of the subject, the best first. */
enum library_group {
    LIBRARY_WHOLLY, /* its title is the subject, and by all rules of topic_open it is full of it */
    LIBRARY_TITLED, /* its title is the subject but for words that only rank */
    LIBRARY_FULL,   /* by the rules of topic_open alone */
    LIBRARY_HOLDS,  /* a part of it is about the subject but for words that only rank */
    LIBRARY_COVERS, /* it has most of the subject, and no heading that says so: only where nothing has more */
    LIBRARY_NEAR,   /* worth a note */
    LIBRARY_NOT
};

/* A document that may speak of the subject, as the index has it. */
struct library_candidate {
    int64_t id;
    const char *path, *url, *language;
    struct hashes sketch;
    /* read later */
    const char *outline, *headings, *body;
    enum topic_tier tier;
    double score;
    struct sought_page sought;
    enum library_group group;
    size_t rank;
    struct hashes runs; /* shingles of its body: read for those that may be chosen */
};

/*
 * Fills sections and statements with their terms, words and places; the pages have no blocks, and there are no
 * passages. The candidates are its pages, in their order. All lives in the arena, and points into the candidates.
 * E_CORRUPT: what the index has is no outline; E_MEMORY.
 */
enum status library_corpus_make(struct arena *arena, struct library_candidate *const *candidates, size_t count,
                                const struct language *language, struct corpus *corpus, struct error *err);

/* The same document as a page, for sought_page_kept. All lives in the arena, and points into the candidate. E_CORRUPT,
 * E_MEMORY. */
enum status library_corpus_page(struct arena *arena, const struct library_candidate *one,
                                const struct language *language, struct page *page, struct error *err);

#endif
