/* Passages: runs of neighbouring sentences that can stand in another text. */
#include "research/corpus/corpus_builder.h"

#include "base/vec.h"

enum {
    PASSAGE_SENTENCES = 4, /* longest run that reads as one paragraph */
    PASSAGE_MOST = 7       /* when its last sentences lean on those before */
};

struct passage *corpus_begin_passage(struct corpus_builder *builder, size_t block)
{
    struct corpus *corpus = builder->corpus;
    struct passage *passages =
        vec_room(corpus->arena, corpus->passages, corpus->passage_count, &builder->passages_cap, sizeof *passages);
    if (!passages)
        return NULL;
    corpus->passages = passages;
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
    builder->is_first = false;
    return passage;
}

static enum status read_shingles(const struct corpus_builder *builder, const struct judged_sentence *judged,
                                 struct hashes *shingles)
{
    uint64_t *words = ARENA_ARRAY(builder->corpus->arena, judged->number_count, uint64_t);
    if (!words)
        return error_memory(builder->err);
    for (size_t i = 0; i < judged->number_count; i++)
        words[i] = judged->numbers[i];
    *shingles = shingles_of(words, judged->number_count, SHINGLE_SENTENCE);
    return OK;
}

/* Does a sentence kept shortly before say nearly the same? */
static bool is_repeat(const struct corpus_builder *builder, const struct hashes *shingles)
{
    enum { FEWEST = 4 };
    size_t count = builder->kept_count < KEPT_SENTENCES ? builder->kept_count : KEPT_SENTENCES;
    for (size_t i = 0; i < count && shingles->count >= FEWEST; i++) {
        const struct hashes *other = &builder->corpus->sentences[builder->kept[i]].shingles;
        if (other->count >= FEWEST && shingles_overlap(shingles, other, SENTENCE_REPEAT))
            return true;
    }
    return false;
}

/* What is supposed says nothing without the sentences behind it, unless it is an example by itself. */
static void drop_lost_suppositions(struct judged_sentence *all, size_t count)
{
    for (size_t i = count; i-- > 0;)
        if (all[i].signs & SIGN_SUPPOSES && !(all[i].signs & (SIGN_ANNOUNCES | SIGN_LEADS)) &&
            (i + 1 == count || all[i + 1].use == USE_NONE))
            all[i].use = USE_NONE;
}

/* Leaves out the sentences of running text that nearly repeat one of the page. */
static enum status drop_repeats(struct corpus_builder *builder, struct judged_sentence *all, size_t count)
{
    enum status status = OK;
    for (size_t i = 0; i < count && !status; i++) {
        struct judged_sentence *one = &all[i];
        if (one->use != USE_OPENS && one->use != USE_FOLLOWS)
            continue;
        status = read_shingles(builder, one, &one->sentence.shingles);
        if (!status && is_repeat(builder, &one->sentence.shingles))
            one->use = USE_NONE;
    }
    return status;
}

enum status corpus_append(struct corpus_builder *builder, struct passage *passage, const struct judged_sentence *judged,
                          int item)
{
    struct corpus *corpus = builder->corpus;
    struct source_sentence *sentences =
        vec_room(corpus->arena, corpus->sentences, corpus->sentence_count, &builder->sentences_cap, sizeof *sentences);
    if (!sentences)
        return error_memory(builder->err);
    corpus->sentences = sentences;
    struct source_sentence *sentence = &sentences[corpus->sentence_count++];
    *sentence = judged->sentence;
    sentence->stands_alone = judged->use == USE_OPENS;
    sentence->item = item;
    passage->count++;
    passage->words += judged->sentence.words;
    enum status status =
        vector_from_numbers(corpus->arena, sentence->terms.ids, sentence->terms.count, &sentence->vector, builder->err);
    if (!status && !sentence->shingles.list)
        status = read_shingles(builder, judged, &sentence->shingles);
    builder->kept[builder->kept_count++ % KEPT_SENTENCES] = corpus->sentence_count - 1;
    return status;
}

/* No part of a worked example can be understood without the rest of it. */
bool corpus_in_example(const struct corpus_builder *builder)
{
    for (int depth = 1; depth <= builder->depth; depth++)
        if (builder->corpus->sections[builder->open[depth]].is_example)
            return true;
    return false;
}

static enum status builder_passages_add_run(struct corpus_builder *builder, const struct judged_sentence *run,
                                            size_t count, size_t block)
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

bool corpus_follows_kept(const struct corpus_builder *builder, size_t block)
{
    static const unsigned boxes = BLOCK_NOTE | BLOCK_WARNING | BLOCK_QUOTED;
    const struct block *blocks = builder->corpus->pages[builder->page].blocks;
    return block > 0 && builder->kept_to == block && !((blocks[block].marks ^ blocks[block - 1].marks) & boxes);
}

static bool may_open(const struct corpus_builder *builder, const struct judged_sentence *all, size_t at, size_t block)
{
    bool answers = builder->after_question && at == 0, follows = at == 0 && corpus_follows_kept(builder, block);
    return all[at].use == USE_OPENS || ((answers || follows) && all[at].use == USE_FOLLOWS) ||
           (answers && all[at].use == USE_PHRASE);
}

/* How many of a run of sentences the next passage takes: an even share, and what leans on its last one. */
static size_t share_of_run(const struct judged_sentence *run, size_t count)
{
    size_t pieces = (count + PASSAGE_SENTENCES - 1) / PASSAGE_SENTENCES, take = (count + pieces - 1) / pieces;
    size_t longer = take, shorter = take;
    while (longer < count && run[longer].use == USE_FOLLOWS)
        longer++;
    while (shorter > 1 && shorter < count && run[shorter].use == USE_FOLLOWS)
        shorter--;
    return longer <= PASSAGE_MOST ? longer : shorter > 1 ? shorter : take;
}

/* Cuts a paragraph at its sentences into passages of even length, each beginning with one that stands by itself. */
enum status corpus_add_paragraph(struct corpus_builder *builder, struct judged_sentence *all, size_t count,
                                 size_t block)
{
    drop_lost_suppositions(all, count);
    enum status status = drop_repeats(builder, all, count);
    for (size_t i = 0; i < count && !status;) {
        if (!may_open(builder, all, i, block)) {
            i++;
            continue;
        }
        size_t run = 1;
        while (i + run < count && (all[i + run].use == USE_OPENS || all[i + run].use == USE_FOLLOWS))
            run++;
        size_t take = share_of_run(all + i, run);
        status = builder_passages_add_run(builder, all + i, take, block);
        i += take;
    }
    return status;
}

/* May the first sentence of a description lean, or be short? The term is what it speaks of: "stop(): Stops it." */
static bool builder_passages_begins_with(const struct judged_sentence *one, size_t count)
{
    bool stops = str_ends(one->sentence.text, STR(".")) || str_ends(one->sentence.text, STR("。"));
    return one->use == USE_FOLLOWS || (one->use == USE_PHRASE && (count > 1 || stops));
}

/* Leaves out what leans on a sentence or listing that was left out, and lets the others lean on the first that is kept:
 * that one carries the term. */
static void bind_description(struct description *description, struct judged_sentence *all, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct judged_sentence *one = &all[i];
        bool begins = !description->is_begun, after_gap = description->is_gap;
        bool is_kept = one->use == USE_OPENS || (one->use == USE_FOLLOWS && !begins && !after_gap) ||
                       (begins && i == 0 && !after_gap && builder_passages_begins_with(one, count));
        description->is_gap = !is_kept;
        one->sentence.stays_in_section = true;
        one->use = !is_kept ? USE_NONE : begins ? USE_OPENS : USE_FOLLOWS;
        if (!is_kept || !begins)
            continue;
        one->sentence.term = description->term;
        description->is_begun = true;
    }
}

enum status corpus_add_description(struct corpus_builder *builder, struct description *description,
                                   struct judged_sentence *all, size_t count)
{
    size_t begun = description->is_begun || !count ? 0 : 1; /* the same is said of another term */
    enum status status = drop_repeats(builder, all + begun, count - begun);
    drop_lost_suppositions(all, count);
    bind_description(description, all, count);
    for (size_t i = 0; i < count && !status;) {
        size_t run = 0;
        while (i + run < count && all[i + run].use != USE_NONE)
            run++;
        size_t take = run ? share_of_run(all + i, run) : 1;
        if (run)
            status = builder_passages_add_run(builder, all + i, take, description->block);
        i += take;
    }
    return status;
}
