/* Reads lists, and joins them with the sentences that announce them. A list is kept whole or not at all. */
#include "research/corpus/corpus_builder.h"

#include "base/vec.h"

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

static struct corpus_list_part *builder_lists_add_part(struct corpus_builder *builder, struct list *list)
{
    struct corpus_list_part *parts = vec_room(builder->scratch, list->parts, list->count, &list->cap, sizeof *parts);
    if (!parts)
        return NULL;
    list->parts = parts;
    parts[list->count] = (struct corpus_list_part){.item = (int)list->items};
    return &parts[list->count++];
}

/* What an item says may be left out when it is at its end and beside its subject: "See Section 3." */
static bool builder_lists_is_beside(const struct judged_sentence *one, size_t at, size_t count)
{
    return at > 0 && at + 1 == count && one->use == USE_NONE && one->signs & (SIGN_REFERS | SIGN_BESIDE) &&
           !(one->signs & SIGN_LEADS);
}

/* The sentences of a block go on with the item. is_nested: of an item within it, whose phrases cannot be joined on. */
static enum status builder_lists_add_sentences(struct corpus_builder *builder, struct list *list,
                                               const struct read_block *block, struct str term, bool is_nested)
{
    bool begins = list->item_words == 0;
    list->is_broken |= !block->count;
    for (size_t i = 0; i < block->count && !list->is_broken; i++) {
        const struct judged_sentence *one = &block->all[i];
        if (builder_lists_is_beside(one, i, block->count))
            break;
        bool is_sentence = one->use == USE_OPENS || one->use == USE_FOLLOWS;
        list->is_broken = !is_sentence && (one->use != USE_PHRASE || is_nested);
        list->is_broken |= one->signs & SIGN_REFERS && !(one->signs & (SIGN_LEADS | SIGN_ANNOUNCES));
        struct corpus_list_part *part = builder_lists_add_part(builder, list);
        if (!part)
            return error_memory(builder->err);
        part->sentence = one;
        part->term = begins && i == 0 ? term : STR("");
        list->terms += part->term.len > 0;
        list->sentences += is_sentence;
        list->item_words += one->sentence.words;
        list->words += one->sentence.words;
    }
    list->is_broken |= list->item_words > LONGEST_ITEM || list->words > LIST_WORDS;
    return OK;
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
static enum status builder_lists_read_part(struct corpus_builder *builder, const struct page *page, size_t first,
                                           size_t at, struct list *list, struct str *term)
{
    const struct block *block = &page->blocks[at];
    const struct read_block *read = &builder->blocks[at];
    bool is_code = block->kind == BLOCK_CODE;
    if (block->kind == BLOCK_TABLE_ROW || block->marks & BLOCK_QUOTED || (is_code && !builder->with_item_code)) {
        list->is_broken = true;
        return OK;
    }
    if (is_code) {
        add_code(list, block->text);
        return OK;
    }
    bool is_nested = block->kind == BLOCK_LIST_ITEM && block->level > page->blocks[first].level;
    if (block_is_term(page, at) && !is_nested) {
        begin_item(list);
        *term = term_of(block->text);
        list->is_broken |= !term->len;
        return OK;
    }
    bool goes_on = is_nested || block->kind == BLOCK_PARAGRAPH || block->marks & BLOCK_GOES_ON || term->len;
    if (!goes_on || !list->items)
        begin_item(list);
    struct str named = term->len ? *term : is_nested ? STR("") : read->term;
    *term = STR("");
    list->is_broken |= is_nested && read->term.len;
    return builder_lists_add_sentences(builder, list, read, named, is_nested);
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

bool is_description_list(const struct page *page, size_t block)
{
    return page->blocks[block].marks & BLOCK_TERM;
}

struct str description_term(const struct page *page, size_t at)
{
    struct str term = term_of(page->blocks[at].text);
    bool is_stacked =
        (at > 0 && is_description_list(page, at - 1)) || (at + 1 < page->count && is_description_list(page, at + 1));
    return !is_stacked && term.len <= TERM_BYTES && words_count(term) <= TERM_WORDS ? term : STR("");
}

enum status corpus_read_list(struct corpus_builder *builder, const struct page *page, size_t block, struct list *list)
{
    size_t end = list_end(page, block);
    struct str term = STR("");
    enum status status = OK;
    *list = (struct list){.blocks = end - block, .is_ordered = page->blocks[block].marks & BLOCK_ORDERED};
    for (size_t at = block; at < end && !status && !list->is_broken; at++)
        status = builder_lists_read_part(builder, page, block, at, list, &term);
    bool lost_code = !page->blocks[block].group && end < page->count && page->blocks[end].kind == BLOCK_CODE;
    list->is_broken |= lost_code || wants_more(list) || term.len || !list->item_words;
    return status;
}

bool list_is_sound(const struct list *list, const struct judged_sentence *lead)
{
    size_t most = list->is_ordered ? LIST_STEPS : LIST_ITEMS;
    if (list->is_broken || list->items < LIST_MIN_ITEMS || list->items > most)
        return false;
    return !lead || !lead->announced || lead->announced >> list->items & 1;
}

/* A part with the mark of its place in the corpus. */
static enum status append_part(struct corpus_builder *builder, struct passage *passage,
                               const struct corpus_list_part *part)
{
    struct judged_sentence one = *part->sentence;
    one.sentence.term = part->term;
    one.sentence.code = part->code;
    return corpus_append(builder, passage, &one, part->item);
}

enum status corpus_add_list(struct corpus_builder *builder, const struct judged_sentence *lead, size_t lead_count,
                            const struct list *list, size_t block)
{
    struct passage *passage = corpus_begin_passage(builder, block);
    if (!passage)
        return error_memory(builder->err);
    passage->is_list = true;
    passage->is_ordered = list->is_ordered;
    bool describes = !lead_count && list->terms == list->items;
    passage->stands_alone = (describes || (lead_count && lead[0].use == USE_OPENS)) && !corpus_in_example(builder);
    enum status status = OK;
    for (size_t i = 0; i < lead_count && !status; i++)
        status = corpus_append(builder, passage, &lead[i], 0);
    for (size_t i = 0; i < list->count && !status; i++)
        status = append_part(builder, passage, &list->parts[i]);
    return status;
}

size_t list_lead(const struct judged_sentence *all, size_t count, bool may_lean)
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

bool code_fits(struct str code)
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

size_t table_rows(const struct page *page, size_t block)
{
    const struct block *first = &page->blocks[block];
    size_t end = block, columns = cells_of(first);
    bool fits = first->kind == BLOCK_TABLE_ROW && first->marks & BLOCK_TABLE_HEAD && columns > 1;
    while (end < page->count && page->blocks[end].kind == BLOCK_TABLE_ROW && page->blocks[end].group == first->group)
        fits &= cells_of(&page->blocks[end++]) == columns; /* a cell that spans rows has left one short */
    size_t rows = end - block;
    return fits && rows > 1 && rows <= TABLE_ROWS + 1 ? rows : 0;
}
