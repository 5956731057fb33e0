/* Builds a corpus: reads the pages into sections, sentences and passages, then weighs their terms. */
#include "research/corpus/corpus_builder.h"

#include <math.h>

enum { FOREIGN_WORDS = 12 /* a shorter block is too little to tell its language by */ };

/* Is the text in another language than the corpus? Too short a text is taken to be in the language of its page. */
static bool is_foreign(const struct corpus_builder *builder, struct str text)
{
    const struct language *page = builder->corpus->pages[builder->page].language;
    if (page && words_count(text) < FOREIGN_WORDS)
        return false;
    const struct language *found = language_detect(text);
    return found ? found != builder->corpus->language : !page;
}

/* A paragraph that is one question ("How often should I water?") is a heading in all but name. */
static bool is_question_line(const struct judged_sentence *all, size_t count, const struct block *block)
{
    enum { LONGEST = 20 };
    return block->kind == BLOCK_PARAGRAPH && count == 1 && all[0].use == USE_QUESTION &&
           all[0].sentence.words <= LONGEST && block->text.len <= PAGE_TITLE_MAX;
}

/* Adds what a paragraph or item at block `at` says; *taken: how many blocks that used. */
static enum status read_text(struct corpus_builder *builder, const struct page *page, size_t at, size_t *taken)
{
    const struct block *block = &page->blocks[at];
    *taken = 1;
    if (is_foreign(builder, block->text))
        return OK;
    struct judged_sentence *all;
    size_t count;
    enum status status = corpus_judge(builder, block->text, &all, &count);
    if (status)
        return status;
    corpus_judge_place(page, at, all, &count);
    if (is_question_line(all, count, block)) {
        struct block heading = {BLOCK_HEADING, 6, block->text};
        return corpus_read_heading(builder, &heading, (double)at / (double)page->count);
    }
    size_t lead = block->kind == BLOCK_PARAGRAPH ? list_lead(all, count) : 0;
    struct list list = {0};
    if (lead)
        status = corpus_read_list(builder, page, at + 1, &list);
    if (status || !lead || !list_is_sound(&list))
        return status ? status : corpus_add_paragraph(builder, all, count, at);
    status = corpus_add_paragraph(builder, all, count - lead, at);
    if (!status)
        status = corpus_add_list(builder, all + count - lead, lead, &list, at);
    *taken += list.blocks;
    return status;
}

static enum status read_page(struct corpus_builder *builder, size_t number)
{
    struct corpus *corpus = builder->corpus;
    const struct page *page = &corpus->pages[number];
    builder->page = number;
    builder->depth = 0;
    builder->levels[0] = 0;
    builder->after_question = false;
    enum status status = corpus_add_section(builder, heading_clean(str_from(page->title)), NO_SECTION, 0, 0);
    builder->open[0] = corpus->section_count - 1;
    bool foreign = page->language && page->language != corpus->language;
    for (size_t i = 0; i < page->count && !status && !foreign;) {
        const struct block *block = &page->blocks[i];
        size_t taken = 1;
        if (builder->cancel && atomic_load(builder->cancel))
            status = error_set(builder->err, E_CANCELLED, "cancelled", "reading the sources was called off");
        else if (block->kind == BLOCK_HEADING)
            status = corpus_read_heading(builder, block, (double)i / (double)page->count);
        else if (block->kind == BLOCK_PARAGRAPH || block->kind == BLOCK_LIST_ITEM)
            status = read_text(builder, page, i, &taken);
        i += taken;
    }
    return status;
}

static void count_words(struct corpus *corpus)
{
    for (size_t i = 0; i < corpus->passage_count; i++)
        corpus->sections[corpus->passages[i].section].words += corpus->passages[i].words;
    for (size_t i = corpus->section_count; i-- > 0;) {
        struct source_section *section = &corpus->sections[i];
        section->total_words += section->words;
        if (section->parent != NO_SECTION)
            corpus->sections[section->parent].total_words += section->total_words;
    }
}

static enum status sum_passages(struct corpus_builder *builder)
{
    struct corpus *corpus = builder->corpus;
    size_t words = 0;
    for (size_t i = 0; i < corpus->passage_count; i++) {
        struct passage *passage = &corpus->passages[i];
        const struct vector **parts = ARENA_ARRAY(corpus->arena, passage->count, const struct vector *);
        if (!parts)
            return error_memory(builder->err);
        for (size_t j = 0; j < passage->count; j++)
            parts[j] = &corpus->sentences[passage->first + j].vector;
        enum status status = vector_sum(corpus->arena, parts, passage->count, &passage->vector, builder->err);
        if (status)
            return status;
        words += passage->words;
    }
    corpus->mean_words = corpus->passage_count ? (double)words / (double)corpus->passage_count : 1;
    return OK;
}

static void weigh(const struct corpus *corpus, struct vector *vector)
{
    vector_weigh(vector, corpus->idf, corpus->idf_count, corpus->rarest);
}

/* Inverse document frequency over passages, as BM25 has it, kept positive. */
static enum status weigh_terms(struct corpus_builder *builder)
{
    struct corpus *corpus = builder->corpus;
    corpus->idf_count = corpus->vocabulary.numbers.count;
    corpus->idf = ARENA_ARRAY(corpus->arena, corpus->idf_count, double);
    if (!corpus->idf)
        return error_memory(builder->err);
    for (size_t i = 0; i < corpus->passage_count; i++)
        for (size_t j = 0; j < corpus->passages[i].vector.count; j++)
            corpus->idf[corpus->passages[i].vector.terms[j].id] += 1;
    double all = (double)corpus->passage_count;
    for (size_t i = 0; i < corpus->idf_count; i++) {
        corpus->idf[i] = log(1 + (all - corpus->idf[i] + 0.5) / (corpus->idf[i] + 0.5));
        corpus->rarest = corpus->idf[i] > corpus->rarest ? corpus->idf[i] : corpus->rarest;
    }
    for (size_t i = 0; i < corpus->passage_count; i++)
        weigh(corpus, &corpus->passages[i].vector);
    for (size_t i = 0; i < corpus->sentence_count; i++)
        weigh(corpus, &corpus->sentences[i].vector);
    for (size_t i = 0; i < corpus->section_count; i++)
        weigh(corpus, &corpus->sections[i].vector);
    return OK;
}

enum status corpus_build(struct arena *arena, const struct page *pages, size_t count,
                         const struct corpus_options *options, struct corpus *corpus, struct error *err)
{
    *corpus = (struct corpus){.arena = arena, .language = options->language, .pages = pages, .page_count = count};
    vocabulary_init(&corpus->vocabulary, arena);
    struct corpus_builder builder = {
        .corpus = corpus, .cues = cues_for(options->language), .cancel = options->cancel, .err = err};
    builder.max_words = options->max_sentence_words ? options->max_sentence_words : SENTENCE_MAX_WORDS;
    enum status status = OK;
    for (size_t i = 0; i < count && !status; i++)
        status = read_page(&builder, i);
    if (!status)
        status = sum_passages(&builder);
    if (!status)
        status = weigh_terms(&builder);
    if (!status)
        count_words(corpus);
    return status;
}

enum status corpus_vector(struct corpus *corpus, struct str text, struct vector *vector, struct error *err)
{
    struct word *words;
    size_t count;
    enum status status = words_split(corpus->arena, text, corpus->language, &words, &count, err);
    if (!status)
        status = vector_from_words(&corpus->vocabulary, words, count, vector, err);
    if (!status)
        weigh(corpus, vector);
    return status;
}

const struct source_sentence *corpus_sentence(const struct corpus *corpus, long number)
{
    return number >= 0 && (size_t)number < corpus->sentence_count ? &corpus->sentences[number] : NULL;
}
