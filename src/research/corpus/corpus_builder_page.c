/* Cuts pages into sentences. The words of a page are split at once, as running text repeats them. */
#include "research/corpus/corpus_builder.h"

/* Where the text of a block stands in that of its page. */
struct builder_page_block_text {
    struct str text; /* of the block, without its term */
    size_t skipped;  /* bytes of the block before it */
    size_t start;    /* in the text of the page */
};

struct builder_page_page_text {
    struct builder_page_block_text *blocks;
    struct worded worded;
    uint32_t *numbers; /* of the stems of its words */
    size_t next;       /* the first word that no sentence has taken */
};

bool block_is_term(const struct page *page, size_t at)
{
    if (at >= page->count || page->blocks[at].kind != BLOCK_LIST_ITEM)
        return false;
    const struct block *block = &page->blocks[at];
    if (block->marks & BLOCK_TERM || block->group)
        return block->marks & BLOCK_TERM;
    bool has_paragraph = at + 1 < page->count && page->blocks[at + 1].kind == BLOCK_PARAGRAPH;
    return has_paragraph && block->text.len && block->text.len <= TERM_BYTES &&
           !strchr(".!?:;,", block->text.data[block->text.len - 1]) && words_count(block->text) <= TERM_WORDS;
}

/* Cuts the term off an item that begins with one: "Chives: The clumps stay low." Empty when there is none. */
static struct str cut_term(struct str *text)
{
    size_t colon = str_find(*text, STR(": "), 0);
    struct str term = {text->data, colon};
    if (colon == text->len || !colon || colon > TERM_BYTES || words_count(term) > TERM_WORDS ||
        memchr(term.data, '.', term.len))
        return STR("");
    *text = str_trim((struct str){text->data + colon + 1, text->len - colon - 1});
    return term;
}

static bool has_sentences(const struct block *block)
{
    return block->text.len && (block->kind == BLOCK_PARAGRAPH || block->kind == BLOCK_LIST_ITEM);
}

/* Joins the texts of the blocks, and splits that into words. */
static enum status builder_page_read_words(struct corpus_builder *builder, const struct page *page,
                                           struct builder_page_page_text *read)
{
    struct buf all = {0};
    for (size_t i = 0; i < page->count; i++) {
        const struct block *block = &page->blocks[i];
        struct builder_page_block_text *here = &read->blocks[i];
        if (!has_sentences(block))
            continue;
        here->text = block->text;
        if (block->kind == BLOCK_LIST_ITEM && !block_is_term(page, i))
            builder->blocks[i].term = cut_term(&here->text);
        here->skipped = (size_t)(here->text.data - block->text.data);
        here->start = all.len;
        buf_add(&all, here->text.data, here->text.len);
        buf_str(&all, "\n\n");
    }
    const char *copy = all.failed ? NULL : arena_copy_n(builder->scratch, buf_text(&all), all.len);
    struct str text = {copy, all.len};
    buf_free(&all);
    if (!copy || worded_split_again(builder->words, builder->scratch, text, &read->worded, builder->err) != OK)
        return error_memory(builder->err);
    read->numbers = ARENA_ARRAY(builder->scratch, read->worded.count, uint32_t);
    if (!read->numbers)
        return error_memory(builder->err);
    return vocabulary_numbers(&builder->corpus->vocabulary, read->worded.words, read->worded.count, read->numbers,
                              builder->err);
}

/* What the page is about, where its title is one word in small letters, as those of commands are. */
static struct str builder_page_name_of(const struct corpus_builder *builder)
{
    struct str title = str_trim(builder->page_title.text);
    bool is_name = title.len && title.data[0] >= 'a' && title.data[0] <= 'z' && !memchr(title.data, ' ', title.len);
    return is_name ? title : STR("");
}

/* A sentence of a block, with the words that stand in it. */
static enum status view_sentence(struct corpus_builder *builder, const struct block *block,
                                 struct builder_page_page_text *read, const struct builder_page_block_text *here,
                                 struct sentence span, struct sentence_view *view)
{
    const struct word *words = read->worded.words;
    size_t start = here->start + span.start, end = here->start + span.end, last = read->next;
    while (read->next < read->worded.count && words[read->next].start < start)
        read->next++;
    for (last = read->next; last < read->worded.count && words[last].end <= end;)
        last++;
    *view =
        (struct sentence_view){.text = {here->text.data + span.start, span.end - span.start},
                               .worded = {{read->worded.text.data, end}, words + read->next, last - read->next},
                               .start = start,
                               .name = builder_page_name_of(builder),
                               .length = words_count((struct str){here->text.data + span.start, span.end - span.start}),
                               .is_inflected = builder->corpus->language && builder->corpus->language->is_inflected,
                               .is_item = block->kind == BLOCK_LIST_ITEM || block->marks & BLOCK_GOES_ON};
    return spans_within(builder->corpus->arena, block->spans, here->skipped + span.start, here->skipped + span.end,
                        &view->spans, builder->err);
}

/* The sentences of a block, judged. */
static enum status builder_page_read_block(struct corpus_builder *builder, const struct block *block,
                                           struct builder_page_page_text *read,
                                           const struct builder_page_block_text *here, struct read_block *out)
{
    struct sentence *spans;
    size_t count;
    enum status status =
        sentences_split(builder->scratch, here->text, builder->corpus->language, &spans, &count, builder->err);
    out->all = status ? NULL : ARENA_ARRAY(builder->scratch, count, struct judged_sentence);
    if (!out->all)
        return error_memory(builder->err);
    out->count = count;
    for (size_t i = 0; i < count && !status; i++) {
        struct sentence_view view;
        status = view_sentence(builder, block, read, here, spans[i], &view);
        const uint32_t *numbers = status ? NULL : read->numbers + (view.worded.words - read->worded.words);
        if (!status)
            status = corpus_judge(builder, &view, numbers, &out->all[i]);
        /* "CREATE TABLE ... PARTITION OF": to the splitter the dots end a sentence */
        if (!status && i > 0 && str_ends(out->all[i - 1].sentence.text, STR("...")))
            out->all[i].use = USE_NONE;
    }
    return status;
}

/* Is a block of a page of which nothing is known in the language of the corpus? */
static bool builder_page_is_foreign(const struct corpus_builder *builder, const struct page *page,
                                    const struct block *block)
{
    /* of a page in a known language each sentence is asked */
    return !page->language && language_detect(block->text) != builder->corpus->language;
}

enum status corpus_read_blocks(struct corpus_builder *builder, const struct page *page)
{
    struct builder_page_page_text read = {
        .blocks = ARENA_ARRAY(builder->scratch, page->count, struct builder_page_block_text)};
    builder->blocks = ARENA_ARRAY(builder->scratch, page->count, struct read_block);
    if (!builder->blocks || !read.blocks)
        return error_memory(builder->err);
    enum status status = builder_page_read_words(builder, page, &read);
    for (size_t i = 0; i < page->count && !status; i++) {
        const struct block *block = &page->blocks[i];
        if (builder->cancel && atomic_load(builder->cancel))
            status = error_set(builder->err, E_CANCELLED, "cancelled", "reading the sources was called off");
        else if (has_sentences(block) && !builder_page_is_foreign(builder, page, block))
            status = builder_page_read_block(builder, block, &read, &read.blocks[i], &builder->blocks[i]);
    }
    return status;
}
