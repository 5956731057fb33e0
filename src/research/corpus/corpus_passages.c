/* Passages: runs of sound sentences. */
#include "research/corpus/corpus_builder.h"

enum { PASSAGE_SENTENCES = 4 /* longest run that reads as one paragraph */ };

/* Room for one more entry; the array doubles. NULL when memory ran out. */
void *corpus_grow(struct arena *arena, void *array, size_t count, size_t *cap, size_t size)
{
    if (count < *cap)
        return array;
    size_t wanted = *cap ? *cap * 2 : 64;
    char *larger = arena_array(arena, wanted, size);
    if (!larger)
        return NULL;
    if (count)
        memcpy(larger, array, count * size);
    *cap = wanted;
    return larger;
}

enum status corpus_words(struct builder *builder, struct str text, struct word **words, size_t *count)
{
    return words_split(builder->corpus->arena, text, builder->corpus->language, words, count, builder->err);
}

/* Opens a passage; sentences are then appended to it. */
struct passage *corpus_begin_passage(struct builder *builder, size_t block)
{
    struct corpus *corpus = builder->corpus;
    corpus->passages = corpus_grow(corpus->arena, corpus->passages, corpus->passage_count, &builder->passages_cap,
                                   sizeof *corpus->passages);
    if (!corpus->passages)
        return NULL;
    struct passage *passage = &corpus->passages[corpus->passage_count++];
    const struct page *page = &corpus->pages[builder->page];
    *passage = (struct passage){.page = builder->page,
                                .section = builder->open[builder->depth],
                                .first = corpus->sentence_count,
                                .block = block,
                                .position = (double)block / (double)page->count,
                                .is_answer = builder->after_question,
                                .stands_alone = true};
    builder->after_question = false;
    return passage;
}

enum status corpus_append(struct builder *builder, struct passage *passage, const struct candidate *candidate, int item)
{
    struct corpus *corpus = builder->corpus;
    corpus->sentences = corpus_grow(corpus->arena, corpus->sentences, corpus->sentence_count, &builder->sentences_cap,
                                    sizeof *corpus->sentences);
    if (!corpus->sentences)
        return error_memory(builder->err);
    corpus->sentences[corpus->sentence_count] = candidate->sentence;
    corpus->sentences[corpus->sentence_count].stands_alone = candidate->use == USE_OPENS;
    corpus->sentences[corpus->sentence_count++].item = item;
    passage->count++;
    passage->words += candidate->sentence.words;
    return OK;
}

/* A worked example hangs together: no part of it stands by itself. */
bool corpus_in_example(const struct builder *builder)
{
    for (int depth = 1; depth <= builder->depth; depth++)
        if (builder->corpus->sections[builder->open[depth]].is_example)
            return true;
    return false;
}

static enum status add_run(struct builder *builder, const struct candidate *run, size_t count, size_t block)
{
    struct passage *passage = corpus_begin_passage(builder, block);
    if (!passage)
        return error_memory(builder->err);
    passage->stands_alone = run[0].use == USE_OPENS && !corpus_in_example(builder);
    enum status status = OK;
    for (size_t i = 0; i < count && !status; i++)
        status = corpus_append(builder, passage, &run[i], 0);
    return status;
}

static bool may_open(const struct builder *builder, enum sentence_use use)
{
    return use == USE_OPENS || (builder->after_question && (use == USE_FOLLOWS || use == USE_PHRASE));
}

/* Cuts a paragraph at its sentences into passages of even length, each beginning with one that stands by itself. */
enum status corpus_add_paragraph(struct builder *builder, const struct candidate *all, size_t count, size_t block)
{
    enum status status = OK;
    for (size_t i = 0; i < count && !status;) {
        if (!may_open(builder, all[i].use)) {
            i++;
            continue;
        }
        size_t run = 1;
        while (i + run < count && (all[i + run].use == USE_OPENS || all[i + run].use == USE_FOLLOWS))
            run++;
        size_t pieces = (run + PASSAGE_SENTENCES - 1) / PASSAGE_SENTENCES, take = (run + pieces - 1) / pieces;
        status = add_run(builder, all + i, take, block);
        i += take;
    }
    return status;
}
