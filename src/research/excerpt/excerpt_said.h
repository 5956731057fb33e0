/* What was said before, as shingles of stems (text/shingles.h), to tell what says nothing new. */
#ifndef COPYDESK_RESEARCH_EXCERPT_SAID_H
#define COPYDESK_RESEARCH_EXCERPT_SAID_H

#include "text/words.h"

#include <stdint.h>

/* A set of hashes that grows. */
struct said {
    struct arena *arena;
    uint64_t *slots; /* 0: free */
    size_t count, cap;
};

/* Says the text what was said before? *is_said: at least four fifths of its shingles were met in the texts before, all
 * taken together, and no run with a figure is new. A text that is not is added. E_MEMORY. */
enum status said_before(struct said *said, struct arena *scratch, const struct word *words, size_t count, bool *is_said,
                        struct error *err);

#endif
