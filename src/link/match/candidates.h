/*
 * Candidates: the links that could be made. Each is a place in the content where a phrase of the index stands, a page
 * that the phrase may be linked to, and what the ranker wants to know about that link.
 */
#ifndef COPYDESK_LINK_CANDIDATES_H
#define COPYDESK_LINK_CANDIDATES_H

#include "link/index/index.h"
#include "link/lexer/lexer.h"
#include "link/model/model.h"
#include "text/language.h"

struct candidate {
    uint32_t first, last; /* lexemes, last exclusive */
    uint32_t phrase, page;
    double score;          /* how likely an author would make this link, 0-1 */
    float text;            /* struct model_score */
    const float *features; /* FEATURE_COUNT; behind them those of the next candidate */
};

/* Where content stands in the site. */
struct own_page {
    uint32_t number; /* of its page; INDEX_NO_PAGE: the index has none */
    bool is_placed;  /* it has a URL */
    struct url_place place;
};

/* That of an absolute, normalised URL; NULL: it has none. */
struct own_page own_page_of(const struct link_index *index, const char *url);

struct candidates {
    struct candidate *list; /* in the order of the content */
    size_t count;
};

/*
 * Finds and describes all candidates; their scores stay 0. language: of the content; NULL: that of its page, else of
 * the site. The list lives in the arena. E_MEMORY.
 */
enum status candidates_find(const struct link_index *index, struct str content, const struct lexed *lexed,
                            struct own_page own, const struct language *language, struct arena *arena,
                            struct candidates *candidates, struct error *err);

/*
 * The ranker: how likely an author of the site would make each link. Sets the scores from the features, and by what the
 * site taught. Returns the site's own threshold.
 */
double rank_candidates(const struct link_index *index, struct candidates *candidates);

#endif
