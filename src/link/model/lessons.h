/*
 * lessons: what the links of one site teach about how its authors link, on top of the model that all sites share. The
 * model's score is corrected by a few small trees that are grown on the site's own pages, each to mend what the score
 * and the trees before it got wrong; and the score from which links are made is the one that does best on the site.
 *
 *     corrected score = score + the leaf of each tree that the features model_lesson_inputs lead to
 *
 * Grown by gradient boosting on histograms with second derivatives and a ridge on the leaves (Chen, Guestrin: XGBoost,
 * 2016), so that a few links teach little.
 */
#ifndef COPYDESK_LINK_MODEL_LESSONS_H
#define COPYDESK_LINK_MODEL_LESSONS_H

#include "base/base.h"

#include <stdint.h>

enum {
    LESSON_INPUTS = 40,
    LESSON_TREES = 40,
    LESSON_DEPTH = 4,
    LESSON_NODES = (1 << LESSON_DEPTH) - 1,
    LESSON_LEAVES = 1 << LESSON_DEPTH
};

/* Candidates that score less become no links, whatever a site teaches: their scores are not corrected. */
#define LESSON_LEAST_SCORE (-4.5F)

/* A complete tree. The children of node i are 2i + 1 and 2i + 2; the second is for inputs that reach its edge. */
struct lesson_tree {
    float inputs[LESSON_NODES], edges[LESSON_NODES]; /* inputs: numbers below LESSON_INPUTS */
    float leaves[LESSON_LEAVES];
};

#define LESSON_NO_EDGE 1e30F /* that no input reaches */

/* An array of floats, as it lies in the file. */
struct lessons {
    float threshold; /* the corrected score from which links are made */
    struct lesson_tree trees[LESSON_TREES];
};
enum { LESSON_NUMBERS = sizeof(struct lessons) / sizeof(float) };

/* The lessons of a site that taught nothing. */
void lessons_init(struct lessons *lessons, float threshold);

/*
 * Corrects the scores of `count` rows. inputs: of each row `stride` features, at most LESSON_INPUTS, the rows one
 * behind the other.
 */
void lessons_correct(const struct lessons *lessons, const float *inputs, size_t stride, size_t count, float *scores);

/* A link that could be made on one of the site's pages, and whether its author made it. */
struct lesson_row {
    uint32_t page;        /* rows of a page stand together */
    uint32_t first, last; /* lexemes, last exclusive */
    uint32_t target;
    float score;
    uint8_t is_target;  /* the page links to the target */
    uint8_t is_span;    /* ...by this text */
    uint8_t is_neutral; /* the page links to the target, but not from running text */
    uint8_t is_linking; /* the page links at all: others teach nothing of which links its authors make */
};

struct lesson_rows {
    struct lesson_row *rows;
    float *inputs; /* `input_count` of each row, at most LESSON_INPUTS */
    size_t count, input_count;
    size_t gold;      /* links to find: of every page the pages that it links to */
    size_t linking;   /* pages that link */
    size_t max_links; /* of a page */
};

/*
 * Learns the corrections. lessons: initialised. The scores of the rows become corrected ones, each by trees that did
 * not see its page. False: memory ran out.
 */
bool lessons_fit_trees(struct lessons *lessons, struct lesson_rows *rows);

/*
 * Sets the threshold so that `wanted` links are made on the pages of the rows together. It is left as it is where
 * nothing is wanted. False: memory ran out.
 */
bool lessons_fit_count(struct lessons *lessons, const struct lesson_rows *rows, size_t wanted);

/*
 * Sets the threshold to where the sum of target and span F1 is best on the rows, less what leaving the one in `lessons`
 * costs. False: memory ran out.
 */
bool lessons_fit_threshold(struct lessons *lessons, const struct lesson_rows *rows);

#endif
