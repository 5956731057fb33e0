/* What stands under a heading of the plan, printed without sentences that the article has. */
#include "write/pages/page.h"

enum { PRINTED_BYTES = 40 /* a shorter sentence may stand twice */ };

enum status page_heading_add(struct by_page *made, struct planned *heading, const struct page_part *part)
{
    struct writing *writing = made->writing;
    size_t before = heading->of_pages ? heading->of_pages->count : 0;
    const struct page_part **parts = ARENA_ARRAY(writing->arena, before + 1, const struct page_part *);
    struct page_text *text = ARENA_NEW(writing->arena, struct page_text);
    if (!parts || !text)
        return error_memory(writing->err);
    if (before)
        memcpy(parts, heading->of_pages->parts, before * sizeof *parts);
    parts[before] = part;
    *text = (struct page_text){parts, before + 1};
    heading->of_pages = text;
    return OK;
}

static uint64_t hash_sentence(const struct model_sentence *sentence)
{
    return hash_of(sentence->text, HASH_EMPTY);
}

/* Is it there already? Then false; else it is from now on. */
static enum status print_once(struct by_page *made, const struct model_sentence *sentence, bool *is_new)
{
    *is_new = true;
    if (sentence->text.len < PRINTED_BYTES)
        return OK;
    uint64_t hash = hash_sentence(sentence);
    for (size_t i = 0; i < made->printed.count && *is_new; i++)
        *is_new = made->printed.list[i] != hash;
    if (!*is_new)
        return OK;
    if (!hashes_room(made->writing->arena, &made->printed, 1))
        return error_memory(made->writing->err);
    made->printed.list[made->printed.count++] = hash;
    return OK;
}

/* A paragraph without what the article has; whatever else as it stands. */
static enum status print_block(struct by_page *made, const struct model_block *from, struct model_block *block)
{
    *block = *from;
    if (from->kind != TEXT_RUNNING || (from->count && from->sentences[0].item))
        return OK;
    block->sentences = ARENA_ARRAY(made->writing->arena, from->count + 1, struct model_sentence);
    block->count = 0;
    enum status status = block->sentences ? OK : error_memory(made->writing->err);
    for (size_t i = 0; i < from->count && !status; i++) {
        bool is_new;
        status = print_once(made, &from->sentences[i], &is_new);
        if (is_new)
            block->sentences[block->count++] = from->sentences[i];
    }
    return status;
}

/* Copies the pieces of a part that are printed behind those of the text, without sentences that the article has. */
static enum status print_part(struct by_page *made, const struct page_part *part, struct model_text *text)
{
    struct model_block *blocks = ARENA_ARRAY(made->writing->arena, text->count + part->count + 2, struct model_block);
    enum status status = blocks ? OK : error_memory(made->writing->err);
    if (!status && text->count)
        memcpy(blocks, text->blocks, text->count * sizeof *blocks);
    text->blocks = blocks;
    for (size_t i = 0; i < part->count && !status; i++) {
        if (part->pieces[i].is_left)
            continue;
        status = print_block(made, &part->pieces[i].block, &blocks[text->count]);
        text->count += !status && (blocks[text->count].count || blocks[text->count].kind == TEXT_CODE);
    }
    return status;
}

/* Articles have headings of two levels, and below the caller's no others: what stands deeper has its name in bold. */
static enum status print_subheading(struct by_page *made, const struct page_part *part, struct model_text *text)
{
    struct model_block *blocks = ARENA_ARRAY(made->writing->arena, text->count + 1, struct model_block);
    struct model_sentence *sentence = ARENA_NEW(made->writing->arena, struct model_sentence);
    if (!blocks || !sentence)
        return error_memory(made->writing->err);
    memcpy(blocks, text->blocks, text->count * sizeof *blocks);
    struct span *bold = ARENA_NEW(made->writing->arena, struct span);
    if (!bold)
        return error_memory(made->writing->err);
    *bold = (struct span){SPAN_STRONG, 0, part->heading.len};
    *sentence = (struct model_sentence){
        .text = part->heading, .source = OWN_WORDS, .id = -1, .spans = {bold, part->heading.len > 0}};
    blocks[text->count++] = (struct model_block){.sentences = sentence, .count = 1};
    text->blocks = blocks;
    return OK;
}

enum status page_heading_print(struct by_page *made, const struct article_plan *plan, size_t number,
                               struct model_text *text)
{
    const struct page_text *of_pages = plan->headings[number].of_pages;
    enum status status = OK;
    for (size_t i = 0; of_pages && i < of_pages->count && !status; i++) {
        const struct page_part *part = of_pages->parts[i];
        bool is_named = i > 0 && part->depth > 0 && !part->says_nothing;
        if (is_named && !str_ieq(part->heading, plan->headings[number].title))
            status = print_subheading(made, part, text);
        if (!status)
            status = print_part(made, part, text);
    }
    return status;
}
