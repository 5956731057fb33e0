/* Finds the documents of a library that speak of a subject. */
#ifndef COPYDESK_RESEARCH_LIBRARY_SEARCH_H
#define COPYDESK_RESEARCH_LIBRARY_SEARCH_H

#include "research/library/library_index.h"
#include "research/topic/topic.h"

struct library_query {
    struct str subject;
    enum keyword_shape shape;
    const struct language *language; /* documents in another one are no answer */
    size_t most;
    bool is_wide; /* for a list: documents on a part of the subject are wanted too, behind those on all of it */
};

struct library_found {
    const char *path; /* relative to the folder */
    bool speaks;      /* of the subject; else it comes nearest */
};

/*
 * The documents that speak of the subject, best first; when there is none, those that come nearest, so that whoever
 * refuses can name them. Of documents with the same address or nearly the same text there is one.
 *
 * Candidates come from the full-text index: BM25 over titles (5), headings (3) and text (1), neighbouring stems of the
 * subject counted once more as phrases. The best of them are judged from their headings and sentences in the index, by
 * sought_page. The same documents give the same answer.
 *
 * *collection gets what the library knows of the subject's stems. All lives in the arena. E_CORRUPT: the index is
 * damaged; E_IO; E_MEMORY.
 */
enum status library_search(struct library_index *index, const struct library_query *query, struct arena *arena,
                           struct library_found **found, size_t *count, struct topic_collection *collection,
                           struct error *err);

#endif
