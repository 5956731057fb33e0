#include "link/model/lessons.h"

void lessons_init(struct lessons *lessons, float threshold)
{
    *lessons = (struct lessons){.threshold = threshold};
}

static float leaf_of(const struct lesson_tree *tree, const float *inputs)
{
    size_t node = 0;
    for (int depth = 0; depth < LESSON_DEPTH; depth++)
        node = 2 * node + 1 + (inputs[(size_t)tree->inputs[node]] >= tree->edges[node]);
    return tree->leaves[node - LESSON_NODES];
}

float lessons_score(const struct lessons *lessons, float score, const float *inputs)
{
    if (score < LESSON_LEAST_SCORE)
        return score;
    for (size_t i = 0; i < LESSON_TREES; i++)
        score += leaf_of(&lessons->trees[i], inputs);
    return score;
}
