#include "media/data/data.h"

#include <stdlib.h>

struct posting {
    size_t entry;
    int weight;
};

struct postings {
    struct posting *list;
    size_t count, cap;
};

struct word_index {
    struct arena *arena;
    const struct language *language;
    struct map words; /* stem -> struct postings */
    size_t entries;   /* one more than the largest */
};

struct word_index *word_index_in(struct arena *arena, const struct language *language)
{
    struct word_index *index = ARENA_NEW(arena, struct word_index);
    if (!index)
        return NULL;
    index->arena = arena;
    index->language = language;
    map_init(&index->words, arena);
    return index;
}

struct word_index *word_index_new(struct arena *arena, struct str sample)
{
    const struct language *language = language_detect(sample);
    return word_index_in(arena, language ? language : language_find(STR("en")));
}

/* The entries of a stem, made when it is new. NULL when memory ran out. */
static struct postings *postings_of(struct word_index *index, struct str stem)
{
    struct postings *known = map_get(&index->words, stem);
    if (known)
        return known;
    const char *copy = arena_copy_n(index->arena, stem.data, stem.len);
    struct postings *fresh = ARENA_NEW(index->arena, struct postings);
    void **place = copy && fresh ? map_put(&index->words, (struct str){copy, stem.len}) : NULL;
    if (place)
        *place = fresh;
    return place ? fresh : NULL;
}

static void word_index_add_word(struct word_index *index, size_t entry, const struct word *word, int weight)
{
    struct postings *postings = postings_of(index, word->stem);
    struct posting *last = postings && postings->count ? &postings->list[postings->count - 1] : NULL;
    if (last && last->entry == entry) {
        last->weight = weight > last->weight ? weight : last->weight;
        return;
    }
    struct posting *posting = postings ? VEC_PUSH(index->arena, postings->list, postings->count, postings->cap) : NULL;
    if (posting)
        *posting = (struct posting){entry, weight};
}

void word_index_add(struct word_index *index, size_t entry, const char *text, int weight)
{
    struct word *words = NULL;
    if (!index || !text)
        return;
    index->entries = entry + 1;
    struct arena *scratch = arena_new();
    size_t count = scratch ? word_index_split(index, scratch, str_from(text), &words) : 0;
    for (size_t i = 0; i < count; i++)
        if (!words[i].is_stop)
            word_index_add_word(index, entry, &words[i], weight);
    if (arena_failed(scratch))
        arena_fail(index->arena);
    arena_free(scratch);
}

size_t word_index_split(const struct word_index *index, struct arena *arena, struct str query, struct word **words)
{
    size_t count = 0;
    *words = NULL;
    if (!words_split(arena, query, index->language, words, &count, NULL))
        return count;
    arena_fail(arena);
    return 0;
}

bool word_index_has(const struct word_index *index, const struct word *word)
{
    return map_get(&index->words, word->stem) != NULL;
}

static bool is_repeated(const struct word *words, size_t at)
{
    for (size_t i = 0; i < at; i++)
        if (str_eq(words[i].stem, words[at].stem))
            return true;
    return false;
}

static void count_posting(const struct posting *posting, struct word_hit *hit)
{
    hit->matched++;
    hit->weight += posting->weight;
    hit->heaviest = posting->weight > hit->heaviest ? posting->weight : hit->heaviest;
}

size_t word_index_find(const struct word_index *index, struct arena *arena, const struct word *words, size_t count,
                       const bool *allowed, struct word_hit **hits)
{
    struct word_hit *all = *hits = ARENA_ARRAY(arena, index->entries + 1, struct word_hit);
    size_t wanted = 0, found = 0;
    for (size_t i = 0; all && i < count; i++) {
        const struct postings *postings = map_get(&index->words, words[i].stem);
        if (words[i].is_stop || is_repeated(words, i))
            continue;
        wanted++;
        for (size_t k = 0; postings && k < postings->count; k++)
            count_posting(&postings->list[k], &all[postings->list[k].entry]);
    }
    for (size_t entry = 0; all && entry < index->entries; entry++) {
        if (!all[entry].matched || (allowed && !allowed[entry]))
            continue;
        struct word_hit *hit = &all[found++];
        *hit = all[entry];
        hit->entry = entry;
        hit->has_all = hit->matched == wanted;
    }
    return found;
}

size_t word_hits_prune(struct word_hit *hits, size_t count)
{
    size_t best = 0, kept = 0;
    for (size_t i = 0; i < count; i++)
        best = hits[i].matched > best ? hits[i].matched : best;
    for (size_t i = 0; i < count; i++)
        if (hits[i].matched * 2 >= best)
            hits[kept++] = hits[i];
    return kept;
}

static int by_rank(const void *one, const void *other)
{
    const struct word_hit *a = one, *b = other;
    if (a->matched != b->matched)
        return a->matched > b->matched ? -1 : 1;
    if (a->weight != b->weight)
        return a->weight > b->weight ? -1 : 1;
    if (a->tie != b->tie)
        return a->tie > b->tie ? -1 : 1;
    return a->entry < b->entry ? -1 : a->entry > b->entry;
}

void word_hits_sort(struct word_hit *hits, size_t count)
{
    if (count)
        qsort(hits, count, sizeof *hits, by_rank);
}
