/* The documents of a library that speak of a subject. */
#ifndef COPYDESK_RESEARCH_LIBRARY_LIBRARY_SEARCH_H
#define COPYDESK_RESEARCH_LIBRARY_LIBRARY_SEARCH_H

#include "research/library/library.h"

/* The words of a subject as the full-text index is asked for them. */
struct library_words {
    struct str *stems; /* single stems that the subject may be made of, also of joined words; each once */
    size_t count, cap;
    /* The expression that finds documents in the language with any of them, as FTS5 has it: nothing in it comes from
     * outside unquoted. Empty: the subject has no content word. */
    const char *expression;
};

/* A document that may speak of the subject: what of it the index has, enough to judge whether it does. */
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
