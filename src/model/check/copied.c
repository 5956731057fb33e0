#include "model/check/copied.h"

#include "model/check/check.h"
#include "model/check/wording/facts.h"
#include "model/check/wording/quotation.h"

#include <stdint.h>
#include <stdlib.h>

/* Words of a run by which copied wording is measured (prompt rule: at most 4 words in a row of a passage). */
enum { COPIED_RUN = 5 };

struct run_set {
    uint64_t *list;
    size_t count;
};

static int compare(const void *a, const void *b)
{
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

/* Fowler-Noll-Vo 1a, 64 bits (http://www.isthe.com/chongo/tech/comp/fnv/), a blank behind each word. */
static uint64_t run_hash(const struct word *words, size_t run)
{
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < run; i++) {
        for (size_t k = 0; k < words[i].folded.len; k++)
            hash = (hash ^ (unsigned char)words[i].folded.data[k]) * 1099511628211u;
        hash = (hash ^ ' ') * 1099511628211u;
    }
    return hash;
}

static bool add_source(struct arena *arena, struct str source, size_t run, struct run_set *set)
{
    struct worded worded;
    if (worded_split(arena, source, NULL, &worded, NULL) != OK)
        return false;
    size_t runs = worded.count >= run ? worded.count - run + 1 : 0;
    uint64_t *list = ARENA_ARRAY(arena, set->count + runs, uint64_t);
    if (!list)
        return false;
    for (size_t i = 0; i < set->count; i++)
        list[i] = set->list[i];
    for (size_t i = 0; i < runs; i++)
        list[set->count + i] = run_hash(worded.words + i, run);
    *set = (struct run_set){list, set->count + runs};
    return true;
}

static bool read_sources(struct arena *arena, const struct str *sources, size_t count, size_t run, struct run_set *set)
{
    *set = (struct run_set){0};
    for (size_t i = 0; i < count; i++)
        if (!add_source(arena, sources[i], run, set))
            return false;
    if (set->count)
        qsort(set->list, set->count, sizeof *set->list, compare);
    return true;
}

static bool has_run(const struct run_set *set, uint64_t hash)
{
    return set->count && bsearch(&hash, set->list, set->count, sizeof hash, compare);
}

enum status copied_find(struct arena *arena, struct str text, struct str source, size_t run, struct str *found,
                        struct error *err)
{
    struct run_set set;
    struct worded worded;
    *found = (struct str){text.data, 0};
    if (!read_sources(arena, &source, 1, run, &set) || worded_split(arena, text, NULL, &worded, NULL) != OK)
        return error_memory(err);
    for (size_t i = 0; i + run <= worded.count; i++) {
        if (!has_run(&set, run_hash(worded.words + i, run)))
            continue;
        size_t start = worded.words[i].start;
        *found = (struct str){text.data + start, worded.words[i + run - 1].end - start};
        break;
    }
    return OK;
}

/* Marks the words that may be the same: names, code, quotations. NULL: memory ran out. */
static bool *free_words(struct arena *arena, const struct worded *worded)
{
    struct facts facts;
    bool *is_free = ARENA_ARRAY(arena, worded->count, bool);
    if (!is_free || facts_find(arena, worded, NULL, &facts, NULL) != OK)
        return NULL;
    for (size_t i = 0; i < facts.count; i++)
        if (facts.list[i].kind == FACT_NAME && facts.list[i].word < worded->count)
            is_free[facts.list[i].word] = true;
    struct str inner;
    for (size_t at = 0, end, word = 0; at < worded->text.len; at++) {
        if (!quotation_opens(worded->text, at, &inner, &end))
            continue;
        for (; word < worded->count && worded->words[word].start < end; word++)
            is_free[word] |= worded->words[word].start >= at;
        at = end - 1;
    }
    return is_free;
}

enum status copied_count(struct arena *arena, struct str text, const struct str *sources, size_t count, size_t run,
                         size_t *runs, size_t *shared, struct error *err)
{
    struct run_set set;
    struct worded worded;
    if (!read_sources(arena, sources, count, run, &set) || worded_split(arena, text, NULL, &worded, NULL) != OK)
        return error_memory(err);
    const bool *is_free = free_words(arena, &worded);
    if (!is_free)
        return error_memory(err);
    for (size_t i = 0; i + run <= worded.count; i++) {
        bool counts = true;
        for (size_t k = i; k < i + run; k++)
            counts &= !is_free[k];
        *runs += counts;
        *shared += counts && has_run(&set, run_hash(worded.words + i, run));
    }
    return OK;
}

double check_copied(struct str text, struct str source)
{
    struct arena *arena = arena_new();
    size_t runs = 0, shared = 0;
    bool done = arena && copied_count(arena, text, &source, 1, COPIED_RUN, &runs, &shared, NULL) == OK;
    arena_free(arena);
    return done && runs ? (double)shared / (double)runs : 0;
}
