/* Reads paragraphs, and the lists, listings and tables that they announce. */
#include "research/corpus/corpus_builder.h"

/* --- lists, with the sentences that announce them: kept whole or not at all --- */

enum {
    LONGEST_ITEM = 120,
    LIST_WORDS = 400,
    LIST_MIN_ITEMS = 2,
    LEAD_SENTENCES = 3, /* running text that a list may bring along */
    LEAD_MOST = 5,      /* when it leans back */
    TABLE_COLUMNS = 6,
    TABLE_ROWS = 12,
    CELL_WORDS = 15
};

/* What an item says may be left out when it is at its end and beside its subject: "See Section 3." */
static bool item_end_is_beside(const struct judged_sentence *one, size_t at, size_t count)
{
    return at > 0 && at + 1 == count && one->use == USE_NONE && one->signs & (SIGN_REFERS | SIGN_BESIDE) &&
           !(one->signs & SIGN_LEADS);
}

/* The sentences of a block go on with the item. is_nested: of an item within it, whose phrases cannot be joined on. */
static void list_add_sentences(struct corpus_builder *builder, struct list *list, const struct read_block *block,
                               struct str term, bool is_nested)
{
    bool begins = list->item_words == 0;
    list->is_broken |= !block->count;
    for (size_t i = 0; i < block->count && !list->is_broken; i++) {
        const struct judged_sentence *one = &block->all[i];
        if (item_end_is_beside(one, i, block->count))
            break;
        bool is_sentence = one->use == USE_OPENS || one->use == USE_FOLLOWS;
        list->is_broken = !is_sentence && (one->use != USE_PHRASE || is_nested);
        list->is_broken |= one->signs & SIGN_REFERS && !(one->signs & (SIGN_LEADS | SIGN_ANNOUNCES));
        struct corpus_list_part *part = VEC_PUSH(builder->scratch, list->parts, list->count, list->cap);
        if (!part)
            return;
        *part = (struct corpus_list_part){
            .sentence = one, .item = (int)list->items, .term = begins && i == 0 ? term : STR("")};
        list->terms += part->term.len > 0;
        list->sentences += is_sentence;
        list->item_words += one->sentence.words;
        list->words += one->sentence.words;
    }
    list->is_broken |= list->item_words > LONGEST_ITEM || list->words > LIST_WORDS;
}

/* What announces a listing or further items and is followed by something else is in want of it. */
static bool wants_more(const struct list *list)
{
    const struct corpus_list_part *last = list->count ? &list->parts[list->count - 1] : NULL;
    return last && !last->code.data && last->sentence->signs & (SIGN_LEADS | SIGN_REFERS);
}

static void begin_item(struct list *list)
{
    list->is_broken |= wants_more(list) || (list->items && !list->item_words);
    list->items++;
    list->item_words = 0;
}

static bool code_fits(struct str code);

/* The listing goes with the last sentence of its item. */
static void add_code(struct list *list, struct str code)
{
    struct corpus_list_part *last = list->count ? &list->parts[list->count - 1] : NULL;
    bool fits = last && last->item == (int)list->items && !last->code.data && code_fits(code);
    list->is_broken |= !fits;
    if (fits)
        last->code = code;
}

/* Without the mark behind it, as it is printed with a colon, and without that before a definition: ": dbcont". */
static struct str term_of(struct str text)
{
    struct str term = heading_clean(text);
    while (str_ends(term, STR(";")) || str_ends(term, STR(",")))
        term = str_trim((struct str){term.data, term.len - 1});
    while (str_starts(term, STR(":")))
        term = str_trim((struct str){term.data + 1, term.len - 1});
    return term;
}

/* One block of the list; `term` is the one that the next sentences describe. */
static void list_read_block(struct corpus_builder *builder, const struct page *page, size_t first, size_t at,
                            struct list *list, struct str *term)
{
    const struct block *block = &page->blocks[at];
    const struct read_block *read = &builder->blocks[at];
    bool is_code = block->kind == BLOCK_CODE;
    if (block->kind == BLOCK_TABLE_ROW || block->marks & BLOCK_QUOTED || (is_code && !builder->with_item_code)) {
        list->is_broken = true;
        return;
    }
    if (is_code) {
        add_code(list, block->text);
        return;
    }
    bool is_nested = block->kind == BLOCK_LIST_ITEM && block->level > page->blocks[first].level;
    if (block_is_term(page, at) && !is_nested) {
        begin_item(list);
        *term = term_of(block->text);
        list->is_broken |= !term->len;
        return;
    }
    bool goes_on = is_nested || block->kind == BLOCK_PARAGRAPH || block->marks & BLOCK_GOES_ON || term->len;
    if (!goes_on || !list->items)
        begin_item(list);
    struct str named = term->len ? *term : is_nested ? STR("") : read->term;
    *term = STR("");
    list->is_broken |= is_nested && read->term.len;
    list_add_sentences(builder, list, read, named, is_nested);
}

static size_t list_end(const struct page *page, size_t at)
{
    size_t group = page->blocks[at].group, end = at + 1;
    int level = page->blocks[at].level;
    if (!group) {
        while (end < page->count && !page->blocks[end].group &&
               (page->blocks[end].kind == BLOCK_LIST_ITEM ||
                (page->blocks[end].kind == BLOCK_PARAGRAPH && block_is_term(page, end - 1))))
            end++;
        return end;
    }
    for (size_t i = end; i < page->count && page->blocks[i].kind != BLOCK_HEADING; i++)
        if (page->blocks[i].group == group)
            end = i + 1;
    size_t nested = 0; /* the group of the last item within an item */
    for (; end < page->count && page->blocks[end].kind != BLOCK_HEADING; end++) {
        const struct block *block = &page->blocks[end];
        bool is_nested = block->kind == BLOCK_LIST_ITEM && block->level > level;
        if (!is_nested && (!nested || block->group != nested))
            break;
        nested = block->group;
    }
    return end;
}

/* Does a list that begins at the block describe terms? */
static bool is_description_list(const struct page *page, size_t block)
{
    return page->blocks[block].marks & BLOCK_TERM;
}

/* The term at block `at` as its description can name it; empty: it is too long, or there are several, one below the
 * other. */
static struct str description_term(const struct page *page, size_t at)
{
    struct str term = term_of(page->blocks[at].text);
    bool is_stacked =
        (at > 0 && is_description_list(page, at - 1)) || (at + 1 < page->count && is_description_list(page, at + 1));
    return !is_stacked && term.len <= TERM_BYTES && words_count(term) <= TERM_WORDS ? term : STR("");
}

/* Reads the list that begins at a block of the page. */
static struct list corpus_read_list(struct corpus_builder *builder, const struct page *page, size_t block)
{
    size_t end = list_end(page, block);
    struct str term = STR("");
    struct list list = {.blocks = end - block, .is_ordered = page->blocks[block].marks & BLOCK_ORDERED};
    for (size_t at = block; at < end && !list.is_broken; at++)
        list_read_block(builder, page, block, at, &list, &term);
    bool lost_code = !page->blocks[block].group && end < page->count && page->blocks[end].kind == BLOCK_CODE;
    list.is_broken |= lost_code || wants_more(&list) || term.len || !list.item_words;
    return list;
}

/* Can it be kept whole behind the sentence that announces it (NULL: none)? */
static bool list_is_sound(const struct list *list, const struct judged_sentence *lead)
{
    size_t most = list->is_ordered ? LIST_STEPS : LIST_ITEMS;
    if (list->is_broken || list->items < LIST_MIN_ITEMS || list->items > most)
        return false;
    return !lead || !lead->announced || lead->announced >> list->items & 1;
}

/* A part with the mark of its place in the corpus. */
static void append_part(struct corpus_builder *builder, struct passage *passage, const struct corpus_list_part *part)
{
    struct judged_sentence one = *part->sentence;
    one.sentence.term = part->term;
    one.sentence.code = part->code;
    corpus_append(builder, passage, &one, part->item);
}

/* Adds one passage: the sentences that announce the list, and its items. */
static void corpus_add_list(struct corpus_builder *builder, const struct judged_sentence *lead, size_t lead_count,
                            const struct list *list, size_t block)
{
    struct passage *passage = corpus_begin_passage(builder, block);
    if (!passage)
        return;
    passage->is_list = true;
    passage->is_ordered = list->is_ordered;
    bool describes = !lead_count && list->terms == list->items;
    passage->stands_alone = (describes || (lead_count && lead[0].use == USE_OPENS)) && !corpus_in_example(builder);
    for (size_t i = 0; i < lead_count; i++)
        corpus_append(builder, passage, &lead[i], 0);
    for (size_t i = 0; i < list->count; i++)
        append_part(builder, passage, &list->parts[i]);
}

/* How many sentences at the end of a paragraph belong to the list, table or listing that the last one announces; 0: it
 * announces none, or cannot stand without what was lost before it. may_lean: what stands before the paragraph was not
 * lost. */
static size_t list_lead(const struct judged_sentence *all, size_t count, bool may_lean)
{
    static const unsigned announcing = SIGN_LEADS | SIGN_ANNOUNCES | SIGN_STEPS;
    if (!count || !(all[count - 1].signs & announcing))
        return 0;
    size_t length = 1;
    while (length < count && length < LEAD_MOST && all[count - length].use == USE_FOLLOWS)
        length++;
    if (all[count - length].use != USE_OPENS)
        return may_lean && length == count && all[0].use == USE_FOLLOWS ? length : 0;
    while (length < LEAD_SENTENCES && length < count && all[count - length - 1].use == USE_OPENS)
        length++;
    return length;
}

/* Is the listing short enough to be printed whole? */
static bool code_fits(struct str code)
{
    size_t lines = 1;
    for (size_t i = 0; i < code.len; i++)
        lines += code.data[i] == '\n';
    return code.len && code.len <= CODE_BYTES && lines <= CODE_LINES;
}

/* How many cells the row has; 0: too many, or one is too long. */
static size_t cells_of(const struct block *row)
{
    size_t cells = 0;
    for (size_t i = 0; i < row->spans.count; i++) {
        const struct span *span = &row->spans.list[i];
        if (span->kind != SPAN_CELL)
            continue;
        struct str cell = {row->text.data + span->start, span->end - span->start};
        if (++cells > TABLE_COLUMNS || words_count(cell) > CELL_WORDS)
            return 0;
    }
    return cells;
}

/* The number of rows of the table that begins at a block, when it is small and has a head; 0: none. */
static size_t table_rows(const struct page *page, size_t block)
{
    const struct block *first = &page->blocks[block];
    size_t end = block, columns = cells_of(first);
    bool fits = first->kind == BLOCK_TABLE_ROW && first->marks & BLOCK_TABLE_HEAD && columns > 1;
    while (end < page->count && page->blocks[end].kind == BLOCK_TABLE_ROW && page->blocks[end].group == first->group)
        fits &= cells_of(&page->blocks[end++]) == columns; /* a cell that spans rows has left one short */
    size_t rows = end - block;
    return fits && rows > 1 && rows <= TABLE_ROWS + 1 ? rows : 0;
}

/* A paragraph that is one question ("How often should I water?") is a heading in all but name. */
static bool is_question_line(const struct read_block *read, const struct block *block)
{
    enum { LONGEST = 20 };
    return block->kind == BLOCK_PARAGRAPH && read->count == 1 && read->all[0].use == USE_QUESTION &&
           read->all[0].sentence.words <= LONGEST && block->text.len <= PAGE_TITLE_MAX;
}

/* Notes what the block says, whether it can be used or not. A phrase of a list says nothing. */
static void add_statements(struct corpus_builder *builder, const struct page *page, size_t at)
{
    enum { PHRASE_WORDS = 4 };
    struct corpus *corpus = builder->corpus;
    const struct read_block *read = &builder->blocks[at];
    for (size_t i = 0; i < read->count; i++) {
        const struct source_sentence *one = &read->all[i].sentence;
        if (read->all[i].is_foreign || (page->blocks[at].kind == BLOCK_LIST_ITEM && one->words <= PHRASE_WORDS))
            continue;
        struct statement *added =
            VEC_PUSH(corpus->arena, corpus->statements, corpus->statement_count, builder->statements_cap);
        if (added)
            *added = (struct statement){builder->open[builder->depth], one->terms, one->words};
    }
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
    if (!corpus->passage_count || !corpus->sentence_count)
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
static bool code_shows(const struct read_block *read, struct str code)
{
    const struct judged_sentence *last = &read->all[read->count - 1];
    bool shares = false;
    for (size_t i = 0; i < read->count && !shares; i++)
        shares = shares_word(read->all[i].sentence.text, code);
    return shares && (last->use == USE_OPENS || last->use == USE_FOLLOWS) &&
           !(last->signs & (SIGN_REFERS | SIGN_SUPPOSES | SIGN_ATTRIBUTES | SIGN_ATTACKS));
}

/* Adds a paragraph that a listing or a table follows, with that when its last sentence introduces it. */
static void add_before_figure(struct corpus_builder *builder, const struct page *page, size_t at, size_t *taken)
{
    static const unsigned announcing = SIGN_LEADS | SIGN_ANNOUNCES | SIGN_STEPS;
    struct read_block *read = &builder->blocks[at];
    const struct block *figure = &page->blocks[at + 1];
    struct judged_sentence *last = &read->all[read->count - 1];
    bool is_code = figure->kind == BLOCK_CODE;
    size_t rows = is_code ? 0 : table_rows(page, at + 1);
    bool fits = !builder->after_attack && (is_code ? code_fits(figure->text) : rows > 0);
    bool introduces =
        last->signs & (is_code ? announcing | SIGN_ORDERS : announcing) || (is_code && code_shows(read, figure->text));
    if (!(fits && introduces) && (is_code || last->signs & (SIGN_LEADS | SIGN_REFERS)))
        last->use = USE_NONE;
    corpus_add_paragraph(builder, read->all, read->count, at);
    struct passage *passage = fits && introduces ? passage_ending(builder->corpus, last) : NULL;
    if (!passage)
        return;
    if (is_code) {
        passage->code = figure->text;
    } else {
        passage->rows = figure;
        passage->row_count = rows;
    }
    *taken += is_code ? 1 : rows;
    builder->kept_to = at + *taken;
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
static bool is_label(struct corpus_builder *builder, struct str term)
{
    struct worded worded;
    worded_split_again(builder->words, builder->scratch, term, &worded, NULL);
    return cues_name_nothing(builder->cues, &worded);
}

/* The descriptions of a list, and of lists inside them, each as passages of its own; what goes on behind a list inside
 * it is left out. */
static void add_descriptions(struct corpus_builder *builder, const struct page *page, size_t at, size_t blocks)
{
    struct description description = {0};
    size_t group = 0; /* of its list */
    bool labels = false;
    for (size_t i = at; i < at + blocks; i++) {
        const struct block *block = &page->blocks[i];
        struct read_block *read = &builder->blocks[i];
        bool is_own = block->group == group && block->kind == BLOCK_PARAGRAPH && read->count;
        if (is_description_list(page, i)) {
            description = (struct description){.term = description_term(page, i), .block = i + 1};
            group = block->group;
            labels = is_label(builder, description.term);
        } else if (!is_own) {
            description.is_gap = true;
        } else if (labels) {
            drop_last_leading(read);
            corpus_add_paragraph(builder, read->all, read->count, i);
            note_kept(builder, &read->all[read->count - 1], i + 1);
        } else if (description.term.len) {
            drop_last_leading(read);
            corpus_add_description(builder, &description, read->all, read->count);
        }
    }
}

/* The items of a list that is not kept whole, where they read as paragraphs. */
static void add_items(struct corpus_builder *builder, const struct page *page, size_t at, size_t blocks)
{
    if (!reads_as_paragraphs(builder, page, at, blocks))
        return;
    if (is_description_list(page, at)) {
        add_descriptions(builder, page, at, blocks);
        return;
    }
    for (size_t i = at; i < at + blocks; i++) {
        struct read_block *read = &builder->blocks[i];
        if (!read->count || block_is_term(page, i) || read->term.len)
            continue;
        lean_on_lost(page, i, read, false);
        drop_last_leading(read);
        corpus_add_paragraph(builder, read->all, read->count, i);
    }
}

/* Adds a paragraph with the list behind it that it announces; without both when the list cannot be kept whole. */
static void add_before_list(struct corpus_builder *builder, const struct page *page, size_t at, size_t *taken)
{
    struct read_block *read = &builder->blocks[at];
    size_t lead = builder->after_attack ? 0 : list_lead(read->all, read->count, corpus_follows_kept(builder, at));
    struct judged_sentence *last = &read->all[read->count - 1];
    bool announces = last->signs & (SIGN_LEADS | SIGN_ANNOUNCES | SIGN_STEPS);
    struct list list = corpus_read_list(builder, page, at + 1);
    for (size_t i = 1; announces && i <= list.blocks; i++)
        add_statements(builder, page, at + i);
    if (announces)
        *taken += list.blocks;
    bool is_kept = lead && list_is_sound(&list, last);
    if (!is_kept && last->signs & (SIGN_LEADS | SIGN_REFERS))
        last->use = USE_NONE;
    corpus_add_paragraph(builder, read->all, read->count - (is_kept ? lead : 0), at);
    if (is_kept) {
        builder->kept_to = at + *taken;
        corpus_add_list(builder, read->all + read->count - lead, lead, &list, at);
        return;
    }
    if (!announces)
        note_kept(builder, last, at + 1);
    if (announces && !builder->after_attack && is_description_list(page, at + 1))
        add_items(builder, page, at + 1, list.blocks);
}

/* Adds what a paragraph at block `at` says; *taken: how many blocks that used. */
static void read_paragraph(struct corpus_builder *builder, const struct page *page, size_t at, size_t *taken)
{
    struct read_block *read = &builder->blocks[at];
    add_statements(builder, page, at);
    if (!read->count)
        return;
    if (is_question_line(read, &page->blocks[at])) {
        struct block heading = {BLOCK_HEADING, 6, page->blocks[at].text};
        corpus_read_heading(builder, &heading, (double)at / (double)page->count);
        return;
    }
    const struct passage *before =
        builder->corpus->passage_count ? &builder->corpus->passages[builder->corpus->passage_count - 1] : NULL;
    lean_on_lost(page, at, read, before && at > 0 && before->code.data == page->blocks[at - 1].text.data);
    heed_attacks(builder, read);
    enum block_kind next = at + 1 < page->count ? page->blocks[at + 1].kind : BLOCK_HEADING;
    if (next == BLOCK_LIST_ITEM) {
        add_before_list(builder, page, at, taken);
    } else if (next == BLOCK_CODE || next == BLOCK_TABLE_ROW) {
        add_before_figure(builder, page, at, taken);
    } else {
        drop_last_leading(read);
        corpus_add_paragraph(builder, read->all, read->count, at);
        note_kept(builder, &read->all[read->count - 1], at + 1);
    }
}

/* A list that nothing announces: by itself right below a heading, or when it describes terms; behind a paragraph that
 * was kept to its end when it is numbered; else item by item when they are long. */
static void read_unannounced_list(struct corpus_builder *builder, const struct page *page, size_t at, size_t *taken)
{
    struct list list = corpus_read_list(builder, page, at);
    bool is_first = builder->is_first && builder->depth > 0, describes = is_description_list(page, at);
    for (size_t i = 0; i < list.blocks; i++) {
        add_statements(builder, page, at + i);
        heed_attacks(builder, &builder->blocks[at + i]);
    }
    *taken = list.blocks;
    if (builder->after_attack)
        return;
    bool are_sentences = list.sentences == list.count;
    bool goes_on = list.is_ordered && are_sentences && corpus_follows_kept(builder, at);
    if (list_is_sound(&list, NULL) &&
        ((is_first && (list.is_ordered || are_sentences)) || (describes && are_sentences) || goes_on)) {
        builder->kept_to = at + list.blocks;
        corpus_add_list(builder, NULL, 0, &list, at);
    } else {
        add_items(builder, page, at, list.blocks);
    }
}

enum status corpus_read_body(struct corpus_builder *builder, const struct page *page)
{
    enum status status = corpus_read_blocks(builder, page);
    if (status)
        return status;
    corpus_judge_context(builder, page);
    for (size_t i = 0; i < page->count;) {
        const struct block *block = &page->blocks[i];
        size_t taken = 1;
        if (block->kind == BLOCK_HEADING)
            corpus_read_heading(builder, block, (double)i / (double)page->count);
        else if (block->kind == BLOCK_PARAGRAPH)
            read_paragraph(builder, page, i, &taken);
        else if (block->kind == BLOCK_LIST_ITEM)
            read_unannounced_list(builder, page, i, &taken);
        builder->is_first &= block->kind == BLOCK_HEADING;
        bool asks = block->kind == BLOCK_PARAGRAPH && builder->blocks[i].count == 1 && taken == 1 &&
                    builder->blocks[i].all[0].use == USE_QUESTION; /* a heading in all but name */
        builder->after_question &= block->kind == BLOCK_HEADING || asks;
        i += taken;
    }
    return corpus_check_memory(builder);
}
