/* What the article draws from. */
#ifndef COPYDESK_WRITE_SOURCES_H
#define COPYDESK_WRITE_SOURCES_H

#include "write/steps.h"

/* Reads the sources, or loads them: writing->pages. Fails with no_sources or source_unreachable. */
enum status sources_gather(struct writing *writing);

#endif
