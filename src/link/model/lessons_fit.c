#include "link/model/lessons.h"

#include <math.h>
#include <stdlib.h>

/*
 * How strongly weights are drawn to no correction, and the threshold to the one of all sites. Chosen on the development
 * corpora, each with a model of the others.
 */
#define RIDGE           60.0
#define SLOPE_RIDGE     240.0
#define THRESHOLD_RIDGE 1.0

/* Rows below teach nothing: no correction makes links of them. Ranges are made of those that could be links. */
#define LEAST_SCORE  (-5.0f)
#define LIKELY_SCORE (-3.0f)

enum { PARAMETERS = 2 + LESSON_INPUTS * LESSON_RANGES, STEPS = 8 };

static int compare_floats(const void *a, const void *b)
{
    float left = *(const float *)a, right = *(const float *)b;
    return (left > right) - (left < right);
}

/* --- ranges --- */

/* Cuts the values of an input into ranges that hold about as many likely rows each. */
static void find_edges(struct lesson *lesson, const struct lesson_rows *rows, size_t input, float *values)
{
    size_t count = 0, edges = 0;
    for (size_t i = 0; i < rows->count; i++)
        if (rows->rows[i].score > LIKELY_SCORE && rows->rows[i].is_linking)
            values[count++] = rows->inputs[i * rows->input_count + input];
    if (!count)
        return;
    qsort(values, count, sizeof *values, compare_floats);
    for (size_t i = 1; i < LESSON_RANGES; i++) {
        float edge = values[count * i / LESSON_RANGES];
        if (edge > (edges ? lesson->edges[edges - 1] : values[0]))
            lesson->edges[edges++] = edge;
    }
}

/* --- regression --- */

struct regression {
    const struct lesson_rows *rows;
    const struct lessons *lessons; /* for the ranges */
    size_t size;                   /* parameters: bias, slope, then LESSON_RANGES of each input */
    double *weights, *gradient, *hessian;
};

/* The parameters of a row that are not zero; the values of all but the second are 1. Returns how many. */
static size_t row_parameters(const struct regression *regression, size_t row, size_t *places)
{
    const struct lesson_rows *rows = regression->rows;
    const float *inputs = rows->inputs + row * rows->input_count;
    places[0] = 0;
    places[1] = 1;
    for (size_t i = 0; i < rows->input_count; i++) {
        size_t range = 0;
        for (size_t edge = 0; edge < LESSON_RANGES - 1; edge++)
            range += inputs[i] >= regression->lessons->of[i].edges[edge];
        places[2 + i] = 2 + i * LESSON_RANGES + range;
    }
    return 2 + rows->input_count;
}

static void add_row(struct regression *regression, size_t number)
{
    const struct lesson_row *row = &regression->rows->rows[number];
    size_t places[2 + LESSON_INPUTS], count = row_parameters(regression, number, places);
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += regression->weights[places[i]] * (i == 1 ? (double)row->score : 1);
    double share = 1 / (1 + exp(-sum)), truth = 0.5 * (row->is_target + row->is_span);
    double curve = share * (1 - share);
    for (size_t i = 0; i < count; i++) {
        double value = i == 1 ? (double)row->score : 1;
        regression->gradient[places[i]] += value * (truth - share);
        for (size_t j = 0; j <= i; j++)
            regression->hessian[places[i] * regression->size + places[j]] +=
                value * curve * (j == 1 ? (double)row->score : 1);
    }
}

static double ridge_of(size_t parameter)
{
    return parameter == 1 ? SLOPE_RIDGE : RIDGE;
}

/* Solves hessian * x = gradient in place, by Cholesky's decomposition; only the lower half of the matrix is read. */
static void solve(double *matrix, double *vector, size_t size)
{
    for (size_t i = 0; i < size; i++)
        for (size_t j = 0; j <= i; j++) {
            double sum = matrix[i * size + j];
            for (size_t k = 0; k < j; k++)
                sum -= matrix[i * size + k] * matrix[j * size + k];
            matrix[i * size + j] = i == j ? sqrt(fmax(sum, 1e-9)) : sum / matrix[j * size + j];
        }
    for (size_t i = 0; i < size; i++) {
        for (size_t k = 0; k < i; k++)
            vector[i] -= matrix[i * size + k] * vector[k];
        vector[i] /= matrix[i * size + i];
    }
    for (size_t i = size; i-- > 0;) {
        for (size_t k = i + 1; k < size; k++)
            vector[i] -= matrix[k * size + i] * vector[k];
        vector[i] /= matrix[i * size + i];
    }
}

static void step(struct regression *regression)
{
    size_t size = regression->size;
    memset(regression->hessian, 0, size * size * sizeof(double));
    for (size_t i = 0; i < size; i++) {
        regression->gradient[i] = -ridge_of(i) * (regression->weights[i] - (i == 1));
        regression->hessian[i * size + i] = ridge_of(i);
    }
    for (size_t i = 0; i < regression->rows->count; i++) {
        const struct lesson_row *row = &regression->rows->rows[i];
        if (row->score > LEAST_SCORE && row->is_linking && !row->is_neutral)
            add_row(regression, i);
    }
    solve(regression->hessian, regression->gradient, size);
    for (size_t i = 0; i < size; i++)
        regression->weights[i] += regression->gradient[i];
}

static bool fit_scores(struct lessons *lessons, const struct lesson_rows *rows)
{
    struct regression regression = {.rows = rows, .lessons = lessons, .size = 2 + rows->input_count * LESSON_RANGES};
    double *room = calloc(regression.size * (regression.size + 2), sizeof *room);
    if (!room)
        return false;
    regression.weights = room;
    regression.gradient = room + regression.size;
    regression.hessian = room + 2 * regression.size;
    regression.weights[1] = 1;
    for (int i = 0; i < STEPS; i++)
        step(&regression);
    lessons->bias = (float)regression.weights[0];
    lessons->slope = (float)regression.weights[1];
    for (size_t i = 0; i < rows->input_count; i++)
        for (size_t range = 0; range < LESSON_RANGES; range++)
            lessons->of[i].shifts[range] = (float)regression.weights[2 + i * LESSON_RANGES + range];
    free(room);
    return true;
}

/* --- threshold --- */

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

/* The score at which the sum of target and span F1 is best, less what leaving the threshold of all sites costs. */
static bool fit_threshold(struct lessons *lessons, const struct lesson_rows *rows)
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
            2 * right / (made + (double)rows->gold) - THRESHOLD_RIDGE / (double)(rows->gold + 1) * away * away;
        if (value <= best)
            continue;
        best = value;
        lessons->threshold = threshold;
    }
    free(list);
    return true;
}

bool lessons_fit_count(struct lessons *lessons, struct lesson_rows *rows, size_t wanted)
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

bool lessons_fit(struct lessons *lessons, struct lesson_rows *rows)
{
    float *values = malloc((rows->count + 1) * sizeof *values);
    if (!values)
        return false;
    for (size_t i = 0; i < rows->input_count; i++)
        find_edges(&lessons->of[i], rows, i, values);
    free(values);
    if (!fit_scores(lessons, rows))
        return false;
    for (size_t i = 0; i < rows->count; i++)
        rows->rows[i].score =
            lessons_score(lessons, rows->rows[i].score, rows->inputs + i * rows->input_count, rows->input_count);
    return fit_threshold(lessons, rows);
}
