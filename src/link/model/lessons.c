#include "link/model/lessons.h"

void lessons_init(struct lessons *lessons, float threshold)
{
    *lessons = (struct lessons){.threshold = threshold, .slope = 1};
    for (size_t i = 0; i < LESSON_INPUTS; i++)
        for (size_t edge = 0; edge < LESSON_RANGES - 1; edge++)
            lessons->of[i].edges[edge] = LESSON_NO_EDGE;
}

float lessons_score(const struct lessons *lessons, float score, const float *inputs, size_t count)
{
    float sum = lessons->bias + lessons->slope * score;
    for (size_t i = 0; i < count; i++) {
        const struct lesson *lesson = &lessons->of[i];
        size_t range = 0;
        for (size_t edge = 0; edge < LESSON_RANGES - 1; edge++)
            range += inputs[i] >= lesson->edges[edge];
        sum += lesson->shifts[range];
    }
    return sum;
}
