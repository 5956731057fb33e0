#ifndef COPYDESK_LINK_MATCH_MATCH_PARTS_H
#define COPYDESK_LINK_MATCH_MATCH_PARTS_H

#include "link/index/index.h"

#include <stddef.h>
#include <stdint.h>

/*
 * Used only inside this folder. Complete trees: the children of node i are 2i + 1 and 2i + 2, the second for rows whose
 * input reaches the node's threshold.
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

/* Further occurrences of the same phrase are counted, but not listed. */
enum { MAX_OCCURRENCES = 12 };

/*
 * The occurrences live in the arena. language: of the content, for the stems of words that the site has only in other
 * forms; may be NULL. E_MEMORY.
 */
enum status occurrences_find(const struct link_index *index, const struct lexed *lexed, const struct language *language,
                             struct arena *arena, struct occurrences *occurrences, struct error *err);

/*
 * What no link may cut in half (occurrences_halves.c): words that signs join ("in-process", "Node.js", "C++"),
 * quotations of a few words, which are names, and pairs of brackets or quotation marks.
 */
struct halves {
    const struct lexed *lexed;
    uint32_t *partners;   /* per lexeme: the sign that closes or opens this one, plus one; 0: it is no such sign */
    uint32_t *quotations; /* per lexeme: the sign that opens the short quotation in which it stands, plus one */
};

#endif
