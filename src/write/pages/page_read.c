/* A page becomes parts, each a heading over pieces. */
#include "write/pages/page.h"

#include <stdlib.h>

enum {
    LEVELS = 7,           /* of headings: HTML has six */
    LISTING_BYTES = 2000, /* a longer one, or one of more lines, buries the text around it: it is not printed */
    LISTING_LINES = 30,
    QUOTED_WORDS = 25, /* a shorter quotation that nothing announces is an ornament */
    LINE_WORDS = 14,   /* of a byline, a date, names: a first paragraph without an end mark */
    SHORTEST_SITE = 4, /* bytes of its name */
    LABEL_WORDS = 4    /* a paragraph of fewer words without an end mark is a label that lost what it labels */
};

/* A list of which more than this share of the items cannot be printed is not printed: readers see the holes. */
static const double lost_items = 0.4;

struct page_reading {
    struct by_page *made;
    struct page_view *view;
    int base;                /* level of the page's main headings */
    size_t open[LEVELS + 1]; /* by depth: the part that is open */
    bool is_elsewhere;       /* below a heading of what sends the reader away */
    int elsewhere_level;
    size_t cap;  /* pieces of the open part */
    size_t from; /* the block with which the piece that is read begins */
};

static struct page_part *open_part(const struct page_reading *reading)
{
    return &reading->view->parts[reading->view->count - 1];
}

/* --- headings --- */

/* The shallowest level with two headings at least: one above it is the page's title, or stands over everything. */
static int find_base(const struct page *page)
{
    size_t counts[LEVELS + 1] = {0};
    int first = 0;
    for (size_t i = 0; i < page->count; i++)
        if (page->blocks[i].kind == BLOCK_HEADING && page->blocks[i].level < LEVELS)
            counts[page->blocks[i].level]++;
    for (int level = 1; level < LEVELS; level++) {
        first = !first && counts[level] ? level : first;
        if (counts[level] > 1)
            return level;
    }
    return first ? first : 1;
}

static void open_new_part(struct page_reading *reading, struct str heading, int depth)
{
    struct page_view *view = reading->view;
    struct page_part *part = VEC_PUSH(reading->made->writing->arena, view->parts, view->count, view->cap);
    if (!part)
        return;
    *part = (struct page_part){.page = view->number, .heading = heading, .depth = depth, .parent = NO_PART};
    for (int above = depth - 1; above > 0 && part->parent == NO_PART; above--)
        part->parent = reading->open[above];
    for (int below = depth; below <= LEVELS; below++)
        reading->open[below] = NO_PART;
    reading->open[depth] = view->count - 1;
    reading->cap = 0;
}

/* The words before what a heading adds: "Conclusion: is it worth it?", "Fazit – leasen oder kaufen?", "Introduction
 * (theory)". */
static struct worded heading_begin(struct by_page *made, struct str heading)
{
    static const char *const marks[] = {":", " (", " - ", " \xE2\x80\x93 ", " \xE2\x80\x94 "};
    struct str name = heading;
    for (size_t i = 0; i < COUNT_OF(marks); i++)
        name.len = str_find(name, str_from(marks[i]), 0);
    return page_words(made, name);
}

/* What the heading names beside the keyword. */
static struct hashes other_names(struct by_page *made, const struct worded *worded)
{
    uint64_t *stems = ARENA_ARRAY(made->writing->arena, worded->count + 1, uint64_t);
    size_t count = 0;
    for (size_t i = 0; stems && i < worded->count; i++)
        if (page_hit(made, worded->words[i].folded).others)
            stems[count++] = hash_of(worded->words[i].stem, HASH_EMPTY);
    return shingles_of(stems, count, 1);
}

/* What the heading says of its section. */
static void judge_heading(struct by_page *made, struct str text, struct page_part *part)
{
    struct worded worded = heading_begin(made, text);
    part->says_nothing = cues_name_nothing(made->cues, &worded);
    part->closes = cues_is_one(made->cues, &worded, CUE_CLOSING);
    part->asks = str_ends(text, STR("?"));
    part->is_faq = cues_is_one(made->cues, &worded, CUE_QUESTION);
    part->hit = page_hit(made, text);
    part->names = other_names(made, &worded);
    part->heading = compose_clean_heading(made->writing, text);
}

struct str page_heading_uncounted(struct str text)
{
    struct str rest = text, word, number;
    if (!str_split(&rest, ' ', &word) || !str_split(&rest, ' ', &number) || !rest.len || !str_ends(number, STR(":")))
        return text;
    size_t digits = str_starts(number, STR("#")), first = digits;
    while (digits < number.len && ascii_is_digit(number.data[digits]))
        digits++;
    return digits > first && digits + 1 == number.len ? str_trim(rest) : text;
}

/* "Harbour Garage Blog" is Harbour Garage. */
static struct str site_name(const struct page *page)
{
    static const char *const kinds[] = {" Blog", " Magazine", " Magazin", " News", " Journal"};
    struct str name = str_from(page->site ? page->site : "");
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        if (str_ends(name, str_from(kinds[i])))
            name.len -= strlen(kinds[i]);
    return name.len >= SHORTEST_SITE ? name : STR("");
}

/* The name of the site, where the page says it in a few paragraphs, and nobody asked for it. What names it in every
 * second one is on what the site makes, and cannot be told without. */
static struct str find_advertised(const struct by_page *made, const struct page *page)
{
    static const double most_paragraphs = 0.25;
    struct str name = site_name(page);
    size_t count = 0, with = 0;
    for (size_t i = 0; i < page->count; i++) {
        const struct block *block = &page->blocks[i];
        bool is_text = block->kind == BLOCK_PARAGRAPH || block->kind == BLOCK_LIST_ITEM;
        count += is_text;
        with += is_text && name.len && str_find(block->text, name, 0) < block->text.len;
    }
    bool is_told = with && (double)with <= most_paragraphs * (double)count;
    return is_told && !page_hit(made, name).heads ? name : STR("");
}

/* "How Harbour Garage can help", on a page of Harbour Garage: what a site says of itself is advertising, unless it is
 * what the article is on, or a step of it. */
static bool names_site(const struct page_reading *reading, const struct block *block)
{
    struct str site = site_name(reading->view->page);
    bool is_step = str_has_digit(block->text) || str_has_digit(block->aside);
    bool names = site.len && !is_step && str_ifind(block->text, site, 0) < block->text.len;
    return names && !page_hit(reading->made, site).heads;
}

/* "April 24, 2023": when the page was written heads nothing. */
static bool is_date(const struct worded *worded)
{
    enum { MONTH_DAYS = 31, FIRST_YEAR = 1900, END_YEAR = 2100 };
    size_t days = 0, years = 0;
    for (size_t i = 0; i < worded->count; i++) {
        const char *word = worded->text.data + worded->words[i].start;
        long number = ascii_is_digit(*word) ? strtol(word, NULL, 10) : 0;
        days += number > 0 && number <= MONTH_DAYS;
        years += number >= FIRST_YEAR && number < END_YEAR;
    }
    return worded->count == 3 && days && years && days + years >= 2;
}

static void read_heading(struct page_reading *reading, const struct block *block)
{
    struct by_page *made = reading->made;
    struct str text = heading_clean(block->text);
    struct worded worded = page_words(made, text);
    bool is_title = str_ieq(text, heading_clean(str_from(reading->view->page->title)));
    if (!worded.count || is_title || block->level < reading->base)
        return;
    if (cues_is_one(made->cues, &worded, CUE_ASIDE) || is_date(&worded)) /* a box inside the text */
        return;
    if (reading->is_elsewhere && block->level > reading->elsewhere_level)
        return;
    reading->is_elsewhere = names_site(reading, block) || cues_is_one(made->cues, &worded, CUE_LEAD_AWAY);
    reading->elsewhere_level = block->level;
    if (reading->is_elsewhere)
        return;
    int depth = block->level - reading->base + 1;
    open_new_part(reading, text, depth > LEVELS ? LEVELS : depth);
    open_part(reading)->is_numbered = str_has_digit(block->aside) || page_heading_uncounted(text).len < text.len;
    judge_heading(made, text, open_part(reading));
}

/* --- pieces --- */

static void part_add_piece(struct page_reading *reading, struct page_piece piece, struct str text)
{
    struct arena *arena = reading->made->writing->arena;
    struct page_part *part = open_part(reading);
    const char *copy = arena_copy_n(arena, text.data, text.len);
    struct page_piece *added = copy ? VEC_PUSH(arena, part->pieces, part->count, reading->cap) : NULL;
    if (!added)
        return;
    piece.text = (struct str){copy, text.len};
    piece.words = words_count(text);
    piece.from = reading->from;
    piece.heads = page_hit(reading->made, text).heads;
    *added = piece;
    part->words += piece.words;
}

/* The same with a text that is freed then. */
static void part_add_text(struct page_reading *reading, struct page_piece piece, struct buf *text)
{
    if (text->failed)
        arena_fail(reading->made->writing->arena);
    else
        part_add_piece(reading, piece, str_from(buf_text(text)));
    buf_free(text);
}

static struct model_sentence said(const struct page_reading *reading, struct str text, struct spans spans)
{
    return (struct model_sentence){
        .text = text, .source = (int)reading->view->number, .id = -1, .item = 0, .spans = spans};
}

/* Is the listing short enough to be printed whole? */
static bool is_short_code(const struct block *block)
{
    size_t lines = 1;
    for (size_t i = 0; i < block->text.len; i++)
        lines += block->text.data[i] == '\n';
    return block->text.len <= LISTING_BYTES && lines < LISTING_LINES;
}

/* Does something stand right behind the block that it may announce, or be the label of? */
static bool is_followed(const struct page *page, size_t at)
{
    const struct block *next = at + 1 < page->count ? &page->blocks[at + 1] : NULL;
    return next && next->kind != BLOCK_HEADING && (next->kind != BLOCK_CODE || is_short_code(next));
}

/* Does a list or a table stand right behind the block? */
static bool is_label_of_list(const struct page *page, size_t at)
{
    const struct block *next = at + 1 < page->count ? &page->blocks[at + 1] : NULL;
    return next && (next->kind == BLOCK_LIST_ITEM || next->kind == BLOCK_TABLE_ROW);
}

/* Does the paragraph say nothing? Lines such as "Prep time: 10 min" stand by themselves, and so do formulas in bold and
 * what a list is called. At the top of a page stand lines of the site. */
static bool says_nothing(const struct page_reading *reading, size_t at)
{
    const struct page *page = reading->view->page;
    struct str text = page->blocks[at].text;
    bool ends = text.len && memchr(".!?:)\"", text.data[text.len - 1], 6);
    bool is_markup = str_find(text, STR("</a>"), 0) < text.len;
    if (is_markup || ends)
        return is_markup;
    if (!open_part(reading)->depth && !open_part(reading)->count)
        return words_count(text) < LINE_WORDS;
    return words_count(text) < LABEL_WORDS && !is_label_of_list(page, at) && !memchr(text.data, ':', text.len) &&
           !memchr(text.data, '=', text.len);
}

/* A short quotation is an ornament of its page, unless it is announced. */
static bool is_idle_quotation(const struct page_reading *reading, const struct block *block)
{
    const struct page_part *part = open_part(reading);
    bool is_announced = part->count && part->pieces[part->count - 1].leads;
    return block->marks & BLOCK_QUOTED && words_count(block->text) < QUOTED_WORDS && !is_announced;
}

/* leads: something stands right behind the text that it may announce. */
static void page_read_text(struct page_reading *reading, const struct block *block, bool leads)
{
    size_t count, kept = 0;
    bool is_quote = block->marks & BLOCK_QUOTED;
    const struct voiced *list = voice_paragraph(reading->made, reading->view, block, leads, &count);
    struct model_sentence *sentences = ARENA_ARRAY(reading->made->writing->arena, count + 1, struct model_sentence);
    struct buf text = {0};
    struct page_piece piece = {.kind = is_quote ? PIECE_QUOTE : PIECE_PARAGRAPH};
    for (size_t i = 0; sentences && i < count; i++) {
        if (list[i].goes && !is_quote) {
            open_part(reading)->lost += words_count(list[i].text);
            continue;
        }
        if (!kept)
            piece.leans = voice_leans(&list[i]);
        sentences[kept++] = said(reading, list[i].text, list[i].spans);
        buf_printf(&text, "%s%.*s", text.len ? " " : "", STR_ARG(list[i].text));
    }
    if (!kept)
        return;
    piece.leads = leads && str_ends(sentences[kept - 1].text, STR(":"));
    piece.block =
        (struct model_block){.sentences = sentences, .count = kept, .kind = is_quote ? TEXT_QUOTE : TEXT_RUNNING};
    part_add_text(reading, piece, &text);
}

static void read_paragraph(struct page_reading *reading, size_t at)
{
    const struct page *page = reading->view->page;
    if (!says_nothing(reading, at) && !is_idle_quotation(reading, &page->blocks[at]))
        page_read_text(reading, &page->blocks[at], is_followed(page, at));
}

/* --- lists --- */

/* Is the block a part of the list that begins at `first`? */
static bool is_of_list(const struct page *page, size_t first, size_t at)
{
    const struct block *begin = &page->blocks[first], *block = &page->blocks[at];
    if (block->kind == BLOCK_LIST_ITEM)
        return block->level > 1 || block->group == begin->group;
    bool may_go_on = block->kind == BLOCK_PARAGRAPH || block->kind == BLOCK_CODE;
    return may_go_on && block->group && (block->group == begin->group || block->group == block[-1].group);
}

/* Is an item addressed to a model, in another language, or a reference to a numbered section? */
static bool item_goes(struct page_reading *reading, struct str text)
{
    struct by_page *made = reading->made;
    struct worded worded = page_words(made, text);
    return cues_found(made->cues, &worded) & CUE_BIT(CUE_INSTRUCTION) || !worded.count ||
           voice_names_number(made->writing->brief.language, &worded) ||
           voice_is_foreign(made, text, worded.count, worded_stops(&worded));
}

struct page_list {
    struct model_sentence *sentences;
    size_t count, items, lost;
    bool is_lost; /* the item that is read */
    struct str term;
    int level; /* of the term */
    struct buf text;
};

/* ": celldisp (c)" is what a manual calls a function. */
static struct str term_clean(struct str term)
{
    while (term.len && (*term.data == ':' || *term.data == ' '))
        term = (struct str){term.data + 1, term.len - 1};
    return term;
}

static void read_item(struct page_reading *reading, const struct block *block, struct page_list *list)
{
    bool is_new = (block->kind == BLOCK_LIST_ITEM && !(block->marks & BLOCK_GOES_ON)) || list->term.len;
    if (block->marks & BLOCK_TERM) {
        list->term = term_clean(block->text);
        list->level = block->level;
        return;
    }
    bool goes = block->kind != BLOCK_CODE && item_goes(reading, block->text);
    if (is_new) {
        list->is_lost = goes;
        list->items += !goes;
        list->lost += goes;
    }
    if (list->is_lost || goes || !list->items)
        return;
    if (block->kind == BLOCK_CODE) {
        if (list->count && !list->sentences[list->count - 1].code.len && is_short_code(block))
            list->sentences[list->count - 1].code = block->text;
        return;
    }
    struct model_sentence *sentence = &list->sentences[list->count++];
    *sentence = said(reading, block->text, block->spans);
    sentence->item = (int)list->items;
    sentence->level = list->term.len ? list->level : block->level;
    sentence->is_ordered = block->marks & BLOCK_ORDERED;
    if (is_new) {
        sentence->term = list->term;
        list->term = STR("");
    }
    buf_printf(&list->text, " %.*s", STR_ARG(block->text));
}

/* Is it the way to the page, "Home, Health, Sleep", before anything else on it? */
static bool is_trail(const struct page_reading *reading, const struct page_list *list)
{
    enum { MOST_WORDS = 2 }; /* of an item */
    const struct page_part *part = open_part(reading);
    return !part->depth && !part->count && words_count(str_from(buf_text(&list->text))) <= MOST_WORDS * list->items;
}

/* Reads a list whole; *at: of its last block then. */
static void page_read_list(struct page_reading *reading, size_t *at)
{
    const struct page *page = reading->view->page;
    const struct block *first = &page->blocks[*at];
    size_t from = *at, end = from + 1;
    while (end < page->count && is_of_list(page, from, end))
        end++;
    *at = end - 1;
    struct page_list list = {.sentences =
                                 ARENA_ARRAY(reading->made->writing->arena, end - from + 1, struct model_sentence)};
    for (size_t i = from; i < end && list.sentences; i++)
        read_item(reading, &page->blocks[i], &list);
    bool stays =
        list.items && !is_trail(reading, &list) && (double)list.lost <= lost_items * (double)(list.items + list.lost);
    struct page_piece piece = {.kind = PIECE_LIST};
    piece.block = (struct model_block){.sentences = list.sentences,
                                       .count = list.count,
                                       .is_ordered = first->marks & BLOCK_ORDERED,
                                       .first_item = (int)strtol(first->aside.len ? first->aside.data : "0", NULL, 10)};
    if (stays)
        part_add_text(reading, piece, &list.text);
    buf_free(&list.text);
}

/* --- tables and code --- */

static size_t cells_of(const struct block *row)
{
    size_t cells = 0;
    for (size_t i = 0; i < row->spans.count; i++)
        cells += row->spans.list[i].kind == SPAN_CELL;
    return cells;
}

static void add_cells(struct page_reading *reading, const struct block *row, struct model_block *table)
{
    size_t cells = 0;
    for (size_t i = 0; i < row->spans.count; i++) {
        const struct span *span = &row->spans.list[i];
        if (span->kind != SPAN_CELL)
            continue;
        struct str text = str_trim((struct str){row->text.data + span->start, span->end - span->start});
        table->sentences[table->count++] = said(reading, text, (struct spans){0});
        cells++;
    }
    for (; cells < table->columns; cells++)
        table->sentences[table->count++] = (struct model_sentence){.text = STR(""), .source = OWN_WORDS, .id = -1};
}

/* What stands in one row or one column is laid out by a table, and is text: its cells of so many words are. */
static void read_layout(struct page_reading *reading, size_t from, size_t end)
{
    enum { FEWEST_WORDS = 12 };
    for (size_t i = from; i < end; i++) {
        const struct block *row = &reading->view->page->blocks[i];
        for (size_t j = 0; j < row->spans.count; j++) {
            const struct span *cell = &row->spans.list[j];
            struct block text = {.kind = BLOCK_PARAGRAPH, .text = row->text};
            if (cell->kind != SPAN_CELL)
                continue;
            text.text = str_trim((struct str){row->text.data + cell->start, cell->end - cell->start});
            if (words_count(text.text) >= FEWEST_WORDS)
                page_read_text(reading, &text, false);
        }
    }
}

/* The widest row tells the number of columns; *at: of its last row then. */
static void page_read_table(struct page_reading *reading, size_t *at)
{
    enum { FEWEST_ROWS = 2, MOST_ROWS = 60 }; /* a longer table is data, and no part of a text */
    const struct page *page = reading->view->page;
    size_t from = *at, end = from;
    struct model_block table = {.kind = TEXT_TABLE};
    for (; end < page->count && page->blocks[end].kind == BLOCK_TABLE_ROW &&
           page->blocks[end].group == page->blocks[from].group;
         end++) {
        size_t cells = cells_of(&page->blocks[end]);
        table.columns = cells > table.columns ? cells : table.columns;
    }
    *at = end - 1;
    if (end - from < FEWEST_ROWS || table.columns < 2) {
        read_layout(reading, from, end);
        return;
    }
    if (end - from > MOST_ROWS)
        return;
    table.sentences =
        ARENA_ARRAY(reading->made->writing->arena, table.columns * (end - from) + 1, struct model_sentence);
    struct buf text = {0};
    for (size_t i = from; i < end && table.sentences; i++) {
        add_cells(reading, &page->blocks[i], &table);
        buf_printf(&text, " %.*s", STR_ARG(page->blocks[i].text));
    }
    if (table.sentences)
        part_add_text(reading, (struct page_piece){.kind = PIECE_TABLE, .block = table}, &text);
}

static void page_read_code(struct page_reading *reading, const struct block *block)
{
    struct page_piece piece = {.kind = PIECE_CODE};
    piece.block = (struct model_block){.kind = TEXT_CODE, .code = block->text, .code_language = block->aside};
    if (is_short_code(block))
        part_add_piece(reading, piece, block->text);
}

static void page_read_block(struct page_reading *reading, size_t *at)
{
    const struct block *block = &reading->view->page->blocks[*at];
    reading->from = *at;
    if (block->kind != BLOCK_HEADING && reading->is_elsewhere)
        return;
    switch (block->kind) {
    case BLOCK_HEADING:
        read_heading(reading, block);
        break;
    case BLOCK_LIST_ITEM:
        page_read_list(reading, at);
        break;
    case BLOCK_TABLE_ROW:
        page_read_table(reading, at);
        break;
    case BLOCK_CODE:
        page_read_code(reading, block);
        break;
    case BLOCK_PARAGRAPH:
        read_paragraph(reading, *at);
        break;
    }
}

/* Sentences that announce what was not read go. */
static void cut_announcements(struct page_part *part)
{
    size_t kept = 0;
    for (size_t i = 0; i < part->count; i++) {
        struct page_piece *piece = &part->pieces[i];
        bool is_there = i + 1 < part->count && piece[1].from == piece->from + 1;
        if (piece->leads && !is_there) {
            size_t words = words_count(piece->block.sentences[--piece->block.count].text);
            piece->words -= words;
            part->words -= words;
            piece->leads = false;
        }
        if (piece->kind == PIECE_CODE || piece->block.count)
            part->pieces[kept++] = *piece;
    }
    part->count = kept;
}

static void close_parts(struct page_view *view)
{
    for (size_t i = 0; i < view->count; i++) {
        cut_announcements(&view->parts[i]);
        size_t end = i + 1;
        while (i > 0 && end < view->count && view->parts[end].depth > view->parts[i].depth)
            end++;
        view->parts[i].end = end;
    }
}

void page_view_read(struct by_page *made, struct page_view *view)
{
    struct page_reading reading = {.made = made, .view = view, .base = find_base(view->page)};
    if (view->is_read)
        return;
    view->is_read = true;
    struct str title = compose_clean_heading(made->writing, heading_clean(str_from(view->page->title)));
    open_new_part(&reading, title, 0);
    if (!view->count)
        return;
    view->parts[0].hit = page_hit(made, title);
    view->advertised = find_advertised(made, view->page);
    for (size_t i = 0; i < view->page->count && !arena_failed(made->writing->arena); i++)
        page_read_block(&reading, &i);
    close_parts(view);
}

size_t page_part_words(const struct page_view *view, size_t first, size_t end)
{
    size_t words = 0;
    for (size_t i = first; i < end; i++)
        words += view->parts[i].is_kept && !view->parts[i].is_done ? view->parts[i].words : 0;
    return words;
}
