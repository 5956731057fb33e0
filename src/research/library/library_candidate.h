/* A document as the index has it: enough of it to judge whether it speaks of a subject. */
#ifndef COPYDESK_RESEARCH_LIBRARY_CANDIDATE_H
#define COPYDESK_RESEARCH_LIBRARY_CANDIDATE_H

#include "research/sought/sought.h"
#include "text/shingles.h"

/* A document that may speak of the subject. */
struct library_candidate {
    int64_t id;
    const char *path, *url, *language;
    struct hashes sketch;
    /* read later */
    const char *outline, *body;
    struct sought_page sought;
    bool speaks; /* of the subject */
    size_t rank;
    struct hashes runs; /* shingles of its body: read for those that may be chosen */
};

/* The document as a page, for sought_page_kept. All lives in the arena, and points into the candidate. E_CORRUPT: what
 * the index has is no outline; E_MEMORY. */
enum status library_candidate_page(struct arena *arena, const struct library_candidate *one,
                                   const struct language *language, struct page *page, struct error *err);

#endif
