/* What an article asks of a library: the documents that speak of its keyword. */
#ifndef COPYDESK_RESEARCH_LIBRARY_ASK_H
#define COPYDESK_RESEARCH_LIBRARY_ASK_H

#include "research/library/library_indexes.h"
#include "research/topic/topic.h"

/* Most pages beyond those that are asked for: the parts of chapters that are among them. */
enum { LIBRARY_PARTS = 16 };

struct library_place {
    const char *path;
    struct library_indexes *libraries; /* NULL: the folder is indexed for each request */
};

struct library_request {
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
struct library_answer {
    /* Best first; when none speaks of the keyword, a few that come nearest. Behind them what the chapters among the
     * best list: a page that holds little more than a table of contents has its text there. */
    const struct page *pages;
    size_t count;
    struct topic_collection collection; /* what the library knows of the keyword's stems; pages 0: nothing */
};

/*
 * Fills *answer, which is zeroed. The same request over the same documents gives the same pages in the same order.
 * E_NOT_FOUND, E_IO: the folder cannot be searched now, and the message says why; E_CORRUPT, E_INTERNAL: nor later,
 * without help; E_CANCELLED; E_MEMORY.
 */
enum status library_ask(const struct library_place *place, const struct library_request *request, struct arena *arena,
                        struct library_answer *answer, struct error *err);

#endif
