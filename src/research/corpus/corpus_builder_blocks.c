/* Reads paragraphs, and the lists, listings and tables that they announce. */
#include "research/corpus/corpus_builder.h"

#include "base/vec.h"

/* A paragraph that is one question ("How often should I water?") is a heading in all but name. */
static bool is_question_line(const struct read_block *read, const struct block *block)
{
    enum { LONGEST = 20 };
    return block->kind == BLOCK_PARAGRAPH && read->count == 1 && read->all[0].use == USE_QUESTION &&
           read->all[0].sentence.words <= LONGEST && block->text.len <= PAGE_TITLE_MAX;
}

/* Notes what the block says, whether it can be used or not. A phrase of a list says nothing. */
static enum status add_statements(struct corpus_builder *builder, const struct page *page, size_t at)
{
    enum { PHRASE_WORDS = 4 };
    struct corpus *corpus = builder->corpus;
    const struct read_block *read = &builder->blocks[at];
    for (size_t i = 0; i < read->count; i++) {
        const struct source_sentence *one = &read->all[i].sentence;
        if (read->all[i].is_foreign || (page->blocks[at].kind == BLOCK_LIST_ITEM && one->words <= PHRASE_WORDS))
            continue;
        struct statement *list = vec_room(corpus->arena, corpus->statements, corpus->statement_count,
                                          &builder->statements_cap, sizeof *list);
        if (!list)
            return error_memory(builder->err);
        corpus->statements = list;
        list[corpus->statement_count++] = (struct statement){builder->open[builder->depth], one->terms, one->words};
    }
    return OK;
}

/* What tells the reader to do something behind an attack may be the attacker's step. */
static void heed_attacks(struct corpus_builder *builder, struct read_block *read)
{
    for (size_t i = 0; i < read->count; i++) {
        if (builder->after_attack && read->all[i].signs & SIGN_ORDERS)
            read->all[i].use = USE_NONE;
        if (!(read->all[i].signs & SIGN_ATTACKS))
            continue;
        builder->after_attack = true;
        builder->corpus->sections[builder->open[builder->depth]].tells_of_attack = true;
    }
}

/* The passage that ends with the sentence; NULL when it was not taken in. */
static struct passage *passage_ending(struct corpus *corpus, const struct judged_sentence *last)
{
    if (!corpus->passage_count)
        return NULL;
    const struct source_sentence *sentence = &corpus->sentences[corpus->sentence_count - 1];
    return sentence->text.data == last->sentence.text.data ? &corpus->passages[corpus->passage_count - 1] : NULL;
}

/* Notes that what was read up to block `end` was kept to its end: to its last sentence. */
static void note_kept(struct corpus_builder *builder, const struct judged_sentence *last, size_t end)
{
    if (passage_ending(builder->corpus, last))
        builder->kept_to = end;
}

/* Does a listing have a word of the sentence, or one that begins so? */
static bool shares_word(struct str sentence, struct str code)
{
    enum { FEWEST_BYTES = 4 };
    for (size_t at = 0, end; at < sentence.len; at = end + 1) {
        for (end = at; end < sentence.len && ascii_is_alnum(sentence.data[end]);)
            end++;
        struct str word = {sentence.data + at, FEWEST_BYTES};
        if (end - at >= FEWEST_BYTES && str_ifind(code, word, 0) < code.len)
            return true;
    }
    return false;
}

/* Does the paragraph end with a whole sentence, and does a listing right behind it show what it speaks of? */
static bool builder_blocks_is_shown(const struct read_block *read, struct str code)
{
    const struct judged_sentence *last = &read->all[read->count - 1];
    bool shares = false;
    for (size_t i = 0; i < read->count && !shares; i++)
        shares = shares_word(read->all[i].sentence.text, code);
    return shares && (last->use == USE_OPENS || last->use == USE_FOLLOWS) &&
           !(last->signs & (SIGN_REFERS | SIGN_SUPPOSES | SIGN_ATTRIBUTES | SIGN_ATTACKS));
}

/* Adds a paragraph that a listing or a table follows, with that when its last sentence introduces it. */
static enum status add_before_figure(struct corpus_builder *builder, const struct page *page, size_t at, size_t *taken)
{
    static const unsigned announcing = SIGN_LEADS | SIGN_ANNOUNCES | SIGN_STEPS;
    struct read_block *read = &builder->blocks[at];
    const struct block *figure = &page->blocks[at + 1];
    struct judged_sentence *last = &read->all[read->count - 1];
    bool is_code = figure->kind == BLOCK_CODE;
    size_t rows = is_code ? 0 : table_rows(page, at + 1);
    bool fits = !builder->after_attack && (is_code ? code_fits(figure->text) : rows > 0);
    bool introduces = last->signs & (is_code ? announcing | SIGN_ORDERS : announcing) ||
                      (is_code && builder_blocks_is_shown(read, figure->text));
    if (!(fits && introduces) && (is_code || last->signs & (SIGN_LEADS | SIGN_REFERS)))
        last->use = USE_NONE;
    enum status status = corpus_add_paragraph(builder, read->all, read->count, at);
    struct passage *passage = status || !fits || !introduces ? NULL : passage_ending(builder->corpus, last);
    if (!passage)
        return status;
    if (is_code) {
        passage->code = figure->text;
    } else {
        passage->rows = figure;
        passage->row_count = rows;
    }
    *taken += is_code ? 1 : rows;
    builder->kept_to = at + *taken;
    return OK;
}

/* What a term describes, and what stands right behind a listing that was left out, leans on that. */
static void lean_on_lost(const struct page *page, size_t at, struct read_block *read, bool code_is_kept)
{
    bool after_code = at > 0 && page->blocks[at - 1].kind == BLOCK_CODE && !code_is_kept;
    bool after_term = at > 0 && page->blocks[at].kind == BLOCK_PARAGRAPH && block_is_term(page, at - 1);
    if ((after_code || after_term) && read->all[0].use == USE_OPENS)
        read->all[0].use = USE_FOLLOWS;
}

/* What announces something else, or refers to it, cannot be the last of its paragraph; nor can what announces steps:
 * "There are several ways to do it." */
static void drop_last_leading(struct read_block *read)
{
    struct judged_sentence *last = &read->all[read->count - 1];
    if (last->signs & (SIGN_LEADS | SIGN_REFERS | SIGN_STEPS))
        last->use = USE_NONE;
}

/* Does each item of the list say so much that it reads as a paragraph? */
static bool reads_as_paragraphs(const struct corpus_builder *builder, const struct page *page, size_t at, size_t blocks)
{
    enum { ITEM_WORDS = 25, DESCRIPTION_WORDS = 20 };
    bool describes = is_description_list(page, at);
    size_t words = 0, items = 0;
    for (size_t i = at; i < at + blocks; i++) {
        if (page->blocks[i].marks & BLOCK_ORDERED || (page->blocks[i].kind == BLOCK_CODE && !describes))
            return false;
        bool begins = describes ? page->blocks[i].marks & BLOCK_TERM
                                : page->blocks[i].kind == BLOCK_LIST_ITEM && !block_is_term(page, i);
        items += begins;
        for (size_t j = 0; j < builder->blocks[i].count; j++)
            words += builder->blocks[i].all[j].sentence.words;
    }
    return words >= items * (describes ? DESCRIPTION_WORDS : ITEM_WORDS);
}

/* Does the term name no subject: "Overview"? What stands below it is running text. */
static enum status is_label(struct corpus_builder *builder, struct str term, bool *is)
{
    struct worded worded;
    enum status status = worded_split_again(builder->words, builder->scratch, term, &worded, builder->err);
    *is = !status && cues_name_nothing(builder->cues, &worded);
    return status;
}

/* The descriptions of a list, and of lists inside them, each as passages of its own; what goes on behind a list inside
 * it is left out. */
static enum status add_descriptions(struct corpus_builder *builder, const struct page *page, size_t at, size_t blocks)
{
    struct description description = {0};
    size_t group = 0; /* of its list */
    bool labels = false;
    enum status status = OK;
    for (size_t i = at; i < at + blocks && !status; i++) {
        const struct block *block = &page->blocks[i];
        struct read_block *read = &builder->blocks[i];
        bool is_own = block->group == group && block->kind == BLOCK_PARAGRAPH && read->count;
        if (is_description_list(page, i)) {
            description = (struct description){.term = description_term(page, i), .block = i + 1};
            group = block->group;
            status = is_label(builder, description.term, &labels);
        } else if (!is_own) {
            description.is_gap = true;
        } else if (labels) {
            drop_last_leading(read);
            status = corpus_add_paragraph(builder, read->all, read->count, i);
            note_kept(builder, &read->all[read->count - 1], i + 1);
        } else if (description.term.len) {
            drop_last_leading(read);
            status = corpus_add_description(builder, &description, read->all, read->count);
        }
    }
    return status;
}

/* The items of a list that is not kept whole, where they read as paragraphs. */
static enum status add_items(struct corpus_builder *builder, const struct page *page, size_t at, size_t blocks)
{
    enum status status = OK;
    if (!reads_as_paragraphs(builder, page, at, blocks))
        return OK;
    if (is_description_list(page, at))
        return add_descriptions(builder, page, at, blocks);
    for (size_t i = at; i < at + blocks && !status; i++) {
        struct read_block *read = &builder->blocks[i];
        if (!read->count || block_is_term(page, i) || read->term.len)
            continue;
        lean_on_lost(page, i, read, false);
        drop_last_leading(read);
        status = corpus_add_paragraph(builder, read->all, read->count, i);
    }
    return status;
}

/* Adds a paragraph with the list behind it that it announces; without both when the list cannot be kept whole. */
static enum status add_before_list(struct corpus_builder *builder, const struct page *page, size_t at, size_t *taken)
{
    struct read_block *read = &builder->blocks[at];
    struct list list;
    size_t lead = builder->after_attack ? 0 : list_lead(read->all, read->count, corpus_follows_kept(builder, at));
    struct judged_sentence *last = &read->all[read->count - 1];
    bool announces = last->signs & (SIGN_LEADS | SIGN_ANNOUNCES | SIGN_STEPS);
    enum status status = corpus_read_list(builder, page, at + 1, &list);
    for (size_t i = 1; announces && i <= list.blocks && !status; i++)
        status = add_statements(builder, page, at + i);
    if (announces)
        *taken += list.blocks;
    bool is_kept = lead && list_is_sound(&list, last);
    if (!is_kept && last->signs & (SIGN_LEADS | SIGN_REFERS))
        last->use = USE_NONE;
    if (!status)
        status = corpus_add_paragraph(builder, read->all, read->count - (is_kept ? lead : 0), at);
    if (!status && is_kept) {
        builder->kept_to = at + *taken;
        return corpus_add_list(builder, read->all + read->count - lead, lead, &list, at);
    }
    if (!announces)
        note_kept(builder, last, at + 1);
    bool describes = announces && !builder->after_attack && is_description_list(page, at + 1);
    return !status && describes ? add_items(builder, page, at + 1, list.blocks) : status;
}

/* Adds what a paragraph at block `at` says; *taken: how many blocks that used. */
static enum status read_paragraph(struct corpus_builder *builder, const struct page *page, size_t at, size_t *taken)
{
    struct read_block *read = &builder->blocks[at];
    enum status status = add_statements(builder, page, at);
    if (status || !read->count)
        return status;
    if (is_question_line(read, &page->blocks[at])) {
        struct block heading = {BLOCK_HEADING, 6, page->blocks[at].text};
        return corpus_read_heading(builder, &heading, (double)at / (double)page->count);
    }
    const struct passage *before =
        builder->corpus->passage_count ? &builder->corpus->passages[builder->corpus->passage_count - 1] : NULL;
    lean_on_lost(page, at, read, before && at > 0 && before->code.data == page->blocks[at - 1].text.data);
    heed_attacks(builder, read);
    enum block_kind next = at + 1 < page->count ? page->blocks[at + 1].kind : BLOCK_HEADING;
    if (next == BLOCK_LIST_ITEM)
        return add_before_list(builder, page, at, taken);
    if (next == BLOCK_CODE || next == BLOCK_TABLE_ROW)
        return add_before_figure(builder, page, at, taken);
    drop_last_leading(read);
    status = corpus_add_paragraph(builder, read->all, read->count, at);
    note_kept(builder, &read->all[read->count - 1], at + 1);
    return status;
}

/* A list that nothing announces: by itself right below a heading, or when it describes terms; behind a paragraph that
 * was kept to its end when it is numbered; else item by item when they are long. */
static enum status builder_blocks_read_list(struct corpus_builder *builder, const struct page *page, size_t at,
                                            size_t *taken)
{
    struct list list;
    enum status status = corpus_read_list(builder, page, at, &list);
    bool is_first = builder->is_first && builder->depth > 0, describes = is_description_list(page, at);
    for (size_t i = 0; i < list.blocks && !status; i++) {
        status = add_statements(builder, page, at + i);
        heed_attacks(builder, &builder->blocks[at + i]);
    }
    *taken = list.blocks;
    if (status || builder->after_attack)
        return status;
    bool are_sentences = list.sentences == list.count;
    bool goes_on = list.is_ordered && are_sentences && corpus_follows_kept(builder, at);
    if (list_is_sound(&list, NULL) &&
        ((is_first && (list.is_ordered || are_sentences)) || (describes && are_sentences) || goes_on)) {
        builder->kept_to = at + list.blocks;
        return corpus_add_list(builder, NULL, 0, &list, at);
    }
    return add_items(builder, page, at, list.blocks);
}

enum status corpus_read_body(struct corpus_builder *builder, const struct page *page)
{
    enum status status = corpus_read_blocks(builder, page);
    if (status)
        return status;
    corpus_judge_context(builder, page);
    for (size_t i = 0; i < page->count && !status;) {
        const struct block *block = &page->blocks[i];
        size_t taken = 1;
        if (block->kind == BLOCK_HEADING)
            status = corpus_read_heading(builder, block, (double)i / (double)page->count);
        else if (block->kind == BLOCK_PARAGRAPH)
            status = read_paragraph(builder, page, i, &taken);
        else if (block->kind == BLOCK_LIST_ITEM)
            status = builder_blocks_read_list(builder, page, i, &taken);
        builder->is_first &= block->kind == BLOCK_HEADING;
        bool asks = block->kind == BLOCK_PARAGRAPH && builder->blocks[i].count == 1 && taken == 1 &&
                    builder->blocks[i].all[0].use == USE_QUESTION; /* a heading in all but name */
        builder->after_question &= block->kind == BLOCK_HEADING || asks;
        i += taken;
    }
    return status;
}
