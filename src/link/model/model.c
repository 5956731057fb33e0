#include "link/model/model.h"

#include <stdint.h>

/* Another table can be compiled in, to see how a model of some corpora does on the others. */
#ifndef MODEL_TREES
#define MODEL_TREES "link/model/model_trees.inc"
#endif

/* A point of a function that is straight between its points and flat beyond them. */
struct point {
    float score, probability;
};

/*
 * The table: every tree is complete, TREE_DEPTH deep. The children of its node i are 2i + 1 and 2i + 2; the second is
 * for inputs that reach the node's threshold. tree_inputs: the features that the trees look at; nodes name them by
 * their place in that list, so that features may be added and reordered without training again.
 */
#include MODEL_TREES

enum { TREE_NODES = (1 << TREE_DEPTH) - 1, TREE_LEAVES = 1 << TREE_DEPTH, TREE_INPUTS = sizeof tree_inputs };

static const char *const names[FEATURE_COUNT] = {
#define LINK_FEATURE_NAME(name) #name,
    LINK_FEATURES(LINK_FEATURE_NAME)
#undef LINK_FEATURE_NAME
};

const char *model_feature_name(size_t feature)
{
    return feature < FEATURE_COUNT ? names[feature] : NULL;
}

static uint32_t add_bytes(uint32_t sum, const void *data, size_t size)
{
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ ((const unsigned char *)data)[i]) * 16777619u;
    return sum;
}

uint32_t model_number(void)
{
    uint32_t sum = add_bytes(2166136261u, node_inputs, sizeof node_inputs);
    sum = add_bytes(sum, node_thresholds, sizeof node_thresholds);
    return add_bytes(sum, tree_leaves, sizeof tree_leaves);
}

float model_score(const float *features)
{
    float inputs[TREE_INPUTS], sum = 0;
    for (size_t i = 0; i < TREE_INPUTS; i++)
        inputs[i] = features[tree_inputs[i]];
    for (size_t tree = 0; tree < TREE_COUNT; tree++) {
        const uint8_t *input = node_inputs + tree * TREE_NODES;
        const float *threshold = node_thresholds + tree * TREE_NODES;
        size_t node = 0;
        for (int depth = 0; depth < TREE_DEPTH; depth++)
            node = 2 * node + 1 + (inputs[input[node]] >= threshold[node]);
        sum += tree_leaves[tree * TREE_LEAVES + node - TREE_NODES];
    }
    return sum;
}

enum { POINTS = sizeof calibration / sizeof *calibration };

float model_probability(float score)
{
    size_t at = 0;
    while (at < POINTS && calibration[at].score <= score)
        at++;
    if (at == 0 || at == POINTS)
        return calibration[at ? POINTS - 1 : 0].probability;
    const struct point *low = &calibration[at - 1], *high = &calibration[at];
    float share = (score - low->score) / (high->score - low->score);
    return low->probability + share * (high->probability - low->probability);
}

float model_score_of(float probability)
{
    size_t at = 0;
    while (at < POINTS && calibration[at].probability < probability)
        at++;
    if (at == 0 || at == POINTS)
        return calibration[at ? POINTS - 1 : 0].score;
    const struct point *low = &calibration[at - 1], *high = &calibration[at];
    float share = (probability - low->probability) / (high->probability - low->probability);
    return low->score + share * (high->score - low->score);
}
