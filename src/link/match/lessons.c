#include "link/match/match_parts.h"

#include <math.h>
#include <stdlib.h>

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

/* How much of its error each tree mends, and what keeps few rows from teaching much. Chosen on the development corpora,
 * each with a model of the others. */
#define RATE        0.15F
#define RIDGE       10.0
#define LEAST_CURVE 10.0 /* of a side of a split */

/* Values are told apart by which of so many ranges they fall into; ranges are made of rows that could be links. */
enum { RANGES = 32 };
#define LIKELY_SCORE (-3.0F)

/* Pages are parted in so many, and the scores of each part corrected by trees of the others. */
enum { PARTS = 3, NO_PART = PARTS };

/* First and second derivative of the loss, with the sign changed of the first. */
struct pull {
    double slope, curve;
};

struct boosting {
    const struct lesson_rows *rows;
    size_t count; /* of the rows that teach, which the arrays are about */
    uint32_t *numbers;
    uint8_t *ranges; /* input_count of each row */
    float *sums;     /* the scores so far */
    struct pull *pulls;
    uint8_t *nodes;         /* of the present tree: where the row is, counted within the level */
    struct pull *histogram; /* of a level: by node, input and range */
    float edges[LESSON_INPUTS][RANGES - 1];
    size_t edge_counts[LESSON_INPUTS];
};

/* --- ranges --- */

static int compare_floats(const void *a, const void *b)
{
    float left = *(const float *)a, right = *(const float *)b;
    return (left > right) - (left < right);
}

/* Cuts the values of an input into ranges that hold about as many likely rows each. */
static void find_edges(struct boosting *boosting, size_t input, float *values)
{
    const struct lesson_rows *rows = boosting->rows;
    size_t count = 0, *edges = &boosting->edge_counts[input];
    for (size_t i = 0; i < boosting->count; i++)
        if (rows->rows[boosting->numbers[i]].score > LIKELY_SCORE)
            values[count++] = rows->inputs[boosting->numbers[i] * rows->input_count + input];
    if (!count)
        return;
    qsort(values, count, sizeof *values, compare_floats);
    for (size_t i = 1; i < RANGES; i++) {
        float edge = values[count * i / RANGES];
        if (edge > (*edges ? boosting->edges[input][*edges - 1] : values[0]))
            boosting->edges[input][(*edges)++] = edge;
    }
}

static void find_ranges(struct boosting *boosting, size_t input)
{
    size_t inputs = boosting->rows->input_count;
    for (size_t i = 0; i < boosting->count; i++) {
        float value = boosting->rows->inputs[boosting->numbers[i] * inputs + input];
        uint8_t range = 0;
        while (range < boosting->edge_counts[input] && value >= boosting->edges[input][range])
            range++;
        boosting->ranges[i * inputs + input] = range;
    }
}

/* --- a tree --- */

/* Rows of the part that is left out pull nothing. */
static void find_pulls(struct boosting *boosting, uint32_t left_out)
{
    for (size_t i = 0; i < boosting->count; i++) {
        const struct lesson_row *row = &boosting->rows->rows[boosting->numbers[i]];
        double share = 1 / (1 + exp(-(double)boosting->sums[i])), truth = 0.5 * (row->is_target + row->is_span);
        boosting->pulls[i] = (struct pull){0};
        if (row->page % PARTS != left_out)
            boosting->pulls[i] = (struct pull){truth - share, share * (1 - share)};
    }
}

static struct pull *cell(const struct boosting *boosting, size_t node, size_t input)
{
    return &boosting->histogram[(node * boosting->rows->input_count + input) * RANGES];
}

static void fill_histogram(struct boosting *boosting, size_t nodes)
{
    size_t inputs = boosting->rows->input_count;
    memset(boosting->histogram, 0, nodes * inputs * RANGES * sizeof *boosting->histogram);
    for (size_t i = 0; i < boosting->count; i++) {
        const struct pull pull = boosting->pulls[i];
        const uint8_t *ranges = &boosting->ranges[i * inputs];
        struct pull *cells = cell(boosting, boosting->nodes[i], 0);
        for (size_t input = 0; pull.curve > 0 && input < inputs; input++) {
            cells[input * RANGES + ranges[input]].slope += pull.slope;
            cells[input * RANGES + ranges[input]].curve += pull.curve;
        }
    }
}

static double worth(struct pull sum)
{
    return sum.slope * sum.slope / (sum.curve + RIDGE);
}

/* The range from which rows should go right, by this input, and what that is worth in *best; 0: none is better. */
static size_t best_range(const struct pull *cells, double *best)
{
    struct pull all = {0}, left = {0};
    size_t found = 0;
    for (size_t i = 0; i < RANGES; i++)
        all = (struct pull){all.slope + cells[i].slope, all.curve + cells[i].curve};
    for (size_t i = 1; i < RANGES; i++) {
        left = (struct pull){left.slope + cells[i - 1].slope, left.curve + cells[i - 1].curve};
        struct pull right = {all.slope - left.slope, all.curve - left.curve};
        double gain = worth(left) + worth(right) - worth(all);
        if (left.curve < LEAST_CURVE || right.curve < LEAST_CURVE || gain <= *best)
            continue;
        *best = gain;
        found = i;
    }
    return found;
}

/* Splits a node of the level where it is worth most. Where nothing is, all rows go left. */
static void lessons_fit_split(const struct boosting *boosting, struct lesson_tree *tree, size_t level, size_t node,
                              uint8_t *range)
{
    double best = 1e-6;
    size_t place = ((size_t)1 << level) - 1 + node;
    *range = RANGES;
    tree->inputs[place] = 0;
    tree->edges[place] = LESSON_NO_EDGE;
    for (size_t input = 0; input < boosting->rows->input_count; input++) {
        size_t found = best_range(cell(boosting, node, input), &best);
        if (!found)
            continue;
        tree->inputs[place] = (float)input;
        tree->edges[place] = boosting->edges[input][found - 1];
        *range = (uint8_t)found;
    }
}

/* Splits the nodes of a level, and lets the rows go on. */
static void grow_level(struct boosting *boosting, struct lesson_tree *tree, size_t level)
{
    uint8_t range[LESSON_LEAVES];
    size_t nodes = (size_t)1 << level, inputs = boosting->rows->input_count;
    fill_histogram(boosting, nodes);
    for (size_t node = 0; node < nodes; node++)
        lessons_fit_split(boosting, tree, level, node, &range[node]);
    for (size_t i = 0; i < boosting->count; i++) {
        uint8_t node = boosting->nodes[i];
        size_t input = (size_t)tree->inputs[nodes - 1 + node];
        boosting->nodes[i] = (uint8_t)(2 * node + (boosting->ranges[i * inputs + input] >= range[node]));
    }
}

static void grow(struct boosting *boosting, struct lesson_tree *tree)
{
    struct pull sums[LESSON_LEAVES] = {{0}};
    memset(boosting->nodes, 0, boosting->count);
    for (size_t level = 0; level < LESSON_DEPTH; level++)
        grow_level(boosting, tree, level);
    for (size_t i = 0; i < boosting->count; i++) {
        sums[boosting->nodes[i]].slope += boosting->pulls[i].slope;
        sums[boosting->nodes[i]].curve += boosting->pulls[i].curve;
    }
    for (size_t i = 0; i < LESSON_LEAVES; i++)
        tree->leaves[i] = RATE * (float)(sums[i].slope / (sums[i].curve + RIDGE));
    for (size_t i = 0; i < boosting->count; i++)
        boosting->sums[i] += tree->leaves[boosting->nodes[i]];
}

/* --- all --- */

static bool teaches(const struct lesson_row *row)
{
    return row->score >= LESSON_LEAST_SCORE && row->is_linking && !row->is_neutral;
}

static void grow_all(struct boosting *boosting, struct lessons *lessons, uint32_t left_out)
{
    for (size_t i = 0; i < boosting->count; i++)
        boosting->sums[i] = boosting->rows->rows[boosting->numbers[i]].score;
    for (size_t i = 0; i < LESSON_TREES; i++) {
        find_pulls(boosting, left_out);
        grow(boosting, &lessons->trees[i]);
    }
}

static void boosting_free(struct boosting *boosting)
{
    free(boosting->numbers);
    free(boosting->ranges);
    free(boosting->sums);
    free(boosting->pulls);
    free(boosting->nodes);
    free(boosting->histogram);
}

/* False: memory ran out. */
static bool boosting_init(struct boosting *boosting, const struct lesson_rows *rows)
{
    size_t inputs = rows->input_count;
    *boosting = (struct boosting){.rows = rows, .numbers = malloc((rows->count + 1) * sizeof(uint32_t))};
    for (size_t i = 0; boosting->numbers && i < rows->count; i++)
        if (teaches(&rows->rows[i]))
            boosting->numbers[boosting->count++] = (uint32_t)i;
    boosting->ranges = malloc(boosting->count * inputs + 1);
    boosting->sums = malloc((boosting->count + 1) * sizeof(float));
    boosting->pulls = malloc((boosting->count + 1) * sizeof(struct pull));
    boosting->nodes = malloc(boosting->count + 1);
    boosting->histogram = malloc((LESSON_LEAVES / 2) * (inputs + 1) * RANGES * sizeof(struct pull));
    if (!boosting->numbers || !boosting->ranges || !boosting->sums || !boosting->pulls || !boosting->nodes ||
        !boosting->histogram)
        return false;
    for (size_t i = 0; i < inputs; i++) {
        find_edges(boosting, i, boosting->sums);
        find_ranges(boosting, i);
    }
    return true;
}

bool lessons_fit_trees(struct lessons *lessons, struct lesson_rows *rows)
{
    struct boosting boosting;
    float *scores = malloc((rows->count + 1) * sizeof *scores);
    bool good = boosting_init(&boosting, rows) && scores;
    for (size_t i = 0; good && i < rows->count; i++)
        scores[i] = rows->rows[i].score;
    for (uint32_t part = 0; good && part < PARTS; part++) {
        grow_all(&boosting, lessons, part);
        for (size_t i = 0; i < rows->count; i++)
            if (rows->rows[i].page % PARTS == part)
                lessons_correct(lessons, rows->inputs + i * rows->input_count, rows->input_count, 1, &scores[i]);
    }
    if (good)
        grow_all(&boosting, lessons, NO_PART);
    for (size_t i = 0; good && i < rows->count; i++)
        rows->rows[i].score = scores[i];
    free(scores);
    boosting_free(&boosting);
    return good;
}

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
