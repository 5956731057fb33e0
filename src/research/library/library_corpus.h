/* A corpus of documents as the index has them: enough of one to judge which speak of a subject. */
#ifndef COPYDESK_RESEARCH_LIBRARY_CORPUS_H
#define COPYDESK_RESEARCH_LIBRARY_CORPUS_H

#include "research/topic/topic.h"

/* A document that may speak of the subject, as the index has it. */
struct library_candidate {
    int64_t id;
    const char *path, *url, *language;
    struct hashes sketch;
    /* read later */
    const char *outline, *headings, *body;
    enum topic_tier tier;
    double score;
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

#endif
