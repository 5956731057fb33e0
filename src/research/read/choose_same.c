#include "research/read/choose_same.h"

#include <stdlib.h>

enum { RUN = 5, FIRST_ROOM = 1024 };

/* The hashes of all runs of a page, while it is read. */
struct runs {
    uint64_t last[RUN]; /* the words before, the oldest overwritten next */
    size_t words;
    uint64_t *list;
    size_t count, cap;
};

/* Fowler-Noll-Vo 1a, 64 bits (http://www.isthe.com/chongo/tech/comp/fnv/): fixed, so that the same pages give the same
 * choice on every run. */
static uint64_t hash(uint64_t start, const void *data, size_t length)
{
    const unsigned char *bytes = data;
    for (size_t i = 0; i < length; i++)
        start = (start ^ bytes[i]) * UINT64_C(1099511628211);
    return start;
}

/* FNV leaves the upper bits of like texts alike; the smallest of a set must be a fair sample (MurmurHash3's end). */
static uint64_t mix(uint64_t value)
{
    value = (value ^ value >> 33) * UINT64_C(0xff51afd7ed558ccd);
    value = (value ^ value >> 33) * UINT64_C(0xc4ceb9fe1a85ec53);
    return value ^ value >> 33;
}

static const uint64_t offset = UINT64_C(14695981039346656037);

static bool add_run(struct runs *runs)
{
    uint64_t value = offset;
    size_t length = runs->words < RUN ? runs->words : RUN;
    if (runs->count == runs->cap) {
        size_t cap = runs->cap ? runs->cap * 2 : FIRST_ROOM;
        uint64_t *list = realloc(runs->list, cap * sizeof *list);
        if (!list)
            return false;
        runs->list = list;
        runs->cap = cap;
    }
    for (size_t i = runs->words - length; i < runs->words; i++)
        value = hash(value, &runs->last[i % RUN], sizeof runs->last[0]);
    runs->list[runs->count++] = mix(value);
    return true;
}

static bool add_words(struct runs *runs, const struct word *words, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        runs->last[runs->words++ % RUN] = hash(offset, words[i].folded.data, words[i].folded.len);
        if (runs->words >= RUN && !add_run(runs))
            return false;
    }
    return true;
}

static enum status read_runs(const struct page *page, struct runs *runs, struct error *err)
{
    struct arena *arena = arena_new();
    enum status status = arena ? OK : error_memory(err);
    for (size_t i = 0; i < page->count && !status; i++) {
        struct word *words;
        size_t count;
        status = words_split(arena, page->blocks[i].text, NULL, &words, &count, err);
        if (!status && !add_words(runs, words, count))
            status = error_memory(err);
    }
    if (!status && runs->words && runs->words < RUN && !add_run(runs))
        status = error_memory(err);
    arena_free(arena);
    return status;
}

static int ascending(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

enum status sketch_page(struct arena *arena, const struct page *page, struct sketch *sketch, struct error *err)
{
    struct runs runs = {0};
    *sketch = (struct sketch){0};
    enum status status = read_runs(page, &runs, err);
    size_t most = runs.count < SKETCH_MOST ? runs.count : SKETCH_MOST;
    if (!status && !(sketch->hashes = ARENA_ARRAY(arena, most + 1, uint64_t)))
        status = error_memory(err);
    if (!status && runs.count)
        qsort(runs.list, runs.count, sizeof *runs.list, ascending);
    for (size_t i = 0; !status && i < runs.count && sketch->count < SKETCH_MOST; i++)
        if (!i || runs.list[i] != runs.list[i - 1])
            sketch->hashes[sketch->count++] = runs.list[i];
    free(runs.list);
    return status;
}

/* Of the smallest hashes of both together the share that both have. */
double sketch_resemblance(const struct sketch *a, const struct sketch *b)
{
    size_t i = 0, j = 0, all = 0, shared = 0;
    for (; all < SKETCH_MOST && (i < a->count || j < b->count); all++) {
        bool has_a = i < a->count && (j == b->count || a->hashes[i] <= b->hashes[j]);
        bool has_b = j < b->count && (i == a->count || b->hashes[j] <= a->hashes[i]);
        shared += has_a && has_b;
        i += has_a;
        j += has_b;
    }
    return all ? (double)shared / (double)all : 0;
}
