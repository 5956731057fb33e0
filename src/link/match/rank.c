#include "link/match/rank.h"

#include "link/model/lessons.h"

/* No lesson of a sound file is as large as this. */
#define LARGEST 1e3f

/* What the site taught. Numbers that make no sense read as if it had taught nothing. */
static void read_lessons(const struct link_index *index, struct lessons *lessons)
{
    lessons_init(lessons, model_score_of(model_threshold));
    if (index_count(index, SECTION_LESSONS) != LESSON_NUMBERS)
        return;
    float numbers[LESSON_NUMBERS];
    memcpy(numbers, lessons, sizeof numbers);
    for (size_t i = 0; i < LESSON_NUMBERS; i++) {
        float number = index_lesson(index, i, numbers[i]);
        numbers[i] = (number > -LARGEST && number < LARGEST) || number == LESSON_NO_EDGE ? number : numbers[i];
    }
    memcpy(lessons, numbers, sizeof numbers);
}

double rank_candidates(const struct link_index *index, struct candidates *candidates)
{
    struct lessons lessons;
    float inputs[LESSON_INPUTS] = {0};
    size_t count = model_lesson_inputs(NULL, NULL);
    read_lessons(index, &lessons);
    uint64_t linking = index->header.linking_pages;
    for (size_t i = 0; i < candidates->count; i++) {
        struct candidate *candidate = &candidates->list[i];
        model_lesson_inputs(candidate->features, inputs);
        float score = lessons_score(&lessons, model_score(candidate->features, linking), inputs, count);
        candidate->score = (double)model_probability(score);
    }
    return (double)model_probability(lessons.threshold);
}
