#include "link/match/candidates.h"

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
        numbers[i] = isfinite(index->lessons[i]) ? index->lessons[i] : 0;
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
static struct candidate *best_text(const struct candidates *candidates, struct candidate *best)
{
    struct candidate *found = NULL;
    for (size_t i = 0; i < candidates->count; i++) {
        struct candidate *candidate = &candidates->list[i];
        if (candidate->page != best->page || candidate == best || !scores_like(candidate, best))
            continue;
        if (!found || candidate->text > found->text)
            found = candidate;
    }
    return found && found->text > best->text ? found : best;
}

/* A page that is worth a link is worth it whatever text leads there: the best text gets the best of its scores. */
static void prefer_texts(const struct candidates *candidates, double threshold)
{
    for (size_t i = 0; i < candidates->count; i++) {
        struct candidate *candidate = &candidates->list[i];
        if (candidate->score < threshold || best_for(candidates, candidate->page) != candidate)
            continue;
        struct candidate *text = best_text(candidates, candidate);
        double score = candidate->score;
        candidate->score = text->score;
        text->score = score;
    }
}

/* --- scores --- */

/* Rows that are scored at once: few enough for the stack. */
enum { ROWS = 32 };

static void score(const struct lessons *lessons, uint64_t linking, struct candidate *candidates, size_t count)
{
    struct model_score scores[ROWS];
    float inputs[ROWS][LESSON_INPUTS] = {{0}}, links[ROWS];
    model_scores(candidates->features, count, linking, scores);
    for (size_t i = 0; i < count; i++) {
        model_lesson_inputs(candidates[i].features, inputs[i]);
        links[i] = scores[i].link;
    }
    lessons_correct(lessons, *inputs, LESSON_INPUTS, count, links);
    for (size_t i = 0; i < count; i++) {
        candidates[i].score = (double)model_probability(links[i]);
        candidates[i].text = scores[i].text;
    }
}

double rank_candidates(const struct link_index *index, struct candidates *candidates)
{
    struct lessons lessons;
    read_lessons(index, &lessons);
    for (size_t i = 0; i < candidates->count; i += ROWS)
        score(&lessons, index->header.linking_pages, &candidates->list[i],
              candidates->count - i < ROWS ? candidates->count - i : ROWS);
    double threshold = (double)model_probability(lessons.threshold);
    prefer_texts(candidates, threshold);
    return threshold;
}
