#include "research/corpus/vector.h"

#include <math.h>
#include <stdlib.h>

static int by_id(const void *left, const void *right)
{
    const struct term *a = left, *b = right;
    return (a->id > b->id) - (a->id < b->id);
}

/* Sorts by id and adds up the weights of equal ones. */
static void merge_terms(struct vector *vector)
{
    if (!vector->count)
        return;
    qsort(vector->terms, vector->count, sizeof *vector->terms, by_id);
    size_t kept = 0;
    for (size_t i = 1; i < vector->count; i++) {
        if (vector->terms[i].id == vector->terms[kept].id)
            vector->terms[kept].weight += vector->terms[i].weight;
        else
            vector->terms[++kept] = vector->terms[i];
    }
    vector->count = kept + 1;
}

static void set_norm(struct vector *vector)
{
    double sum = 0;
    for (size_t i = 0; i < vector->count; i++)
        sum += vector->terms[i].weight * vector->terms[i].weight;
    vector->norm = sqrt(sum);
}

enum status vector_from_numbers(struct arena *arena, const uint32_t *numbers, size_t count, struct vector *vector,
                                struct error *err)
{
    *vector = (struct vector){.terms = ARENA_ARRAY(arena, count, struct term)};
    if (!vector->terms)
        return error_memory(err);
    for (size_t i = 0; i < count; i++)
        vector->terms[vector->count++] = (struct term){numbers[i], 1};
    merge_terms(vector);
    return OK;
}

enum status vector_from_words(struct vocabulary *vocabulary, const struct word *words, size_t count,
                              struct vector *vector, struct error *err)
{
    uint32_t *numbers = ARENA_ARRAY(vocabulary->arena, count, uint32_t);
    if (!numbers)
        return error_memory(err);
    enum status status = vocabulary_numbers(vocabulary, words, count, numbers, err);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (!words[i].is_stop)
            numbers[kept++] = numbers[i];
    return status ? status : vector_from_numbers(vocabulary->arena, numbers, kept, vector, err);
}

void vector_weigh(struct vector *vector, const double *idf, size_t known, double rarest)
{
    for (size_t i = 0; i < vector->count; i++)
        vector->terms[i].weight *= vector->terms[i].id < known ? idf[vector->terms[i].id] : rarest;
    set_norm(vector);
}

void vector_flatten(struct vector *vector)
{
    for (size_t i = 0; i < vector->count; i++)
        vector->terms[i].weight = 1;
    set_norm(vector);
}

static double dot(const struct vector *a, const struct vector *b)
{
    double sum = 0;
    for (size_t i = 0, j = 0; i < a->count && j < b->count;) {
        uint32_t left = a->terms[i].id, right = b->terms[j].id;
        if (left == right)
            sum += a->terms[i].weight * b->terms[j].weight;
        i += left <= right;
        j += right <= left;
    }
    return sum;
}

double vector_cosine(const struct vector *a, const struct vector *b)
{
    return a->norm > 0 && b->norm > 0 ? dot(a, b) / (a->norm * b->norm) : 0;
}

double vector_coverage(const struct vector *a, const struct vector *b)
{
    double shared = 0, all = 0;
    size_t j = 0;
    for (size_t i = 0; i < a->count; i++) {
        double square = a->terms[i].weight * a->terms[i].weight;
        all += square;
        while (j < b->count && b->terms[j].id < a->terms[i].id)
            j++;
        if (j < b->count && b->terms[j].id == a->terms[i].id)
            shared += square;
    }
    return all > 0 ? shared / all : 0;
}

static bool has_term(const struct vector *vector, uint32_t id)
{
    struct term wanted = {id, 0};
    return vector->count && bsearch(&wanted, vector->terms, vector->count, sizeof wanted, by_id);
}

void vector_without(struct vector *vector, const struct vector *what)
{
    size_t others = 0, kept = 0;
    for (size_t i = 0; i < vector->count; i++)
        others += !has_term(what, vector->terms[i].id);
    if (!others)
        return;
    for (size_t i = 0; i < vector->count; i++)
        if (!has_term(what, vector->terms[i].id))
            vector->terms[kept++] = vector->terms[i];
    vector->count = kept;
    set_norm(vector);
}

enum status vector_sum(struct arena *arena, const struct vector *const *parts, size_t count, struct vector *sum,
                       struct error *err)
{
    size_t total = 0;
    for (size_t i = 0; i < count; i++)
        total += parts[i]->count;
    *sum = (struct vector){.terms = ARENA_ARRAY(arena, total, struct term)};
    if (!sum->terms)
        return error_memory(err);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < parts[i]->count; j++)
            sum->terms[sum->count++] = parts[i]->terms[j];
    merge_terms(sum);
    set_norm(sum);
    return OK;
}
