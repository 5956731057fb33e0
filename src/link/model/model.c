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
 * The tables. Every tree is complete, TREE_DEPTH deep. The children of its node i are 2i + 1 and 2i + 2; the second is
 * for inputs that reach the node's threshold. inputs: the features that the trees look at; nodes name them by their
 * place in that list, so that features may be added and reordered without training again.
 */
#include MODEL_TREES

enum { TREE_NODES = (1 << TREE_DEPTH) - 1, TREE_LEAVES = 1 << TREE_DEPTH };

struct forest {
    const uint8_t *inputs, *nodes;
    const float *thresholds, *leaves;
    size_t input_count, tree_count;
};

#define FOREST(name)                                                                                                   \
    {                                                                                                                  \
        name##_inputs, name##_nodes, name##_thresholds, name##_leaves, sizeof name##_inputs,                           \
            sizeof name##_nodes / TREE_NODES                                                                           \
    }
static const struct forest linked = FOREST(linked), unlinked = FOREST(unlinked);

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
    uint32_t sum = 2166136261u;
    for (size_t i = 0; i < 2; i++) {
        const struct forest *forest = i ? &unlinked : &linked;
        size_t nodes = forest->tree_count * TREE_NODES, leaves = forest->tree_count * TREE_LEAVES;
        sum = add_bytes(sum, forest->nodes, nodes);
        sum = add_bytes(sum, forest->thresholds, nodes * sizeof *forest->thresholds);
        sum = add_bytes(sum, forest->leaves, leaves * sizeof *forest->leaves);
    }
    return sum;
}

/* The sum of what the trees say from number `tree` on. */
static float forest_score(const struct forest *forest, const float *features, size_t tree)
{
    float inputs[FEATURE_COUNT] = {0}, sum = 0;
    for (size_t i = 0; i < forest->input_count; i++)
        inputs[i] = features[forest->inputs[i]];
    for (; tree < forest->tree_count; tree++) {
        const uint8_t *input = forest->nodes + tree * TREE_NODES;
        const float *threshold = forest->thresholds + tree * TREE_NODES;
        size_t node = 0;
        for (int depth = 0; depth < TREE_DEPTH; depth++)
            node = 2 * node + 1 + (inputs[input[node]] >= threshold[node]);
        sum += forest->leaves[tree * TREE_LEAVES + node - TREE_NODES];
    }
    return sum;
}

float model_score(const float *features, uint64_t linking_pages)
{
    float share =
        linking_pages < MODEL_MANY_LINKING ? (float)linking_pages / (float)(linking_pages + MODEL_FEW_LINKING) : 1;
    float score = share > 0 ? share * forest_score(&linked, features, 0) : 0;
    return share < 1 ? score + (1 - share) * forest_score(&unlinked, features, 0) : score;
}

float model_text_score(const float *features, uint64_t linking_pages)
{
    const struct forest *forest = linking_pages ? &linked : &unlinked;
    return forest_score(forest, features, forest->tree_count / 2);
}

size_t model_lesson_inputs(const float *features, float *inputs)
{
    for (size_t i = 0; inputs && i < sizeof lesson_inputs; i++)
        inputs[i] = features[lesson_inputs[i]];
    return sizeof lesson_inputs;
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
