/* Used by candidates.c and features_*.c: what is known of one content while its candidates are described. */
#ifndef COPYDESK_LINK_MATCH_MATCH_H
#define COPYDESK_LINK_MATCH_MATCH_H

#include "link/index/contexts.h"
#include "link/match/candidates.h"
#include "link/match/occurrences.h"

/* A phrase on the page, at the one of its occurrences where a link is most likely. */
struct use {
    const struct occurrence *occurrence;
    uint32_t phrase, count, ordinal;
    enum phrase_case letters;
    uint16_t form;
    float rate, rate_case;             /* link rates, smoothed */
    float own;                         /* 1: the content's own page is in the index */
    float own_linking;                 /* 1: and links something */
    float form_rate;                   /* link rate of this very form, smoothed */
    float place_odds;                  /* by its surroundings */
    float context_odds[CONTEXT_KINDS]; /* from CONTEXT_EXACT_FIRST on: shares */
    float best_prior;
};

struct proposal {
    const struct use *use;
    const struct index_target *target;
    float prior;
    uint32_t rank;  /* among the targets of the phrase */
    uint32_t next;  /* number + 1 of the next proposal for the same target */
    float strength; /* the prior, corrected by form and place */
    float share;    /* of the phrase's links that go to the target, or a guess from the title */
};

/* Per lexeme: the best two priors of different phrases that cover it. */
struct cover {
    uint32_t phrase[2];
    float prior[2];
};

struct match {
    const struct link_index *index;
    struct str text; /* the content */
    const struct lexed *lexed;
    const struct occurrences *occurrences;
    const struct index_page *own; /* the content's own page in the index, NULL: it has none */
    uint32_t own_number;
    struct arena *arena;
    uint64_t *sections;     /* per lexeme: hash of the heading above */
    uint32_t *block_starts; /* per lexeme: first of its block */
    float *content;         /* per index_vector_key: weight of the content's terms; their vector has length 1 */
    float *target;          /* per index_vector_key: weight in the present target; all zero between targets */
    uint32_t *seen;         /* per index_vector_key: number of the last candidate that counted it */
    uint32_t seen_number;
    struct use *uses;
    size_t use_count;
    struct proposal *proposals;
    size_t proposal_count, proposal_cap;
    struct cover *covers;
    struct table
        names; /* (page, 0) -> number + 1 of the best proposal for it, (page, 1) -> of the second best phrase */
    struct table chains; /* (page, 0) -> number + 1 of the first proposal for it */
    struct table headed; /* (term + 1, 0): stands in a heading or the title of the content */
    struct table votes;  /* (page, 0) -> number + 1 of its entry in neighbours */
    struct neighbour *neighbours;
    size_t neighbour_count;
    float best_neighbours; /* the highest of the page */
    float page_prior;
    float all_odds;     /* of any place: contexts are measured against it */
    float near_linking; /* pages near the content's own that link */
    float mean_in, mean_out, linking_share, site_rate;
};

/* A page of the site that links what could be linked here. */
struct neighbour {
    uint32_t page;
    float vote, cosine;
};

static inline float phrase_count(const struct index_phrase *phrase, int stat)
{
    return count_values[phrase->stats[stat]];
}

static inline float target_count(const struct index_target *target, int stat)
{
    return count_values[target->stats[stat]];
}

static inline float page_count_of(const struct index_page *page, int stat)
{
    return count_values[page->stats[stat]];
}

/* features_text.c */
void match_weigh_content(struct match *match);
float match_similarity(const struct match *match, const struct index_page *page);
void match_text_features(struct match *match, const struct proposal *proposal, float *out);

/* features_phrase.c */
void match_phrase_features(const struct match *match, const struct proposal *proposal, float *out);

/* features_place.c: sets the odds of a place, and the features of it */
void match_place(const struct match *match, struct use *use, const struct index_page *target);
void match_place_features(struct match *match, const struct proposal *proposal, float *out);

/* features_graph.c */
void match_find_near(struct match *match);
bool match_find_neighbours(struct match *match);
void match_graph_features(const struct match *match, const struct proposal *proposal, float *out);

#endif
