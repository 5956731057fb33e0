#include "link/model/lessons.h"

#include "link/model/tree.h"

void lessons_init(struct lessons *lessons, float threshold)
{
    *lessons = (struct lessons){.threshold = threshold};
}

static void add_trees(const struct lessons *lessons, const union rows *inputs, union rows *sums)
{
    *sums = (union rows){{0}};
    for (size_t i = 0; i < LESSON_TREES; i++) {
        const struct lesson_tree *from = &lessons->trees[i];
        uint8_t numbers[LESSON_NODES];
        for (size_t node = 0; node < LESSON_NODES; node++)
            numbers[node] = (uint8_t)from->inputs[node];
        struct tree tree = {numbers, from->edges, from->leaves};
        tree_add(&tree, LESSON_DEPTH, inputs, sums);
    }
}

void lessons_correct(const struct lessons *lessons, const float *inputs, size_t stride, size_t count, float *scores)
{
    union rows columns[LESSON_INPUTS] = {{{0}}}, sums;
    for (size_t from = 0, some; from < count; from += some) {
        some = count - from < ROWS_AT_ONCE ? count - from : ROWS_AT_ONCE;
        for (size_t row = 0; row < some; row++)
            for (size_t i = 0; i < stride; i++)
                columns[i].of[row] = inputs[(from + row) * stride + i];
        add_trees(lessons, columns, &sums);
        for (size_t row = 0; row < some; row++)
            scores[from + row] += scores[from + row] < LESSON_LEAST_SCORE ? 0 : sums.of[row];
    }
}
