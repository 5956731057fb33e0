/*
 * sources: what the article draws from: the request's URLs, each fetched once and side by side, and the library's
 * documents.
 *
 *   sources.h  this file (sources.c)
 *   found.h    the pages that were found, until they are stored: of the request (found_urls.c), of the library
 *              (found_library.c)
 *   stored.h   the sources as a stored step (stored.c), its pages (stored_json.c), what the library
 *              knows of the keyword (stored_collection.c)
 */
#ifndef COPYDESK_WRITE_SOURCES_SOURCES_H
#define COPYDESK_WRITE_SOURCES_SOURCES_H

#include "write/writing/writing.h"

struct found;

/* What looks for more of them, behind the request's own and those of the library. */
struct sources_search {
    size_t most; /* pages that it may add to what was found (sources/found.h) */
    /* OK also when it finds nothing; any other status ends the article. */
    enum status (*search)(struct writing *writing, struct found *found, void *context);
    void *context;
};

/* Reads the sources, or loads them: writing->pages and writing->sources. search NULL: those are all. Fails with
 * source_unreachable, or with no_sources where no language model is to write: with one the article may do without. */
enum status sources_gather(struct writing *writing, const struct sources_search *search);

#endif
