/* What the article draws from: the request's URLs, each fetched once and side by side, and the library's documents. */
#ifndef COPYDESK_WRITE_SOURCES_SOURCES_H
#define COPYDESK_WRITE_SOURCES_SOURCES_H

#include "write/writing/writing.h"

/* Reads the sources, or loads them: writing->pages and writing->sources. Fails with source_unreachable, or with
 * no_sources where no language model is to write: with one the article may do without. */
enum status sources_gather(struct writing *writing);

/* The pages once more, as they were stored, after they had been let go. */
enum status sources_again(struct writing *writing);

#endif
