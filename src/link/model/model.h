/*
 * model: what the engine judges a link by, and how. A candidate is described by a row of numbers, its features; boosted
 * trees make a score of them.
 *
 * The table below is the one list of features. Its order is the order of the numbers in a row, and of what spec/train
 * writes for training. To add one, add a line and set it where candidates are described; then train again.
 * No feature may be NaN or infinite: what is unknown is -1.
 */
#ifndef COPYDESK_LINK_MODEL_MODEL_H
#define COPYDESK_LINK_MODEL_MODEL_H

#include <stddef.h>
#include <stdint.h>

/*
 * Counts are plain numbers, not logarithms. A page "links" when it does so in running text. The page that the content
 * is does not count.
 */
#define LINK_FEATURES(X)                                                                                               \
    X(LINK_COUNT)    /* pages that link the phrase to the target */                                                    \
    X(LIST_COUNT)    /* pages that do so in lists and navigation */                                                    \
    X(LINKING_COUNT) /* pages that hold the phrase and link anything, so that they might have linked it */             \
    X(PAGE_COUNT)    /* pages that hold the phrase */                                                                  \
    X(TITLE_KIND)    /* enum title_kind */                                                                             \
    X(TITLE_COUNT)   /* pages that have the phrase as a title */                                                       \
    X(LOST_CAPITALS) /* the title has the phrase in capitals only and the content has not, 0 or 1 */                   \
    X(JOINED)        /* a sign such as "-" or "/" touches it, at 0-2 sides */                                          \
    X(COVERED)       /* a longer known phrase covers it, 0 or 1 */                                                     \
    X(SIMILARITY)    /* cosine of the content and the target */                                                        \
    X(NEARBY)        /* how much of what the target is about stands around the phrase */

enum feature {
#define LINK_FEATURE_ENUM(name) FEATURE_##name,
    LINK_FEATURES(LINK_FEATURE_ENUM)
#undef LINK_FEATURE_ENUM
        FEATURE_COUNT
};

/* "LINK_COUNT" and so on; NULL from FEATURE_COUNT on. */
const char *model_feature_name(size_t feature);

/* A number that tells this table from others: FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv) of its trees. */
uint32_t model_number(void);

/*
 * What the trees (model_trees.inc, written by spec/train/train.py) make of a row of FEATURE_COUNT numbers: the sum of
 * their leaves. Any number; more is better.
 */
float model_score(const float *features);

/*
 * The share of right links among chosen links of that score, on sites that the trees did not see: 0-1, rising with the
 * score. Estimated on the development corpora, each by trees of the others (isotonic regression, straight between its
 * steps). model_trees.inc has the table.
 */
float model_probability(float score);

/* The inverse of model_probability: the least score of that probability. */
float model_score_of(float probability);

/* The probability from which links are made: where the mean of target and span F1 over the corpora is best. */
extern const float model_threshold;

#endif
