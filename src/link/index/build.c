#include "link/index/builder.h"
#include "link/index/index.h"
#include "link/index/index_write.h"

#include <math.h>
#include <stdlib.h>

/* How many words tell what a page is about, and how often a word of the title counts. */
enum { MAX_TERMS = 64, TITLE_WEIGHT = 3 };

/*
 * Targets kept for a phrase, the most linked ones. A phrase with more of them, such as "click here", says little
 * about any.
 */
enum { MAX_TARGETS = 16 };

/* What has been built, and the sections of the file that it is written into. */
struct output {
    struct builder builder;
    struct index_writer writer;
    uint32_t *counts; /* per word, for one page; zero between pages */
};

static double idf(const struct builder *builder, uint32_t word)
{
    return log(((double)builder->page_count + 1) / (builder->words[word].page_count + 0.5));
}

/* --- what a page is about --- */

static int compare_weight(const void *a, const void *b)
{
    const struct index_term *left = a, *right = b;
    if (left->weight != right->weight)
        return left->weight < right->weight ? 1 : -1;
    return (left->word > right->word) - (left->word < right->word);
}

static int compare_word(const void *a, const void *b)
{
    const struct index_term *left = a, *right = b;
    return (left->word > right->word) - (left->word < right->word);
}

/* Adds the words of a stream to the page's terms, each once; their counts go to output->counts. */
static size_t add_terms(struct output *output, const uint32_t *stream, size_t length, uint32_t weight,
                        struct index_term *terms, size_t count)
{
    for (size_t i = 0; i < length; i++) {
        uint32_t word = stream_word(stream[i]);
        if (stream[i] == STREAM_BREAK || output->builder.words[word].is_sign)
            continue;
        if (!output->counts[word])
            terms[count++].word = word;
        output->counts[word] += weight;
    }
    return count;
}

/* Weighs by (1 + ln tf) * idf, keeps the heaviest, scales to length 1. */
static size_t weigh_terms(struct output *output, struct index_term *terms, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        double rarity = idf(&output->builder, terms[i].word);
        terms[i].weight = rarity > 0 ? (float)((1 + log(output->counts[terms[i].word])) * rarity) : 0;
        output->counts[terms[i].word] = 0;
    }
    qsort(terms, count, sizeof *terms, compare_weight);
    count = count < MAX_TERMS ? count : MAX_TERMS;
    double squares = 0;
    for (size_t i = 0; i < count; i++)
        squares += (double)terms[i].weight * terms[i].weight;
    for (size_t i = 0; squares > 0 && i < count; i++)
        terms[i].weight = (float)(terms[i].weight / sqrt(squares));
    qsort(terms, count, sizeof *terms, compare_word);
    return count;
}

static enum status write_page(struct output *output, const struct builder_page *page, struct error *err)
{
    struct arena *scratch = arena_new();
    struct index_term *terms =
        scratch ? ARENA_ARRAY(scratch, page->length + page->title_length + 1, struct index_term) : NULL;
    if (!terms) {
        arena_free(scratch);
        return error_memory(err);
    }
    size_t count = add_terms(output, page->title_stream, page->title_length, TITLE_WEIGHT, terms, 0);
    count = add_terms(output, page->stream, page->length, 1, terms, count);
    count = weigh_terms(output, terms, count);
    struct index_page record = {
        .url = index_writer_text(&output->writer, page->url),
        .title = index_writer_text(&output->writer, page->title),
        .key = index_writer_text(&output->writer, page->key),
        .first_term = index_writer_count(&output->writer, SECTION_TERMS),
        .term_count = (uint32_t)count,
        .links_out = page->links_out,
    };
    for (size_t i = 0; i < count; i++)
        index_writer_add(&output->writer, SECTION_TERMS, &terms[i]);
    index_writer_add(&output->writer, SECTION_PAGES, &record);
    arena_free(scratch);
    return OK;
}

/* --- phrases --- */

static int compare_target(const void *a, const void *b)
{
    const struct builder_target *left = a, *right = b;
    if (left->phrase != right->phrase)
        return left->phrase < right->phrase ? -1 : 1;
    if (left->record.link_count != right->record.link_count)
        return left->record.link_count > right->record.link_count ? -1 : 1;
    if (left->record.title_kind != right->record.title_kind)
        return left->record.title_kind < right->record.title_kind ? -1 : 1;
    return (left->record.page > right->record.page) - (left->record.page < right->record.page);
}

static void write_phrases(struct output *output)
{
    struct builder *builder = &output->builder;
    if (builder->target_count)
        qsort(builder->targets, builder->target_count, sizeof *builder->targets, compare_target);
    size_t at = 0;
    for (uint32_t phrase = 0; phrase < builder->phrase_count; phrase++) {
        struct index_phrase *record = &builder->phrases[phrase].record;
        record->first_target = index_writer_count(&output->writer, SECTION_TARGETS);
        for (; at < builder->target_count && builder->targets[at].phrase == phrase; at++) {
            if (record->target_count == MAX_TARGETS)
                continue;
            index_writer_add(&output->writer, SECTION_TARGETS, &builder->targets[at].record);
            record->target_count++;
        }
        index_writer_add(&output->writer, SECTION_PHRASES, record);
    }
}

/* The trie's table is copied as it is: reader and builder use the same hash and the same probing. */
static void write_trie(struct output *output)
{
    const struct builder *builder = &output->builder;
    struct index_edge none = {0};
    if (!builder->edges.cap)
        index_writer_add(&output->writer, SECTION_EDGES, &none);
    for (size_t i = 0; i < builder->edges.cap; i++) {
        const struct table_slot *slot = &builder->edges.slots[i];
        struct index_edge edge = {slot->a, slot->b, slot->value};
        index_writer_add(&output->writer, SECTION_EDGES, &edge);
    }
    for (size_t i = 0; i < builder->node_count; i++)
        index_writer_add(&output->writer, SECTION_NODES, &builder->nodes[i]);
}

/* --- words --- */

static enum status write_words(struct output *output, struct error *err)
{
    struct builder *builder = &output->builder;
    size_t slot_count = 1;
    while (slot_count < builder->word_count * 2)
        slot_count *= 2;
    uint32_t *slots = ARENA_ARRAY(builder->arena, slot_count, uint32_t);
    if (!slots)
        return error_memory(err);
    for (uint32_t i = 0; i < builder->word_count; i++) {
        const struct builder_word *word = &builder->words[i];
        struct index_word record = {.text = index_writer_text(&output->writer, word->text),
                                    .page_count = word->page_count};
        index_writer_add(&output->writer, SECTION_WORDS, &record);
        size_t at = index_hash_text(word->text) & (slot_count - 1);
        while (slots[at])
            at = (at + 1) & (slot_count - 1);
        slots[at] = i + 1;
    }
    for (size_t i = 0; i < slot_count; i++)
        index_writer_add(&output->writer, SECTION_WORD_SLOTS, &slots[i]);
    return OK;
}

/* --- all of it --- */

static enum status build(struct output *output, const char *path, link_next_page next, void *context, struct error *err)
{
    struct builder *builder = &output->builder;
    enum status status = builder_read_pages(builder, next, context, err);
    if (status == OK)
        status = builder_find_phrases(builder, err);
    if (status != OK)
        return status;
    output->counts = ARENA_ARRAY(builder->arena, builder->word_count, uint32_t);
    if (!output->counts)
        return error_memory(err);
    for (size_t i = 0; status == OK && i < builder->page_count; i++)
        status = write_page(output, &builder->pages[i], err);
    if (status == OK)
        status = write_words(output, err);
    if (status != OK)
        return status;
    write_phrases(output);
    write_trie(output);
    output->writer.anchor_count = builder->anchor_count;
    return index_writer_save(&output->writer, path, err);
}

enum status link_build(const char *path, link_next_page next, void *context, struct error *err)
{
    struct output output = {0};
    struct builder *builder = &output.builder;
    builder->arena = arena_new();
    if (!builder->arena)
        return error_memory(err);
    map_init(&builder->vocabulary, builder->arena);
    map_init(&builder->page_numbers, builder->arena);
    map_init(&builder->page_keys, builder->arena);
    builder->edges.arena = builder->target_numbers.arena = builder->arena;
    enum status status = build(&output, path, next, context, err);
    index_writer_free(&output.writer);
    arena_free(builder->arena);
    return status;
}
