/*
 * search: documents that speak of a keyword, from the places that the configuration names.
 *
 *   search.h           this file: what a search asks and answers, and how a backend is found
 *   search.c           the table of backends
 *   search_folder.h    the backend "folder": a folder of documents such as the library
 *   library.h          such a folder: its documents found and read
 *   library_index.h    what they say, in a database of its own
 *   library_search.h   those that speak of a subject, in order
 *   library_indexes.h  the indexes that are open, shared by all threads
 *
 * A new backend is one file and one row of the table in search.c. Each configured entry is a struct search_place of its
 * own. Any number of threads may search with one of them at once.
 */
#ifndef COPYDESK_RESEARCH_SEARCH_H
#define COPYDESK_RESEARCH_SEARCH_H

#include "research/topic/topic.h"

#include <stdatomic.h>

/* Most pages beyond those that a query asks for: the parts of chapters that are among them. */
enum { SEARCH_PARTS = 16 };

/* One question. */
struct search_query {
    struct str keyword;              /* with its frame: "how to tune autovacuum" */
    const struct language *language; /* pages in another language are no answer */
    size_t max_pages;
    bool is_wide; /* for a list: pages on a part of the subject are wanted too, behind those on all of it */
    const atomic_bool *cancel; /* E_CANCELLED soon after it became true; may be NULL */
    /* Told from time to time that `done` of `all` documents were read which the search needs; may be NULL. */
    void (*progress)(void *context, size_t done, size_t all);
    void *context;
};

/* What was found, in the arena of the call. */
struct search_hits {
    /* Best first; when none speaks of the keyword, a few that come nearest. Behind them what the chapters among the
     * best list: a page that holds little more than a table of contents has its text there. */
    const struct page *pages;
    size_t count;
    struct topic_collection collection; /* what the place knows of the keyword's stems; pages 0: nothing */
};

struct search_backend {
    const char *api; /* as the configuration names it */

    /*
     * Fills *hits, which is zeroed. The same query over the same documents gives the same hits in the same order.
     * E_NOT_FOUND, E_IO, E_NETWORK, E_TIMEOUT, E_DENIED, E_LIMIT or E_UPSTREAM: the place cannot be searched now, and
     * the message says why; E_CORRUPT, E_INTERNAL: nor later, without help; E_CANCELLED; E_MEMORY.
     */
    enum status (*find)(void *state, const struct search_query *query, struct arena *arena, struct search_hits *hits,
                        struct error *err);
};

/* A place to search: a backend, and the state made of its entry, whose type the header of the backend declares. */
struct search_place {
    const struct search_backend *backend;
    void *state;
};

/* The backend of that name; NULL when there is none. */
const struct search_backend *search_backend_find(struct str api);

#endif
