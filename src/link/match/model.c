#include "link/match/match_parts.h"

/* Another table can be compiled in, to see how a model of some corpora does on the others. */
#ifndef MODEL_TREES
#define MODEL_TREES "link/match/model_trees.inc"
#endif

/* A point of a function that is straight between its points and flat beyond them. */
struct point {
    float score, probability;
};

/*
 * The tables. Every tree is complete, TREE_DEPTH deep. inputs: the features that the trees look at; nodes name
 * them by their place in that list, so that features may be added and reordered without training again.
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

uint32_t model_number(void)
{
    uint32_t sum = HASH32_EMPTY;
    for (size_t i = 0; i < 2; i++) {
        const struct forest *forest = i ? &unlinked : &linked;
        size_t nodes = forest->tree_count * TREE_NODES, leaves = forest->tree_count * TREE_LEAVES;
        sum = hash32_of((struct str){(const char *)forest->nodes, nodes}, sum);
        sum = hash32_of((struct str){(const char *)forest->thresholds, nodes * sizeof *forest->thresholds}, sum);
        sum = hash32_of((struct str){(const char *)forest->leaves, leaves * sizeof *forest->leaves}, sum);
    }
    return sum;
}

static void add_trees(const struct forest *forest, size_t from, size_t to, const union rows *inputs, union rows *sums)
{
    *sums = (union rows){{0}};
    for (size_t i = from; i < to; i++) {
        struct tree tree = {forest->nodes + i * TREE_NODES, forest->thresholds + i * TREE_NODES,
                            forest->leaves + i * TREE_LEAVES};
        tree_add(&tree, TREE_DEPTH, inputs, sums);
    }
}

/* What a set of trees says of rows, at most ROWS_AT_ONCE. */
static void score_rows(const struct forest *forest, const float *features, size_t count, struct model_score *scores)
{
    union rows inputs[FEATURE_COUNT], sums, text;
    for (size_t i = 0; i < forest->input_count; i++)
        for (size_t row = 0; row < ROWS_AT_ONCE; row++)
            inputs[i].of[row] = row < count ? features[row * FEATURE_COUNT + forest->inputs[i]] : 0;
    add_trees(forest, 0, forest->tree_count / 2, inputs, &sums);
    add_trees(forest, forest->tree_count / 2, forest->tree_count, inputs, &text);
    for (size_t row = 0; row < count; row++)
        scores[row] = (struct model_score){.link = sums.of[row] + text.of[row], .text = text.of[row]};
}

/* The share that the trees for sites that link have in the score. */
static float share_of_linked(uint64_t linking_pages)
{
    return linking_pages < MODEL_MANY_LINKING ? (float)linking_pages / (float)(linking_pages + MODEL_FEW_LINKING) : 1;
}

void model_scores(const float *features, size_t count, uint64_t linking_pages, struct model_score *scores)
{
    struct model_score others[ROWS_AT_ONCE];
    float share = share_of_linked(linking_pages);
    for (size_t from = 0; from < count; from += ROWS_AT_ONCE, scores += ROWS_AT_ONCE) {
        const float *rows = features + from * FEATURE_COUNT;
        size_t some = count - from < ROWS_AT_ONCE ? count - from : ROWS_AT_ONCE;
        score_rows(share > 0 ? &linked : &unlinked, rows, some, scores);
        if (share <= 0 || share >= 1)
            continue;
        score_rows(&unlinked, rows, some, others);
        for (size_t i = 0; i < some; i++)
            scores[i].link = share * scores[i].link + (1 - share) * others[i].link;
    }
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
