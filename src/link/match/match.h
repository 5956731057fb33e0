/* Used by candidates.c and features_*.c: what is known of one content while its candidates are described. */
#ifndef COPYDESK_LINK_MATCH_MATCH_H
#define COPYDESK_LINK_MATCH_MATCH_H

#include "link/index/contexts.h"
#include "link/match/candidates.h"
#include "link/match/occurrences.h"

/* A phrase on the page in one form, at the one of its occurrences where a link is most likely. */
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
    float context_odds[CONTEXT_KINDS]; /* those that tell of the target are 0; from CONTEXT_EXACT_FIRST on: shares */
    float exactness;                   /* log odds that what is linked here begins and ends where the phrase does */
    float place_factor;                /* exp of the negative place_odds, within MOST_PLACE_ODDS */
    float best_strength;
    bool is_described;
};

struct proposal {
    const struct use *use;
    const struct index_target *target;
    float prior;
    float strength; /* the prior, corrected by form and place */
    uint32_t rank;  /* among the targets of the phrase */
    uint32_t named; /* number of its target's struct named */
    uint32_t next;  /* number + 1 of the next proposal for the same target */
    float share;    /* of the phrase's links that go to the target, or a guess from the title */
    float meant;    /* how sure the phrase, where it is linked, means this target and no other */
};

/* What the pages that link a page tell of it. */
struct linkers {
    bool is_known;     /* it was found out */
    float relatedness; /* how much they link what else could be linked here */
    float similar;     /* sum of their squared cosines, as far as they were compared with the content */
    float best;        /* the highest cosine; -1: none */
};

/* A page that proposals lead to; their numbers, plus one. */
struct named {
    uint32_t best, second; /* by strength */
    uint32_t chain;        /* the first of all */
    struct linkers linkers;
};

/* Per lexeme: the best two strengths of different phrases that cover it. */
struct cover {
    uint32_t phrase[2];
    float strength[2];
};

/* A page of the site that links what could be linked here. */
struct neighbour {
    uint32_t page;
    float vote, cosine; /* cosine -1: not compared with the content */
    float damping;      /* by how much else it links */
};

/* The different terms of the content, as vectors know them (index_vector_key), numbered from 1. */
struct site_vocabulary {
    uint32_t *slots; /* a hash table: key in the upper half, number in the lower; 0: free */
    size_t mask;
    uint32_t *at;   /* per lexeme: the number of its term; 0: it is a sign, or the site does not have it */
    float *content; /* per number: weight in the content; their vector has length 1 */
    float *target;  /* per number: weight in the present target; all zero between targets */
    uint32_t *seen; /* per number: by which use it was seen last */
    size_t count;
};

/* What was counted of a frequent context. No key is 0. */
struct known_context {
    uint64_t key;
    const struct index_context *context; /* NULL: nothing */
};
enum { KNOWN_CONTEXTS = 256 };

struct match {
    const struct link_index *index;
    const struct index_logs *logs;
    struct str text; /* the content */
    const struct lexed *lexed;
    const struct occurrences *occurrences;
    const struct index_page *own; /* the content's own page in the index, NULL: it has none */
    uint32_t own_number;
    const struct url_place *place; /* of the content; NULL: not known */
    struct arena *arena;
    uint64_t *sections;     /* per lexeme: hash of the heading above */
    uint32_t *block_starts; /* per lexeme: first of its block */
    uint32_t *block_ends;   /* per lexeme that is the first of a block: where that ends */
    struct site_vocabulary vocabulary;
    struct use *uses;
    size_t use_count;
    float *best_strengths;      /* of the uses, the highest first */
    struct proposal *proposals; /* those of a use together */
    size_t proposal_count;
    float least_prior; /* proposals below that are not described: only the others know them */
    struct cover *covers;
    struct table pages; /* (page, 0) -> number + 1 of its struct named */
    struct named *named;
    size_t named_count;
    struct table headed; /* (term + 1, 0): stands in a heading or the title of the content */
    struct table votes;  /* (page, 0) -> number + 1 of its entry in neighbours */
    struct neighbour *neighbours;
    size_t neighbour_count;
    float best_neighbours; /* the highest of the page */
    float compared;        /* sum of the squared cosines of the neighbours that were compared */
    float page_prior;
    float near_linking; /* pages near the content's own that link */
    float near_out;     /* FEATURE_NEAR_OUT */
    float mean_in, mean_out, linking_share, site_rate;
    struct known_context *known; /* KNOWN_CONTEXTS, each at the lowest bits of its key */
};

/* fmaxf and fminf, which mind what is no number, are calls. */
static inline float larger(float a, float b)
{
    return a > b ? a : b;
}

static inline float smaller(float a, float b)
{
    return a < b ? a : b;
}

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

/* uses.c: finds the most likely uses. False when memory ran out. */
bool match_find_uses(struct match *match);

/* Finds the rest of what is known of uses: those of proposals that are described, and of their rivals. */
void match_describe_uses(const struct match *match, struct use *const *uses, size_t count);

/* priors.c: sorts priors, the highest first. None is below 0. False when memory ran out. */
bool match_sort_priors(struct arena *arena, float *priors, size_t count);

/* The highest but n of them, which are sorted for it; -1: there are no more than n, or memory ran out. */
float match_nth(struct arena *arena, float *priors, size_t count, size_t n);

/* Log odds of the place beyond this are taken for chance. */
#define MOST_PLACE_ODDS 2.0F

/* proposals.c: proposes the most likely targets of the uses. False when memory ran out. */
bool match_propose(struct match *match);

/* The best prior that the counts give a use, but for how it is written and covered; and the factor for that. */
float match_best_guess(const struct match *match, const struct use *use);
float match_case_factor(const struct use *use);

/*
 * The features. match_*_use sets those that all proposals of a use share, match_*_target the others, behind it; rows
 * have FEATURE_COUNT numbers.
 */

/* features_text.c */
bool match_weigh_content(struct match *match);
float match_similarity(const struct match *match, const struct index_page *page);
void match_text_target(struct match *match, const struct proposal *proposal, float *out);

/* features_phrase.c */
void match_phrase_use(const struct match *match, const struct use *use, float *out);
void match_phrase_target(const struct match *match, const struct proposal *proposal, float *out);

/*
 * features_place.c. What is counted of the contexts of a place: match_find_place sets what occurrences of a phrase are
 * compared by, match_find_chosen what makes the strength of the one that is chosen, match_find_described the rest.
 * Before that, match_seek_* sets the keys, one for each enum context_kind, and asks for the memory.
 */
void match_seek_place(const struct match *match, const struct use *use, uint64_t *keys);
void match_find_place(const struct match *match, const uint64_t *keys, struct use *use);
void match_find_chosen(const struct match *match, struct use *use);
void match_seek_described(const struct match *match, const struct use *use, uint64_t *keys);
void match_find_described(const struct match *match, const uint64_t *keys, struct use *use);

/*
 * The next proposal behind `rival` (NULL: the first) for the same page whose text overlaps that of `proposal`, NULL
 * when there is none. *steps begins with 0: a hostile content may have very many.
 */
const struct proposal *match_next_rival(const struct match *match, const struct proposal *proposal,
                                        const struct proposal *rival, uint32_t *steps);

/* The best title among the other targets of the proposal's phrase. */
enum title_kind match_title_rival(const struct match *match, const struct proposal *proposal);

void match_place_use(const struct match *match, const struct use *use, float *out);
void match_place_target(const struct match *match, const struct proposal *proposal, float *out);

/* features_graph.c */
void match_find_near(struct match *match);
bool match_find_neighbours(struct match *match);
void match_graph_target(const struct match *match, const struct proposal *proposal, float *out);

#endif
