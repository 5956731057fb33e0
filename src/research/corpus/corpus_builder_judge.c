/* Cuts blocks into sentences and judges each of them: by itself and by what stands around its block. */
#include "research/corpus/corpus_builder.h"

/* Is block `at` the term of a description list: a short item without an end mark, and a paragraph after it? */
bool block_is_term(const struct page *page, size_t at)
{
    if (at >= page->count || page->blocks[at].kind != BLOCK_LIST_ITEM)
        return false;
    struct str text = page->blocks[at].text;
    bool has_paragraph = at + 1 < page->count && page->blocks[at + 1].kind == BLOCK_PARAGRAPH;
    return has_paragraph && text.len && text.len <= TERM_BYTES && !strchr(".!?:;,", text.data[text.len - 1]) &&
           words_count(text) <= TERM_WORDS;
}

static bool is_broken_off(struct str text)
{
    return str_ends(text, STR("...")) || str_ends(text, STR("\xE2\x80\xA6"));
}

/* Judges one sentence by itself. Its words live in memory of their own: only its terms go into the corpus. */
static enum status judge_sentence(struct corpus_builder *builder, struct judged_sentence *one)
{
    struct vocabulary *vocabulary = &builder->corpus->vocabulary;
    struct word *words;
    size_t count;
    if (one->sentence.words > builder->max_words)
        return OK;
    struct arena *scratch = arena_new();
    enum status status =
        scratch ? words_split(scratch, one->sentence.text, builder->corpus->language, &words, &count, builder->err)
                : error_memory(builder->err);
    if (!status && !is_broken_off(one->sentence.text))
        one->use = classify_sentence(one->sentence.text, words, count, builder->max_words, builder->cues);
    if (!status && one->use != USE_NONE)
        status = vector_from_words(vocabulary, words, count, &one->sentence.vector, builder->err);
    if (!status && one->use != USE_NONE)
        status = shingles_from_words(vocabulary, words, count, &one->sentence.shingles, builder->err);
    arena_free(scratch);
    return status;
}

/* The sentences of a block, judged. A list item without an end mark gives one phrase. */
enum status corpus_judge(struct corpus_builder *builder, struct str text, struct judged_sentence **found, size_t *count)
{
    struct arena *arena = builder->corpus->arena;
    struct sentence *spans;
    enum status status = sentences_split(arena, text, builder->corpus->language, &spans, count, builder->err);
    if (status)
        return status;
    *found = ARENA_ARRAY(arena, *count, struct judged_sentence);
    if (!*found)
        return error_memory(builder->err);
    for (size_t i = 0; i < *count && !status; i++) {
        struct judged_sentence *one = &(*found)[i];
        one->sentence.text = (struct str){text.data + spans[i].start, spans[i].end - spans[i].start};
        one->sentence.words = words_count(one->sentence.text);
        /* "CREATE TABLE ... PARTITION OF": to the splitter the dots end a sentence */
        if (i == 0 || !is_broken_off((*found)[i - 1].sentence.text))
            status = judge_sentence(builder, one);
    }
    return status;
}

/*
 * Sentences refer to what stands around their block: the last one before a listing introduces it, the first one after a
 * listing or after a term ("TEMPORARY") speaks of that.
 */
void corpus_judge_place(const struct page *page, size_t at, struct judged_sentence *all, size_t *count)
{
    bool before_code = at + 1 < page->count && page->blocks[at + 1].kind == BLOCK_CODE;
    bool after_code = at > 0 && page->blocks[at - 1].kind == BLOCK_CODE;
    bool after_term = page->blocks[at].kind == BLOCK_PARAGRAPH && block_is_term(page, at - 1);
    if (before_code && page->blocks[at].kind == BLOCK_LIST_ITEM)
        *count = 0; /* a step of a worked example */
    if (!*count)
        return;
    if (before_code)
        all[*count - 1].use = USE_NONE;
    if ((after_code || after_term) && all[0].use == USE_OPENS)
        all[0].use = USE_FOLLOWS;
}
