/*
 * lessons: what the links of one site teach about how its authors link, on top of the model that all sites share. The
 * model's score is corrected by a small logistic regression whose weights are drawn towards no correction, so that a
 * few links teach little; and the score from which links are made is the one that does best on the site itself.
 *
 *     corrected score = bias + slope * score + the shift of the feature's range, for each of the model_lesson_inputs
 *
 * Fitted by Newton's method with a ridge penalty (le Cessie, van Houwelingen: Ridge Estimators in Logistic Regression,
 * 1992).
 */
#ifndef COPYDESK_LINK_MODEL_LESSONS_H
#define COPYDESK_LINK_MODEL_LESSONS_H

#include "base/base.h"

#include <stdint.h>

enum { LESSON_INPUTS = 24, LESSON_RANGES = 6 };

/* One lesson: into which ranges the values of a feature fall, and how much each shifts the score. */
struct lesson {
    float edges[LESSON_RANGES - 1]; /* ascending: range i is below edges[i]; unused ones are LESSON_NO_EDGE */
    float shifts[LESSON_RANGES];
};
#define LESSON_NO_EDGE 1e30f

/* An array of floats, as it lies in the file. */
struct lessons {
    float threshold; /* the corrected score from which links are made */
    float bias, slope;
    struct lesson of[LESSON_INPUTS]; /* of the features model_lesson_inputs, in their order */
};
enum { LESSON_NUMBERS = sizeof(struct lessons) / sizeof(float) };

/* The lessons of a site that taught nothing. */
void lessons_init(struct lessons *lessons, float threshold);

/* The corrected score. inputs: `count` values, those of the features that the lessons are about. */
float lessons_score(const struct lessons *lessons, float score, const float *inputs, size_t count);

/* A link that could be made on one of the site's pages, and whether its author made it. */
struct lesson_row {
    uint32_t page;        /* rows of a page stand together */
    uint32_t first, last; /* lexemes, last exclusive */
    uint32_t target;
    float score;
    uint8_t is_target;  /* the page links to the target */
    uint8_t is_span;    /* ...by this text */
    uint8_t is_neutral; /* the page links to the target, but not from running text */
    uint8_t is_linking; /* the page links at all: lessons_fit passes over the others */
};

struct lesson_rows {
    struct lesson_row *rows;
    const float *inputs; /* `input_count` of each row */
    size_t count, input_count;
    size_t gold;      /* links to find: of every page the pages that it links to */
    size_t max_links; /* of a page */
};

/*
 * Learns corrections and threshold. lessons: initialised; its threshold is the one to start from. The scores of the
 * rows become the corrected ones. False: memory ran out.
 */
bool lessons_fit(struct lessons *lessons, struct lesson_rows *rows);

/*
 * For a site without links: sets the threshold so that `wanted` links are made on the pages of the rows together.
 * False: memory ran out.
 */
bool lessons_fit_count(struct lessons *lessons, struct lesson_rows *rows, size_t wanted);

#endif
