/* What the article draws from. */
#ifndef COPYDESK_WRITE_SOURCES_H
#define COPYDESK_WRITE_SOURCES_H

#include "write/steps.h"

/* Reads the sources, or loads them: writing->pages. Fails with no_sources or source_unreachable. */
enum status sources_gather(struct writing *writing);

/* The documents that speak of the keyword, best first, as numbers in their own order; `picked` has room for `most`. */
enum status sources_pick(struct writing *writing, const struct library *library, size_t most, size_t *picked,
                         size_t *count);

#endif
