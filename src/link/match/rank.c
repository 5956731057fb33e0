#include "link/match/rank.h"

#include "link/model/lessons.h"

#include <math.h>

/* No lesson of a sound file is as large as this. */
#define LARGEST 1e6F

static float sound(float number, float most)
{
    return number > -most && number < most ? number : 0;
}

/* What the site taught. Numbers that make no sense read as if it had taught nothing. */
static void read_lessons(const struct link_index *index, struct lessons *lessons)
{
    float numbers[LESSON_NUMBERS];
    lessons_init(lessons, model_score_of(model_threshold));
    if (index_count(index, SECTION_LESSONS) != LESSON_NUMBERS)
        return;
    for (size_t i = 0; i < LESSON_NUMBERS; i++)
        numbers[i] = index_lesson(index, i, 0);
    memcpy(lessons, numbers, sizeof numbers);
    lessons->threshold = sound(lessons->threshold, LARGEST);
    for (size_t i = 0; i < LESSON_TREES; i++) {
        struct lesson_tree *tree = &lessons->trees[i];
        for (size_t node = 0; node < LESSON_NODES; node++)
            tree->inputs[node] = tree->inputs[node] >= 0 ? sound(tree->inputs[node], LESSON_INPUTS) : 0;
        for (size_t leaf = 0; leaf < LESSON_LEAVES; leaf++)
            tree->leaves[leaf] = sound(tree->leaves[leaf], LARGEST);
    }
}

/* --- texts for the same page --- */

static struct candidate *best_for(const struct candidates *candidates, uint32_t page)
{
    struct candidate *best = NULL;
    for (size_t i = 0; i < candidates->count; i++) {
        struct candidate *candidate = &candidates->list[i];
        if (candidate->page == page && (!best || candidate->score > best->score))
            best = candidate;
    }
    return best;
}

/* Are the odds of the one at least a third of those of the other? */
static bool scores_like(const struct candidate *candidate, const struct candidate *best)
{
    return 3 * candidate->score * (1 - best->score) >= best->score * (1 - candidate->score);
}

/* The one of about the best score whose text authors would rather link. */
static struct candidate *best_text(const struct candidates *candidates, struct candidate *best, uint64_t linking)
{
    struct candidate *found = NULL;
    float found_text = 0;
    for (size_t i = 0; i < candidates->count; i++) {
        struct candidate *candidate = &candidates->list[i];
        if (candidate->page != best->page || candidate == best || !scores_like(candidate, best))
            continue;
        float text = model_text_score(candidate->features, linking);
        if (found && text <= found_text)
            continue;
        found = candidate;
        found_text = text;
    }
    return found && found_text > model_text_score(best->features, linking) ? found : best;
}

/* A page that is worth a link is worth it whatever text leads there: the best text gets the best of its scores. */
static void prefer_texts(const struct candidates *candidates, double threshold, uint64_t linking)
{
    for (size_t i = 0; i < candidates->count; i++) {
        struct candidate *candidate = &candidates->list[i];
        if (candidate->score < threshold || best_for(candidates, candidate->page) != candidate)
            continue;
        struct candidate *text = best_text(candidates, candidate, linking);
        double score = candidate->score;
        candidate->score = text->score;
        text->score = score;
    }
}

double rank_candidates(const struct link_index *index, struct candidates *candidates)
{
    struct lessons lessons;
    float inputs[LESSON_INPUTS] = {0};
    read_lessons(index, &lessons);
    uint64_t linking = index->header.linking_pages;
    for (size_t i = 0; i < candidates->count; i++) {
        struct candidate *candidate = &candidates->list[i];
        float score = model_score(candidate->features, linking);
        model_lesson_inputs(candidate->features, inputs);
        candidate->score = (double)model_probability(lessons_score(&lessons, score, inputs));
    }
    double threshold = (double)model_probability(lessons.threshold);
    prefer_texts(candidates, threshold, linking);
    return threshold;
}
