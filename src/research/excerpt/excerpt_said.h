/* What was said before, as runs of four stems (shingles: Broder 1997), to tell what says nothing new. */
#ifndef COPYDESK_RESEARCH_EXCERPT_SAID_H
#define COPYDESK_RESEARCH_EXCERPT_SAID_H

#include "text/text.h"

/* A set of hashes. Fixed hash function: the same texts give the same answers on every run. */
struct said {
    struct arena *arena;
    uint64_t *slots; /* 0: free */
    size_t count, cap;
};

/* Says the text what was said before? *is_said: at least four fifths of its shingles were met in the texts before, all
 * taken together. A text that is not is added. E_MEMORY. */
enum status said_before(struct said *said, const struct word *words, size_t count, bool *is_said, struct error *err);

#endif
