/*
 * Places in content where the site knows a phrase, with everything that is known about linking that phrase there to a page.
 */
#ifndef COPYDESK_LINK_CANDIDATES_H
#define COPYDESK_LINK_CANDIDATES_H

#include "link/index.h"
#include "link/lexer.h"

/* What the model judges by. Counts are ln(1 + n) unless said otherwise; a page "links" when it does so in running text. */
enum feature {
    FEATURE_LINK_SHARE,    /* ln of (pages that link the phrase to the target + 0.1) / (pages that hold it + 1) */
    FEATURE_LINK_COUNT,    /* pages that link the phrase to the target */
    FEATURE_PAGE_COUNT,    /* pages that hold the phrase */
    FEATURE_PAGE_SHARE,    /* ln of their share of the site */
    FEATURE_COMMONNESS,    /* share of the phrase's links that go to the target, 0-1 */
    FEATURE_LIST_COUNT,    /* pages that link so in lists and navigation */
    FEATURE_TITLE_KIND,    /* enum title_kind as a number */
    FEATURE_TITLE_OVERLAP, /* 0-1, as in the index */
    FEATURE_TITLE_COUNT,   /* pages that have the phrase as a title */
    FEATURE_TARGET_COUNT,  /* pages that the phrase may mean */
    FEATURE_LENGTH,        /* lexemes of the phrase, plain number */
    FEATURE_LETTERS,       /* bytes of the phrase in the content, plain number */
    FEATURE_IDF_MAX,       /* of the words of the phrase */
    FEATURE_IDF_MEAN,
    FEATURE_SIMILARITY,     /* cosine of the content and the target */
    FEATURE_NEARBY,         /* how much of what the target is about stands around the phrase */
    FEATURE_POSITION,       /* lexemes before it */
    FEATURE_OCCURRENCES,    /* of the phrase in the content */
    FEATURE_CAPITAL,        /* begins with a capital, 0 or 1 */
    FEATURE_ALL_CAPITALS,   /* of its words, how many begin with a capital, 0-1 */
    FEATURE_JOINED,         /* a sign touches it that is no full stop, comma or the like, at 0-2 sides */
    FEATURE_COVERED,        /* a longer known phrase covers it, 0 or 1 */
    FEATURE_LINKS_IN,       /* pages that link to the target at all */
    FEATURE_SHARED_PATH,    /* segments that the URLs of content and target have in common, plain number */
    FEATURE_TARGET_DEPTH,   /* segments of the target's URL, plain number */
    FEATURE_CONTENT_LENGTH, /* lexemes of the content */
    FEATURE_SITE_LINKS,     /* ln(1 + links in running text per page of the site) */
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

/* Finds and describes all candidates; score is left 0. url: of the content, absolute or NULL. The list lives in the arena. */
enum status candidates_find(const struct link_index *index, const struct lexed *lexed, const char *url,
                            struct arena *arena, struct candidates *candidates, struct error *err);

/* The model: fills score from features. */
void candidates_score(struct candidates *candidates);

/* The score from which a link is worth making, chosen on the development corpora. */
extern const double model_threshold;

#endif
