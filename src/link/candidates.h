/*
 * Candidates: the links that could be made. Each is a place in the content where a phrase of the index stands, a page
 * that the phrase may be linked to, and what the ranker wants to know about that link.
 */
#ifndef COPYDESK_LINK_CANDIDATES_H
#define COPYDESK_LINK_CANDIDATES_H

#include "link/index/index.h"
#include "link/lexer/lexer.h"

/*
 * What the ranker judges by. Counts are plain numbers, not logarithms. A page "links" when it does so in running
 * text. The page that the content is does not count.
 */
enum feature {
    FEATURE_LINK_COUNT,    /* pages that link the phrase to the target */
    FEATURE_LIST_COUNT,    /* pages that do so in lists and navigation */
    FEATURE_LINKING_COUNT, /* pages that hold the phrase and link anything, so that they might have linked it */
    FEATURE_PAGE_COUNT,    /* pages that hold the phrase */
    FEATURE_TITLE_KIND,    /* enum title_kind */
    FEATURE_TITLE_COUNT,   /* pages that have the phrase as a title */
    FEATURE_LOST_CAPITALS, /* the title has the phrase in capitals only and the content has not, 0 or 1 */
    FEATURE_JOINED,        /* a sign such as "-" or "/" touches it, at 0-2 sides */
    FEATURE_COVERED,       /* a longer known phrase covers it, 0 or 1 */
    FEATURE_SIMILARITY,    /* cosine of the content and the target */
    FEATURE_NEARBY,        /* how much of what the target is about stands around the phrase */
    FEATURE_COUNT
};

struct candidate {
    size_t first, last; /* lexemes, last exclusive */
    uint32_t page;
    double score; /* how likely an author would make this link, 0-1 */
    float features[FEATURE_COUNT];
};

struct candidates {
    struct candidate *list; /* in the order of the content */
    size_t count, cap;
};

/*
 * Finds and describes all candidates; their score stays 0. key: url_key of the page that the content is, data NULL:
 * unknown. The list lives in the arena. E_MEMORY.
 */
enum status candidates_find(const struct link_index *index, struct str content, const struct lexed *lexed,
                            struct str key, struct arena *arena, struct candidates *candidates, struct error *err);

#endif
