#include "link/model/lessons.h"

#include <stdlib.h>

/*
 * How strongly the threshold is drawn to the one it starts from. Chosen on development corpora of which 3 to 50 % of
 * the linking pages kept their links.
 */
#define THRESHOLD_RIDGE 2.0

/* --- links --- */

/* By page, then the best first. */
static int compare_rows(const void *a, const void *b)
{
    const struct lesson_row *left = *(const struct lesson_row *const *)a, *right = *(const struct lesson_row *const *)b;
    if (left->page != right->page)
        return left->page < right->page ? -1 : 1;
    if (left->score != right->score)
        return left->score < right->score ? 1 : -1;
    if (left->first != right->first)
        return left->first < right->first ? -1 : 1;
    if (left->last != right->last)
        return left->last > right->last ? -1 : 1;
    return (left->target > right->target) - (left->target < right->target);
}

static int compare_scores(const void *a, const void *b)
{
    const struct lesson_row *left = *(const struct lesson_row *const *)a, *right = *(const struct lesson_row *const *)b;
    return (left->score < right->score) - (left->score > right->score);
}

static bool clashes(const struct lesson_row *row, const struct lesson_row *other)
{
    return row->target == other->target || (row->first < other->last && other->first < row->last);
}

/*
 * The rows that become links when every score is good enough, the best first: those from a threshold on are the links
 * at that threshold. The caller frees them. NULL: memory ran out.
 */
static const struct lesson_row **choose(const struct lesson_rows *rows, size_t *count)
{
    const struct lesson_row **list = malloc((rows->count + 1) * sizeof *list);
    if (!list)
        return NULL;
    for (size_t i = 0; i < rows->count; i++)
        list[i] = &rows->rows[i];
    qsort(list, rows->count, sizeof *list, compare_rows);
    size_t chosen = 0, of_page = 0;
    for (size_t i = 0; i < rows->count; i++) {
        const struct lesson_row *row = list[i];
        if (chosen == of_page || list[chosen - 1]->page != row->page)
            of_page = chosen;
        bool is_free = chosen - of_page < rows->max_links;
        for (size_t at = of_page; is_free && at < chosen; at++)
            is_free = !clashes(row, list[at]);
        if (is_free)
            list[chosen++] = row;
    }
    qsort(list, chosen, sizeof *list, compare_scores);
    *count = chosen;
    return list;
}

/* --- threshold --- */

bool lessons_fit_threshold(struct lessons *lessons, const struct lesson_rows *rows)
{
    size_t count;
    const struct lesson_row **list = choose(rows, &count);
    if (!list)
        return false;
    float start = lessons->threshold;
    double best = -1, made = 0, right = 0;
    for (size_t i = 0; i < count; i++) {
        if (!list[i]->is_linking)
            continue;
        made += !list[i]->is_neutral;
        right += 0.5 * (list[i]->is_target + list[i]->is_span);
        if (i + 1 < count && list[i + 1]->score >= list[i]->score)
            continue;
        float next = i + 1 < count ? list[i + 1]->score : list[i]->score - 0.1f;
        float threshold = (list[i]->score + next) / 2;
        double away = (double)(threshold - start);
        double value =
            2 * right / (made + (double)rows->gold) - THRESHOLD_RIDGE / (double)(rows->linking + 1) * away * away;
        if (value <= best)
            continue;
        best = value;
        lessons->threshold = threshold;
    }
    free(list);
    return true;
}

bool lessons_fit_count(struct lessons *lessons, const struct lesson_rows *rows, size_t wanted)
{
    size_t count;
    const struct lesson_row **list = choose(rows, &count);
    if (!list)
        return false;
    if (count && wanted)
        lessons->threshold = list[(wanted < count ? wanted : count) - 1]->score;
    free(list);
    return true;
}
