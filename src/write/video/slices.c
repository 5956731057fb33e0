#include "write/video/slices.h"

#include "base/map.h"
#include "base/vec.h"

#include <math.h>

enum { BLOCK = 3 }; /* units on each side of a gap that are compared */

/* A gap is deep from the mean depth less this share of the deviation on: Hearst's lower cut-off. */
static const double depth_share = 0.5;

/* How often each stem stands in each unit. */
struct slices_counted {
    size_t *stems; /* numbers of stems, of all units one behind the other */
    size_t *ends;  /* where those of a unit end */
    size_t count;  /* different stems */
};

static enum status count_unit(struct arena *arena, struct str unit, const struct language *language, struct map *known,
                              struct slices_counted *counted, size_t *total, size_t *cap, struct error *err)
{
    struct word *words;
    size_t count;
    enum status status = words_split(arena, unit, language, &words, &count, err);
    for (size_t i = 0; i < count && !status; i++) {
        if (words[i].is_stop)
            continue;
        void **number = map_put(known, words[i].stem);
        size_t *stems = number ? vec_room(arena, counted->stems, *total, cap, sizeof *stems) : NULL;
        if (!stems)
            return error_memory(err);
        if (!*number)
            *number = (void *)(uintptr_t)++counted->count;
        counted->stems = stems;
        stems[(*total)++] = (size_t)(uintptr_t)*number - 1;
    }
    return status;
}

static enum status count_units(struct arena *arena, const struct str *units, size_t count,
                               const struct language *language, struct slices_counted *counted, struct error *err)
{
    struct map known;
    size_t total = 0, cap = 0;
    map_init(&known, arena);
    counted->ends = ARENA_ARRAY(arena, count + 1, size_t);
    enum status status = counted->ends ? OK : error_memory(err);
    for (size_t i = 0; i < count && !status; i++) {
        status = count_unit(arena, units[i], language, &known, counted, &total, &cap, err);
        counted->ends[i] = total;
    }
    return status;
}

/* Cosine of the stems of units [from, gap) and [gap, to). `left` and `right` are zeroed, and are so afterwards. */
static double likeness(const struct slices_counted *counted, size_t from, size_t gap, size_t to, double *left,
                       double *right)
{
    size_t start = from ? counted->ends[from - 1] : 0, middle = counted->ends[gap - 1], end = counted->ends[to - 1];
    double both = 0, squares_left = 0, squares_right = 0;
    for (size_t i = start; i < middle; i++)
        left[counted->stems[i]]++;
    for (size_t i = middle; i < end; i++)
        right[counted->stems[i]]++;
    for (size_t i = 0; i < counted->count; i++) {
        both += left[i] * right[i];
        squares_left += left[i] * left[i];
        squares_right += right[i] * right[i];
        left[i] = right[i] = 0;
    }
    return squares_left > 0 && squares_right > 0 ? both / sqrt(squares_left * squares_right) : 0;
}

/* How much less alike the two sides of a gap are than at the nearest peaks around it. */
static double depth_at(const double *alike, size_t count, size_t gap)
{
    double left = alike[gap], right = alike[gap];
    for (size_t i = gap; i > 1 && alike[i - 1] >= left; i--)
        left = alike[i - 1];
    for (size_t i = gap + 1; i < count && alike[i] >= right; i++)
        right = alike[i];
    return left - alike[gap] + right - alike[gap];
}

static double cut_off(const double *depths, size_t count)
{
    double sum = 0, squares = 0, gaps = (double)(count - 1);
    for (size_t i = 1; i < count; i++) {
        sum += depths[i];
        squares += depths[i] * depths[i];
    }
    double mean = sum / gaps, variance = squares / gaps - mean * mean;
    return mean - depth_share * sqrt(variance > 0 ? variance : 0);
}

static bool slices_is_free(const bool *is_cut, size_t count, size_t gap, size_t shortest)
{
    if (gap < shortest || count - gap < shortest)
        return false;
    for (size_t i = gap >= shortest ? gap - shortest + 1 : 0; i < gap + shortest && i < count; i++)
        if (is_cut[i])
            return false;
    return true;
}

/* The deepest gap that may be cut; the count when there is none. The first of equals. */
static size_t deepest(const double *depths, const bool *is_cut, size_t count, size_t shortest)
{
    size_t best = count;
    for (size_t i = 1; i < count; i++)
        if (slices_is_free(is_cut, count, i, shortest) && (best == count || depths[i] > depths[best]))
            best = i;
    return best;
}

static enum status slices_measure(struct arena *arena, const struct slices_counted *counted, size_t count,
                                  double *depths, struct error *err)
{
    double *alike = ARENA_ARRAY(arena, count + 1, double);
    double *left = ARENA_ARRAY(arena, counted->count + 1, double);
    double *right = ARENA_ARRAY(arena, counted->count + 1, double);
    if (!alike || !left || !right)
        return error_memory(err);
    for (size_t gap = 1; gap < count; gap++) {
        size_t from = gap > BLOCK ? gap - BLOCK : 0, to = gap + BLOCK < count ? gap + BLOCK : count;
        alike[gap] = likeness(counted, from, gap, to, left, right);
    }
    for (size_t gap = 1; gap < count; gap++)
        depths[gap] = depth_at(alike, count, gap);
    return OK;
}

enum status slices_find(struct arena *arena, const struct str *units, size_t count, const struct language *language,
                        size_t least, size_t most, size_t shortest, struct slice **slices, size_t *slice_count,
                        struct error *err)
{
    struct slices_counted counted = {0};
    double *depths = ARENA_ARRAY(arena, count + 1, double);
    bool *is_cut = ARENA_ARRAY(arena, count + 1, bool);
    *slices = ARENA_ARRAY(arena, (most < count ? most : count) + 1, struct slice);
    *slice_count = 0;
    if (!depths || !is_cut || !*slices)
        return error_memory(err);
    enum status status = count_units(arena, units, count, language, &counted, err);
    if (!status)
        status = slices_measure(arena, &counted, count, depths, err);
    if (status || !count)
        return status;
    double enough = count > 1 ? cut_off(depths, count) : 0;
    for (size_t made = 1; made < most; made++) {
        size_t gap = deepest(depths, is_cut, count, shortest ? shortest : 1);
        if (gap == count || (made >= least && depths[gap] < enough))
            break;
        is_cut[gap] = true;
    }
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || is_cut[i])
            (*slices)[(*slice_count)++].first = i;
        (*slices)[*slice_count - 1].end = i + 1;
    }
    return OK;
}
