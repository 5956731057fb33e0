#include "link/index/index.h"
#include "link/index/index_write.h"
#include "link/index/site.h"

#include <math.h>
#include <stdlib.h>

/* How many words tell what a page is about, and how much more a word of the title says. */
enum { MAX_TERMS = 64, TITLE_WEIGHT = 3 };

/* Targets kept for a phrase; the rest is "click here". */
enum { MAX_TARGETS = 16 };

struct builder {
    struct site site;
    struct index_writer writer;
    uint32_t *counts; /* per word, for one page; zero between pages */
};

static uint32_t word_of(uint32_t item)
{
    return item & ~(uint32_t)STREAM_INNER;
}

static double idf(const struct site *site, uint32_t word)
{
    return log(((double)site->page_count + 1) / (site->words[word].page_count + 0.5));
}

/* --- what a page is about --------------------------------------------------------------------------------------- */

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

/* Adds the words of a stream to the page's terms, each once; their counts go to builder->counts. */
static size_t add_terms(struct builder *builder, const uint32_t *stream, size_t length, uint32_t weight,
                        struct index_term *terms, size_t count)
{
    for (size_t i = 0; i < length; i++) {
        uint32_t word = word_of(stream[i]);
        if (stream[i] == STREAM_BREAK || builder->site.words[word].is_sign)
            continue;
        if (!builder->counts[word])
            terms[count++].word = word;
        builder->counts[word] += weight;
    }
    return count;
}

/* Weighs by (1 + ln tf) * idf, keeps the heaviest, scales to length 1. */
static size_t weigh_terms(struct builder *builder, struct index_term *terms, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        double rarity = idf(&builder->site, terms[i].word);
        terms[i].weight = rarity > 0 ? (float)((1 + log(builder->counts[terms[i].word])) * rarity) : 0;
        builder->counts[terms[i].word] = 0;
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

static enum status write_page(struct builder *builder, const struct site_page *page, struct error *err)
{
    struct arena *scratch = arena_new();
    struct index_term *terms =
        scratch ? ARENA_ARRAY(scratch, page->length + page->title_length + 1, struct index_term) : NULL;
    if (!terms) {
        arena_free(scratch);
        return error_memory(err);
    }
    size_t count = add_terms(builder, page->title_stream, page->title_length, TITLE_WEIGHT, terms, 0);
    count = add_terms(builder, page->stream, page->length, 1, terms, count);
    count = weigh_terms(builder, terms, count);
    struct index_page record = {
        .url = index_writer_text(&builder->writer, page->url),
        .title = index_writer_text(&builder->writer, page->title),
        .key = index_writer_text(&builder->writer, page->key),
        .first_term = index_writer_count(&builder->writer, SECTION_TERMS),
        .term_count = (uint32_t)count,
        .links_out = page->links_out,
    };
    for (size_t i = 0; i < count; i++)
        index_writer_add(&builder->writer, SECTION_TERMS, &terms[i]);
    index_writer_add(&builder->writer, SECTION_PAGES, &record);
    arena_free(scratch);
    return OK;
}

/* --- phrases ---------------------------------------------------------------------------------------------------- */

static int compare_target(const void *a, const void *b)
{
    const struct site_target *left = a, *right = b;
    if (left->phrase != right->phrase)
        return left->phrase < right->phrase ? -1 : 1;
    if (left->record.link_count != right->record.link_count)
        return left->record.link_count > right->record.link_count ? -1 : 1;
    if (left->record.title_kind != right->record.title_kind)
        return left->record.title_kind < right->record.title_kind ? -1 : 1;
    return (left->record.page > right->record.page) - (left->record.page < right->record.page);
}

static void write_phrases(struct builder *builder)
{
    struct site *site = &builder->site;
    if (site->target_count)
        qsort(site->targets, site->target_count, sizeof *site->targets, compare_target);
    size_t at = 0;
    for (uint32_t phrase = 0; phrase < site->phrase_count; phrase++) {
        struct index_phrase *record = &site->phrases[phrase].record;
        record->first_target = index_writer_count(&builder->writer, SECTION_TARGETS);
        for (; at < site->target_count && site->targets[at].phrase == phrase; at++) {
            if (record->target_count == MAX_TARGETS)
                continue;
            index_writer_add(&builder->writer, SECTION_TARGETS, &site->targets[at].record);
            record->target_count++;
        }
        index_writer_add(&builder->writer, SECTION_PHRASES, record);
    }
}

/* The trie's table goes to the file as it stands: same hash, same probing. */
static void write_trie(struct builder *builder)
{
    const struct site *site = &builder->site;
    struct index_edge none = {0};
    if (!site->edges.cap)
        index_writer_add(&builder->writer, SECTION_EDGES, &none);
    for (size_t i = 0; i < site->edges.cap; i++) {
        const struct table_slot *slot = &site->edges.slots[i];
        struct index_edge edge = {slot->a, slot->b, slot->value};
        index_writer_add(&builder->writer, SECTION_EDGES, &edge);
    }
    for (size_t i = 0; i < site->node_count; i++)
        index_writer_add(&builder->writer, SECTION_NODES, &site->nodes[i]);
}

/* --- words ------------------------------------------------------------------------------------------------------ */

static enum status write_words(struct builder *builder, struct error *err)
{
    struct site *site = &builder->site;
    size_t slot_count = 1;
    while (slot_count < site->word_count * 2)
        slot_count *= 2;
    uint32_t *slots = ARENA_ARRAY(site->arena, slot_count, uint32_t);
    if (!slots)
        return error_memory(err);
    for (uint32_t i = 0; i < site->word_count; i++) {
        const struct site_word *word = &site->words[i];
        struct index_word record = {.text = index_writer_text(&builder->writer, word->text),
                                    .page_count = word->page_count};
        index_writer_add(&builder->writer, SECTION_WORDS, &record);
        size_t at = index_hash_text(word->text) & (slot_count - 1);
        while (slots[at])
            at = (at + 1) & (slot_count - 1);
        slots[at] = i + 1;
    }
    for (size_t i = 0; i < slot_count; i++)
        index_writer_add(&builder->writer, SECTION_WORD_SLOTS, &slots[i]);
    return OK;
}

/* --- all of it -------------------------------------------------------------------------------------------------- */

static enum status build(struct builder *builder, const char *path, link_next_page next, void *context,
                         struct error *err)
{
    struct site *site = &builder->site;
    enum status status = site_read(site, next, context, err);
    if (status == OK)
        status = site_collect_phrases(site, err);
    if (status != OK)
        return status;
    builder->counts = ARENA_ARRAY(site->arena, site->word_count, uint32_t);
    if (!builder->counts)
        return error_memory(err);
    for (size_t i = 0; status == OK && i < site->page_count; i++)
        status = write_page(builder, &site->pages[i], err);
    if (status == OK)
        status = write_words(builder, err);
    if (status != OK)
        return status;
    write_phrases(builder);
    write_trie(builder);
    builder->writer.anchor_count = site->anchor_count;
    return index_writer_save(&builder->writer, path, err);
}

enum status link_build(const char *path, link_next_page next, void *context, struct error *err)
{
    struct builder builder = {0};
    struct site *site = &builder.site;
    site->arena = arena_new();
    if (!site->arena)
        return error_memory(err);
    map_init(&site->vocabulary, site->arena);
    map_init(&site->page_numbers, site->arena);
    map_init(&site->page_keys, site->arena);
    site->edges.arena = site->target_numbers.arena = site->arena;
    enum status status = build(&builder, path, next, context, err);
    index_writer_free(&builder.writer);
    arena_free(site->arena);
    return status;
}
