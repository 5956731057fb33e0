#include "research/excerpt/excerpt_index.h"

#include <math.h>
#include <stdlib.h>

void excerpt_index_open(struct index_builder *builder, struct arena *arena)
{
    *builder = (struct index_builder){.arena = arena};
    vocabulary_init(&builder->vocabulary, arena);
}

static void push(struct arena *arena, uint32_t **list, size_t *count, size_t *cap, uint32_t number)
{
    uint32_t *added = VEC_PUSH(arena, *list, *count, *cap);
    if (added)
        *added = number;
}

/* The number of the word in the index; what finds no number more is out of memory. */
static uint32_t number_of(struct index_builder *builder, const struct word *word)
{
    uint32_t number = vocabulary_number(&builder->vocabulary, word->stem);
    if (number < 1u << WORD_NUMBER_BITS)
        return number;
    arena_fail(builder->arena);
    return 0;
}

void excerpt_index_add_page(struct index_builder *builder, const struct word *title, size_t count)
{
    push(builder->arena, &builder->title_first, &builder->page_count, &builder->title_first_cap,
         (uint32_t)builder->title_count);
    for (size_t i = 0; i < count; i++)
        if (!title[i].is_stop)
            push(builder->arena, &builder->titles, &builder->title_count, &builder->titles_cap,
                 number_of(builder, &title[i]));
}

/* Counts words into the uses; `one` is one more time in the text or in the heading. Returns the number of content
 * words. */
static size_t add_uses(struct index_builder *builder, const struct word *words, size_t count,
                       const struct language *language, word_use one)
{
    size_t added = 0;
    for (size_t i = 0; i < count; i++) {
        if (words[i].is_stop || language_is_stop_word(language, words[i].folded))
            continue;
        push(builder->arena, &builder->uses, &builder->use_count, &builder->uses_cap,
             number_of(builder, &words[i]) << 8 | one);
        added++;
    }
    return added;
}

static int by_number(const void *left, const void *right)
{
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return (a > b) - (a < b);
}

/* Adds up the uses, at least one, of the same word; returns how many there are then. Ascending afterwards. */
static size_t merge_uses(word_use *uses, size_t count)
{
    qsort(uses, count, sizeof *uses, by_number);
    size_t kept = 0;
    for (size_t i = 1; i < count; i++) {
        if (use_word(uses[i]) != use_word(uses[kept])) {
            uses[++kept] = uses[i];
            continue;
        }
        unsigned text = use_in_text(uses[kept]) + use_in_text(uses[i]);
        unsigned heading = use_in_heading(uses[kept]) + use_in_heading(uses[i]);
        text = text > TEXT_TIMES_MAX ? TEXT_TIMES_MAX : text;
        heading = heading > HEADING_TIMES_MAX ? HEADING_TIMES_MAX : heading;
        uses[kept] = use_word(uses[kept]) << 8 | heading << 6 | text;
    }
    return kept + 1;
}

enum status excerpt_index_add_excerpt(struct index_builder *builder, const struct word *text, size_t text_count,
                                      const struct word *heading, size_t heading_count, const struct language *language,
                                      struct error *err)
{
    size_t start = builder->use_count;
    if (start > UINT32_MAX - text_count - heading_count)
        return error_set(err, E_LIMIT, NULL, "the sources have too many words");
    push(builder->arena, &builder->first, &builder->excerpt_count, &builder->first_cap, (uint32_t)start);
    size_t words = add_uses(builder, text, text_count, language, 1);
    add_uses(builder, heading, heading_count, language, 1u << 6);
    uint16_t *length = VEC_PUSH(builder->arena, builder->lengths, builder->length_count, builder->lengths_cap);
    if (length)
        *length = (uint16_t)(words < UINT16_MAX ? words : UINT16_MAX);
    if (builder->use_count > start)
        builder->use_count = start + merge_uses(builder->uses + start, builder->use_count - start);
    return OK;
}

/* --- the finished index --- */

static int by_stem(const void *left, const void *right)
{
    const struct map_entry *const *a = left, *const *b = right;
    return str_cmp((*a)->key, (*b)->key);
}

/* Writes the stems in byte order, and tells the new number of each. False, as below: memory ran out. */
static bool write_stems(struct index_builder *builder, struct arena *arena, struct excerpt_index *index,
                        uint32_t *renumbered)
{
    size_t count = builder->vocabulary.numbers.count, bytes = 0;
    const struct map_entry **sorted = ARENA_ARRAY(builder->arena, count + 1, const struct map_entry *);
    uint32_t *starts = ARENA_ARRAY(arena, count + 1, uint32_t);
    if (!sorted || !starts)
        return false;
    for (size_t i = 0; i < count; i++) {
        sorted[i] = &builder->vocabulary.numbers.entries[i];
        bytes += sorted[i]->key.len;
    }
    qsort(sorted, count, sizeof *sorted, by_stem);
    char *letters = arena_alloc(arena, bytes + 1);
    if (!letters)
        return false;
    for (size_t i = 0; i < count; i++) {
        memcpy(letters + starts[i], sorted[i]->key.data, sorted[i]->key.len);
        starts[i + 1] = starts[i] + (uint32_t)sorted[i]->key.len;
        renumbered[(uintptr_t)sorted[i]->value - 1] = (uint32_t)i;
    }
    index->letters = letters;
    index->starts = starts;
    index->word_count = count;
    return true;
}

/* A copy with one entry more at the end, which is `count`. NULL when memory ran out. */
static uint32_t *copy_numbers(struct arena *arena, const uint32_t *numbers, size_t count, size_t end)
{
    uint32_t *copy = ARENA_ARRAY(arena, count + 1, uint32_t);
    if (copy && count)
        memcpy(copy, numbers, count * sizeof *copy);
    if (copy)
        copy[count] = (uint32_t)end;
    return copy;
}

static bool copy_uses(struct index_builder *builder, struct arena *arena, struct excerpt_index *index,
                      const uint32_t *renumbered)
{
    word_use *uses = copy_numbers(arena, builder->uses, builder->use_count, 0);
    uint32_t *first = copy_numbers(arena, builder->first, builder->excerpt_count, builder->use_count);
    uint32_t *titles = copy_numbers(arena, builder->titles, builder->title_count, 0);
    uint32_t *title_first = copy_numbers(arena, builder->title_first, builder->page_count, builder->title_count);
    uint16_t *lengths = ARENA_ARRAY(arena, builder->excerpt_count + 1, uint16_t);
    if (!uses || !first || !titles || !title_first || !lengths)
        return false;
    for (size_t i = 0; i < builder->use_count; i++)
        uses[i] = renumbered[use_word(uses[i])] << 8 | (uses[i] & 0xFF);
    for (size_t i = 0; i < builder->excerpt_count; i++)
        qsort(uses + first[i], first[i + 1] - first[i], sizeof *uses, by_number);
    for (size_t i = 0; i < builder->title_count; i++)
        titles[i] = renumbered[titles[i]];
    if (builder->excerpt_count)
        memcpy(lengths, builder->lengths, builder->excerpt_count * sizeof *lengths);
    index->uses = uses;
    index->first = first;
    index->titles = titles;
    index->title_first = title_first;
    index->lengths = lengths;
    index->excerpt_count = builder->excerpt_count;
    index->page_count = builder->page_count;
    return true;
}

/* By how many excerpts say them. */
static bool index_weigh(struct index_builder *builder, struct arena *arena, struct excerpt_index *index)
{
    float *weights = ARENA_ARRAY(arena, index->word_count + 1, float);
    float *norms = ARENA_ARRAY(arena, index->excerpt_count + 1, float);
    if (!weights || !norms)
        return false;
    double all = (double)index->excerpt_count, words = 0;
    for (size_t i = 0; i < builder->use_count; i++)
        weights[use_word(index->uses[i])] += 1;
    for (size_t i = 0; i < index->word_count; i++)
        weights[i] = (float)word_rarity(weights[i], all);
    for (size_t i = 0; i < index->excerpt_count; i++) {
        double sum = 0;
        for (size_t j = index->first[i]; j < index->first[i + 1]; j++) {
            double weight = (double)weights[use_word(index->uses[j])] * use_in_text(index->uses[j]);
            sum += weight * weight;
        }
        norms[i] = (float)sqrt(sum);
        words += index->lengths[i];
    }
    index->rarest = (float)word_rarity(0, all);
    index->mean_length = words > 0 ? (float)(words / all) : 1;
    index->weights = weights;
    index->norms = norms;
    return true;
}

struct excerpt_index *excerpt_index_finish(struct index_builder *builder, struct arena *arena,
                                           const struct language *language)
{
    uint32_t *renumbered = ARENA_ARRAY(builder->arena, builder->vocabulary.numbers.count + 1, uint32_t);
    struct excerpt_index *index = ARENA_NEW(arena, struct excerpt_index);
    if (!renumbered || !index)
        return NULL;
    index->language = language;
    bool done = write_stems(builder, arena, index, renumbered) && copy_uses(builder, arena, index, renumbered) &&
                index_weigh(builder, arena, index);
    return done ? index : NULL;
}

/* --- read --- */

static struct str stem_of(const struct excerpt_index *index, size_t word)
{
    return (struct str){index->letters + index->starts[word], index->starts[word + 1] - index->starts[word]};
}

uint32_t excerpt_index_word(const struct excerpt_index *index, struct str stem)
{
    size_t low = 0, high = index->word_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = str_cmp(stem_of(index, middle), stem);
        if (!order)
            return (uint32_t)middle;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NO_WORD;
}

double excerpt_index_weight(const struct excerpt_index *index, uint32_t word)
{
    return word == NO_WORD ? index->rarest : index->weights[word];
}

word_use excerpt_index_use(const struct excerpt_index *index, size_t excerpt, uint32_t word)
{
    size_t low = index->first[excerpt], high = index->first[excerpt + 1];
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        uint32_t found = use_word(index->uses[middle]);
        if (found == word)
            return index->uses[middle];
        if (found < word)
            low = middle + 1;
        else
            high = middle;
    }
    return 0;
}

bool excerpt_index_title_has(const struct excerpt_index *index, size_t page, uint32_t word)
{
    for (size_t i = index->title_first[page]; i < index->title_first[page + 1]; i++)
        if (index->titles[i] == word)
            return true;
    return false;
}

double excerpt_index_likeness(const struct excerpt_index *index, size_t a, size_t b)
{
    double sum = 0, norms = (double)index->norms[a] * (double)index->norms[b];
    for (size_t i = index->first[a], j = index->first[b]; i < index->first[a + 1] && j < index->first[b + 1];) {
        uint32_t left = use_word(index->uses[i]), right = use_word(index->uses[j]);
        if (left == right) {
            double weight = index->weights[left];
            sum += weight * weight * use_in_text(index->uses[i]) * use_in_text(index->uses[j]);
        }
        i += left <= right;
        j += right <= left;
    }
    return norms > 0 ? sum / norms : 0;
}
