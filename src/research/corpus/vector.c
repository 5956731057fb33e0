#include "research/corpus/vector.h"

#include <math.h>
#include <stdlib.h>

void vocabulary_init(struct vocabulary *vocabulary, struct arena *arena)
{
    vocabulary->arena = arena;
    map_init(&vocabulary->numbers, arena);
}

/* The number of a stem; made when new. UINT32_MAX when memory ran out: the vocabulary is of no use then. */
static uint32_t vocabulary_number(struct vocabulary *vocabulary, struct str stem)
{
    size_t next = vocabulary->numbers.count;
    void **place = map_put(&vocabulary->numbers, stem);
    if (!place || next >= UINT32_MAX - 1)
        return UINT32_MAX;
    if (*place)
        return (uint32_t)((uintptr_t)*place - 1);
    char *copy = arena_copy_n(vocabulary->arena, stem.data, stem.len);
    if (!copy)
        return UINT32_MAX;
    vocabulary->numbers.entries[next].key.data = copy;
    *place = (void *)(uintptr_t)(next + 1);
    return (uint32_t)next;
}

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

/* Repeated words of a long text share the bytes of their stem: it is told by its place before it is looked up by its
 * text. */
enum status vocabulary_numbers(struct vocabulary *vocabulary, const struct word *words, size_t count, uint32_t *numbers,
                               struct error *err)
{
    enum { SLOTS = 1024 };
    struct {
        struct str stem;
        uint32_t number;
    } seen[SLOTS];
    bool remembers = count >= SLOTS;
    if (remembers) /* a short text is sooner looked up than the table is cleared */
        memset(seen, 0, sizeof seen);
    for (size_t i = 0; i < count; i++) {
        struct str stem = words[i].stem;
        uintptr_t place = (uintptr_t)stem.data;
        size_t slot = remembers ? (size_t)((place >> 2 ^ place >> 12) & (SLOTS - 1)) : 0;
        if (!remembers || seen[slot].stem.data != stem.data || seen[slot].stem.len != stem.len) {
            seen[slot].stem = stem;
            seen[slot].number = vocabulary_number(vocabulary, stem);
        }
        if (seen[slot].number == UINT32_MAX)
            return error_memory(err);
        numbers[i] = seen[slot].number;
    }
    return OK;
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

static int by_value(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

enum status shingles_from_numbers(struct arena *arena, const uint32_t *numbers, size_t count, struct shingles *shingles,
                                  struct error *err)
{
    /* Three numbers of 21 bits make one value; a vocabulary of two million stems is beyond any article's sources. */
    enum { BITS = 21 };
    *shingles = (struct shingles){.values = ARENA_ARRAY(arena, count, uint64_t)};
    if (!shingles->values)
        return error_memory(err);
    uint64_t value = 0;
    for (size_t i = 0; i < count; i++) {
        value = (value << BITS | (numbers[i] & ((1u << BITS) - 1))) & ((UINT64_C(1) << 3 * BITS) - 1);
        if (i >= 2)
            shingles->values[shingles->count++] = value;
    }
    qsort(shingles->values, shingles->count, sizeof *shingles->values, by_value);
    return OK;
}

double shingles_overlap(const struct shingles *a, const struct shingles *b)
{
    size_t smaller = a->count < b->count ? a->count : b->count, shared = 0;
    for (size_t i = 0, j = 0; i < a->count && j < b->count;) {
        shared += a->values[i] == b->values[j];
        bool left = a->values[i] <= b->values[j], right = b->values[j] <= a->values[i];
        i += left;
        j += right;
    }
    return smaller ? (double)shared / (double)smaller : 0;
}
