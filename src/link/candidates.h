/*
 * Places in content where the site knows a phrase, with everything that is known about linking that phrase there to a page.
 */
#ifndef COPYDESK_LINK_CANDIDATES_H
#define COPYDESK_LINK_CANDIDATES_H

#include "link/index/index.h"
#include "link/lexer/lexer.h"

/* What the model judges by. Counts are plain; pages "link" when they do so in running text; the content's own page is no page. */
enum feature {
    FEATURE_LINK_COUNT,    /* pages that link the phrase to the target */
    FEATURE_LIST_COUNT,    /* pages that do so in lists and navigation */
    FEATURE_LINKING_COUNT, /* pages that hold the phrase and link anything, so that they might have linked it */
    FEATURE_PAGE_COUNT,    /* pages that hold the phrase */
    FEATURE_TITLE_KIND,    /* enum title_kind */
    FEATURE_TITLE_COUNT,   /* pages that have the phrase as a title */
    FEATURE_LOST_CAPITALS, /* 1 when the target's title has the phrase in capitals only and the content has not, 0 otherwise */
    FEATURE_JOINED,        /* a sign such as "-" or "/" touches it, at 0-2 sides */
    FEATURE_COVERED,    /* a longer known phrase covers it, 0 or 1 */
    FEATURE_SIMILARITY, /* cosine of the content and the target */
    FEATURE_NEARBY,     /* how much of what the target is about stands around the phrase */
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

/* Finds and describes all candidates; score is left 0. key: url_key of the content's page, data NULL: unknown. The list lives in the arena. */
enum status candidates_find(const struct link_index *index, struct str content, const struct lexed *lexed,
                            struct str key, struct arena *arena, struct candidates *candidates, struct error *err);

/* The model: fills score from features. */
void candidates_score(struct candidates *candidates);

/* The score from which a link is worth making, chosen on the development corpora. */
extern const double model_threshold;

/* The score from which one is made while there is less than one for so many words. */
extern const double model_least_score;
enum { MODEL_WORDS_PER_LINK = 200 };

#endif
