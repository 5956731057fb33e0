/*
 * What the files of match share: occurrences of phrases, all that is known of one content while its candidates are
 * described, and trees.
 */
#ifndef COPYDESK_LINK_MATCH_MATCH_PARTS_H
#define COPYDESK_LINK_MATCH_MATCH_PARTS_H

#include "link/match/match.h"

/* --- occurrences: where phrases stand --- */

struct occurrence {
    uint32_t first, last; /* lexemes, last exclusive */
    uint32_t phrase;
    bool is_covered; /* a longer phrase covers it */
};

/* A hyphen within a word, which is no part of any phrase. */
#define OCCURRENCE_SKIP (UINT32_MAX - 1)

struct occurrences {
    struct occurrence *list; /* by first lexeme, then by length */
    size_t count;
    uint32_t *terms;     /* per lexeme: its term in the index, INDEX_NO_TERM, or OCCURRENCE_SKIP */
    struct table totals; /* (phrase, 0) -> how often it stands where a link may be */
};

/*
 * The occurrences live in the arena. language: of the content, for the stems of words that the site has only in other
 * forms; may be NULL. E_MEMORY.
 */
enum status occurrences_find(const struct link_index *index, const struct lexed *lexed, const struct language *language,
                             struct arena *arena, struct occurrences *occurrences, struct error *err);

/* --- what is known of one content while its candidates are described --- */

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
    float place_factor;                /* exp of the negative place_odds, within bounds */
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

/* Sorts priors, the highest first. None is below 0. */
void match_sort_priors(struct arena *arena, float *priors, size_t count);

/* The highest but n of them, which are sorted for it; -1: there are no more than n. */
float match_nth(struct arena *arena, float *priors, size_t count, size_t n);

/*
 * --- features ---
 *
 * match_*_use sets those that all proposals of a use share, match_*_target the others, behind it; rows have
 * FEATURE_COUNT numbers.
 */

/* The content and the text of the target: features.c. */
void match_weigh_content(struct match *match);
void match_text_target(struct match *match, const struct proposal *proposal, float *out);

/* The phrase and its targets, by the counts of the index: features.c. */
void match_phrase_use(const struct match *match, const struct use *use, float *out);
void match_phrase_target(const struct match *match, const struct proposal *proposal, float *out);

/*
 * The place, and what stands around it: features_place.c. Of what is counted of its contexts match_find_place sets what
 * occurrences of a phrase are compared by, match_find_chosen what makes the strength of the one that is chosen,
 * match_find_described the rest. Before that, match_seek_* sets the keys, one for each enum context_kind, and asks for
 * the memory.
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

/* The links between the pages of the site: features.c. */
void match_find_near(struct match *match);
void match_find_neighbours(struct match *match);
void match_graph_target(const struct match *match, const struct proposal *proposal, float *out);

/*
 * --- trees, of the model and of lessons ---
 *
 * They are complete: the children of node i are 2i + 1 and 2i + 2, the second for rows whose input reaches the node's
 * threshold.
 *
 * Some rows go through a tree together. On the first three levels all seven nodes are compared with four rows at a
 * time, by vectors as gcc and clang have them for every machine; below that each row goes its own way, and does not
 * wait as long. This takes two thirds of the time of going row by row.
 */

enum { ROWS_AT_ONCE = 16, LANES = 4, LEVELS_AT_ONCE = 3, NODES_AT_ONCE = (1 << LEVELS_AT_ONCE) - 1 };

typedef float lanes __attribute__((vector_size(LANES * sizeof(float))));
typedef int32_t lane_masks __attribute__((vector_size(LANES * sizeof(int32_t)))); /* -1: true, 0: false */

/* One number of each row. */
union rows {
    float of[ROWS_AT_ONCE];
    lanes lanes[ROWS_AT_ONCE / LANES];
};

struct tree {
    const uint8_t *inputs; /* of each node: the number of the input that it looks at */
    const float *thresholds, *leaves;
};

static inline lane_masks tree_reached(const struct tree *tree, size_t node, const union rows *inputs, size_t at)
{
    float edge = tree->thresholds[node];
    return inputs[tree->inputs[node]].lanes[at] >= (lanes){edge, edge, edge, edge};
}

static inline lane_masks tree_pick(lane_masks which, lane_masks no, lane_masks yes)
{
    return (which & yes) | (~which & no);
}

/* How many nodes of level LEVELS_AT_ONCE are before the one that each row leads to. */
static inline lane_masks tree_begin(const struct tree *tree, const union rows *inputs, size_t at)
{
    lane_masks reached[NODES_AT_ONCE];
#pragma GCC unroll 8
    for (size_t node = 0; node < NODES_AT_ONCE; node++)
        reached[node] = tree_reached(tree, node, inputs, at);
    lane_masks first = reached[0], second = tree_pick(first, reached[1], reached[2]);
    lane_masks third =
        tree_pick(first, tree_pick(second, reached[3], reached[4]), tree_pick(second, reached[5], reached[6]));
    return (first & 4) | (second & 2) | (third & 1);
}

/* Adds to the sum of each row the leaf that it leads to. */
static inline void tree_add(const struct tree *tree, int depth, const union rows *inputs, union rows *sums)
{
    for (size_t at = 0; at < ROWS_AT_ONCE / LANES; at++) {
        lane_masks begin = tree_begin(tree, inputs, at);
#pragma GCC unroll 8
        for (size_t lane = 0; lane < LANES; lane++) {
            size_t row = at * LANES + lane, node = (1 << LEVELS_AT_ONCE) - 1 + (size_t)begin[lane];
#pragma GCC unroll 8
            for (int level = LEVELS_AT_ONCE; level < depth; level++)
                node = 2 * node + 1 + (inputs[tree->inputs[node]].of[row] >= tree->thresholds[node]);
            sums->of[row] += tree->leaves[node + 1 - ((size_t)1 << depth)];
        }
    }
}

#endif
