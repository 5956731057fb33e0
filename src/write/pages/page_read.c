/* A page becomes parts, each a heading over pieces. */
#include "write/pages/page.h"

#include <stdlib.h>

enum {
    LEVELS = 7,
    LISTING_BYTES = 2000,
    LISTING_LINES = 30,
    QUOTED_WORDS = 25,
    LINE_WORDS = 14,   /* of a byline, a date, names: a first paragraph without an end mark */
    SHORTEST_SITE = 4, /* bytes of its name */
    LABEL_WORDS = 4    /* a paragraph of fewer words without an end mark is a label that lost what it labels */
};

/* A list of which more than this share cannot be printed is not printed. */
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

static enum status page_read_add_part(struct page_reading *reading, struct str heading, int depth)
{
    struct page_view *view = reading->view;
    struct writing *writing = reading->made->writing;
    struct page_part *parts = vec_room(writing->arena, view->parts, view->count, &view->cap, sizeof *parts);
    if (!parts)
        return error_memory(writing->err);
    view->parts = parts;
    struct page_part *part = &parts[view->count];
    *part = (struct page_part){.page = view->number, .heading = heading, .depth = depth, .parent = NO_PART};
    for (int above = depth - 1; above > 0 && part->parent == NO_PART; above--)
        part->parent = reading->open[above];
    for (int below = depth; below <= LEVELS; below++)
        reading->open[below] = NO_PART;
    reading->open[depth] = view->count++;
    reading->cap = 0;
    return OK;
}

/* The words before what a heading adds: "Conclusion: is it worth it?", "Fazit – leasen oder kaufen?", "Introduction
 * (theory)". E_MEMORY. */
static enum status heading_begin(struct by_page *made, struct str heading, struct worded *worded)
{
    static const char *const marks[] = {":", " (", " - ", " \xE2\x80\x93 ", " \xE2\x80\x94 "};
    struct str name = heading;
    for (size_t i = 0; i < COUNT_OF(marks); i++)
        name.len = str_find(name, str_from(marks[i]), 0);
    return page_words(made, name, worded);
}

/* What the heading names beside the keyword. */
static enum status name_part(struct page_reading *reading, const struct worded *worded, struct page_part *part)
{
    struct by_page *made = reading->made;
    struct writing *writing = made->writing;
    uint64_t *stems = ARENA_ARRAY(writing->arena, worded->count + 1, uint64_t);
    size_t count = 0;
    enum status status = stems ? OK : error_memory(writing->err);
    for (size_t i = 0; i < worded->count && !status; i++) {
        const struct word *word = &worded->words[i];
        struct sought_hit hit;
        status = page_hit(made, word->folded, &hit);
        if (!status && hit.others)
            stems[count++] = hash_of(word->stem, HASH_EMPTY);
    }
    if (!status)
        part->names = shingles_of(stems, count, 1);
    return status;
}

/* What the heading says of its section. */
static enum status judge_heading(struct page_reading *reading, struct str text, struct page_part *part)
{
    struct by_page *made = reading->made;
    struct writing *writing = made->writing;
    struct worded worded;
    enum status status = heading_begin(made, text, &worded);
    if (status)
        return status;
    part->says_nothing = cues_name_nothing(made->cues, &worded);
    part->closes = cues_is_one(made->cues, &worded, CUE_CLOSING);
    part->asks = str_ends(text, STR("?"));
    part->is_faq = cues_is_one(made->cues, &worded, CUE_QUESTION);
    status = page_hit(made, text, &part->hit);
    if (!status)
        status = name_part(reading, &worded, part);
    return status ? status : compose_clean_heading(writing, text, &part->heading);
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
static enum status find_advertised(struct page_reading *reading)
{
    static const double most_paragraphs = 0.25;
    struct page_view *view = reading->view;
    struct str name = site_name(view->page);
    struct sought_hit hit;
    size_t count = 0, with = 0;
    for (size_t i = 0; i < view->page->count; i++) {
        const struct block *block = &view->page->blocks[i];
        bool is_text = block->kind == BLOCK_PARAGRAPH || block->kind == BLOCK_LIST_ITEM;
        count += is_text;
        with += is_text && name.len && str_find(block->text, name, 0) < block->text.len;
    }
    if (!with || (double)with > most_paragraphs * (double)count)
        return OK;
    enum status status = page_hit(reading->made, name, &hit);
    view->advertised = status || hit.heads ? STR("") : name;
    return status;
}

/* "How Harbour Garage can help", on a page of Harbour Garage: what a site says of itself is advertising, unless it is
 * what the article is on, or a step of it. */
static enum status names_site(struct page_reading *reading, const struct block *block, bool *names)
{
    struct str site = site_name(reading->view->page);
    struct sought_hit hit = {0};
    bool is_step = str_has_digit(block->text) || str_has_digit(block->aside);
    *names = site.len && !is_step && str_ifind(block->text, site, 0) < block->text.len;
    enum status status = *names ? page_hit(reading->made, site, &hit) : OK;
    *names = *names && !hit.heads;
    return status;
}

/* "April 24, 2023": when the page was written heads nothing. */
static bool is_date(const struct worded *worded)
{
    size_t days = 0, years = 0;
    for (size_t i = 0; i < worded->count; i++) {
        const char *word = worded->text.data + worded->words[i].start;
        long number = ascii_is_digit(*word) ? strtol(word, NULL, 10) : 0;
        days += number > 0 && number <= 31;
        years += number >= 1900 && number < 2100;
    }
    return worded->count == 3 && days && years && days + years >= 2;
}

static enum status read_heading(struct page_reading *reading, const struct block *block)
{
    struct by_page *made = reading->made;
    struct str text = heading_clean(block->text);
    struct worded worded;
    enum status status = page_words(made, text, &worded);
    bool is_title = str_ieq(text, heading_clean(str_from(reading->view->page->title)));
    if (status || !worded.count || is_title || block->level < reading->base)
        return status;
    if (cues_is_one(made->cues, &worded, CUE_ASIDE) || is_date(&worded)) /* a box inside the text */
        return OK;
    if (reading->is_elsewhere && block->level > reading->elsewhere_level)
        return OK;
    bool is_advert;
    status = names_site(reading, block, &is_advert);
    if (status)
        return status;
    reading->is_elsewhere = is_advert || cues_is_one(made->cues, &worded, CUE_LEAD_AWAY);
    reading->elsewhere_level = block->level;
    if (reading->is_elsewhere)
        return OK;
    int depth = block->level - reading->base + 1;
    status = page_read_add_part(reading, text, depth > LEVELS ? LEVELS : depth);
    if (status)
        return status;
    open_part(reading)->is_numbered = str_has_digit(block->aside) || page_heading_uncounted(text).len < text.len;
    return judge_heading(reading, text, open_part(reading));
}

/* --- pieces --- */

static enum status page_read_add_piece(struct page_reading *reading, struct page_piece piece, struct str text)
{
    struct writing *writing = reading->made->writing;
    struct page_part *part = open_part(reading);
    struct page_piece *pieces = vec_room(writing->arena, part->pieces, part->count, &reading->cap, sizeof *pieces);
    const char *copy = arena_copy_n(writing->arena, text.data, text.len);
    struct sought_hit hit;
    if (!pieces || !copy)
        return error_memory(writing->err);
    part->pieces = pieces;
    piece.text = (struct str){copy, text.len};
    piece.words = words_count(text);
    piece.from = reading->from;
    enum status status = page_hit(reading->made, text, &hit);
    piece.heads = status ? 0 : hit.heads;
    pieces[part->count++] = piece;
    part->words += piece.words;
    return status;
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
static enum status page_read_read_text(struct page_reading *reading, const struct block *block, bool leads)
{
    struct writing *writing = reading->made->writing;
    struct voiced *list;
    size_t count, kept = 0;
    bool is_quote = block->marks & BLOCK_QUOTED;
    enum status status = voice_paragraph(reading->made, reading->view, block, leads, &list, &count);
    struct model_sentence *sentences = status ? NULL : ARENA_ARRAY(writing->arena, count + 1, struct model_sentence);
    if (!sentences)
        return status ? status : error_memory(writing->err);
    struct buf text = {0};
    struct page_piece piece = {.kind = is_quote ? PIECE_QUOTE : PIECE_PARAGRAPH};
    for (size_t i = 0; i < count; i++) {
        if (list[i].goes && !is_quote) {
            open_part(reading)->lost += words_count(list[i].text);
            continue;
        }
        if (!kept)
            piece.leans = voice_leans(&list[i]);
        sentences[kept++] = said(reading, list[i].text, list[i].spans);
        buf_printf(&text, "%s%.*s", text.len ? " " : "", STR_ARG(list[i].text));
    }
    piece.leads = kept && leads && str_ends(sentences[kept - 1].text, STR(":"));
    piece.block =
        (struct model_block){.sentences = sentences, .count = kept, .kind = is_quote ? TEXT_QUOTE : TEXT_RUNNING};
    if (text.failed)
        status = error_memory(writing->err);
    else if (kept)
        status = page_read_add_piece(reading, piece, str_from(buf_text(&text)));
    buf_free(&text);
    return status;
}

static enum status read_paragraph(struct page_reading *reading, size_t at)
{
    const struct page *page = reading->view->page;
    if (says_nothing(reading, at) || is_idle_quotation(reading, &page->blocks[at]))
        return OK;
    return page_read_read_text(reading, &page->blocks[at], is_followed(page, at));
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
static enum status item_goes(struct page_reading *reading, struct str text, bool *goes)
{
    struct writing *writing = reading->made->writing;
    struct worded worded;
    enum status status = page_words(reading->made, text, &worded);
    uint32_t found = status ? 0 : cues_found(reading->made->cues, &worded);
    *goes = found & CUE_BIT(CUE_INSTRUCTION) || !worded.count || voice_names_number(writing->brief.language, &worded) ||
            voice_is_foreign(reading->made, text, worded.count, worded_stops(&worded));
    return status;
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

static enum status read_item(struct page_reading *reading, const struct block *block, struct page_list *list)
{
    bool is_new = (block->kind == BLOCK_LIST_ITEM && !(block->marks & BLOCK_GOES_ON)) || list->term.len;
    if (block->marks & BLOCK_TERM) {
        list->term = term_clean(block->text);
        list->level = block->level;
        return OK;
    }
    bool goes = false;
    enum status status = block->kind == BLOCK_CODE ? OK : item_goes(reading, block->text, &goes);
    if (status)
        return status;
    if (is_new) {
        list->is_lost = goes;
        list->items += !goes;
        list->lost += goes;
    }
    if (list->is_lost || goes || !list->items)
        return OK;
    if (block->kind == BLOCK_CODE) {
        if (list->count && !list->sentences[list->count - 1].code.len && is_short_code(block))
            list->sentences[list->count - 1].code = block->text;
        return OK;
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
    return OK;
}

/* Is it the way to the page, "Home, Health, Sleep", before anything else on it? */
static bool is_trail(const struct page_reading *reading, const struct page_list *list)
{
    enum { MOST_WORDS = 2 };
    const struct page_part *part = open_part(reading);
    return !part->depth && !part->count && words_count(str_from(buf_text(&list->text))) <= MOST_WORDS * list->items;
}

/* Reads a list whole; *at: of its last block then. */
static enum status page_read_read_list(struct page_reading *reading, size_t *at)
{
    struct writing *writing = reading->made->writing;
    const struct page *page = reading->view->page;
    const struct block *first = &page->blocks[*at];
    size_t from = *at, end = from + 1;
    while (end < page->count && is_of_list(page, from, end))
        end++;
    struct page_list list = {.sentences = ARENA_ARRAY(writing->arena, end - from + 1, struct model_sentence)};
    enum status status = list.sentences ? OK : error_memory(writing->err);
    for (size_t i = from; i < end && !status; i++)
        status = read_item(reading, &page->blocks[i], &list);
    *at = end - 1;
    bool is_ordered = first->marks & BLOCK_ORDERED;
    struct page_piece piece = {.kind = PIECE_LIST};
    piece.block = (struct model_block){.sentences = list.sentences,
                                       .count = list.count,
                                       .is_ordered = is_ordered,
                                       .first_item = (int)strtol(first->aside.len ? first->aside.data : "0", NULL, 10)};
    bool stays = list.items && !is_trail(reading, &list);
    stays = stays && (double)list.lost <= lost_items * (double)(list.items + list.lost);
    if (!status && list.text.failed)
        status = error_memory(writing->err);
    if (!status && stays)
        status = page_read_add_piece(reading, piece, str_from(buf_text(&list.text)));
    buf_free(&list.text);
    return status;
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
static enum status read_layout(struct page_reading *reading, size_t from, size_t end)
{
    enum { FEWEST_WORDS = 12 };
    enum status status = OK;
    for (size_t i = from; i < end; i++) {
        const struct block *row = &reading->view->page->blocks[i];
        for (size_t j = 0; j < row->spans.count && !status; j++) {
            const struct span *cell = &row->spans.list[j];
            struct block text = {.kind = BLOCK_PARAGRAPH, .text = row->text};
            if (cell->kind != SPAN_CELL)
                continue;
            text.text = str_trim((struct str){row->text.data + cell->start, cell->end - cell->start});
            if (words_count(text.text) >= FEWEST_WORDS)
                status = page_read_read_text(reading, &text, false);
        }
    }
    return status;
}

/* The widest row tells the number of columns; *at: of its last row then. */
static enum status page_read_read_table(struct page_reading *reading, size_t *at)
{
    enum { FEWEST_ROWS = 2, MOST_ROWS = 60 };
    struct writing *writing = reading->made->writing;
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
    if (end - from < FEWEST_ROWS || table.columns < 2)
        return read_layout(reading, from, end);
    if (end - from > MOST_ROWS)
        return OK;
    table.sentences = ARENA_ARRAY(writing->arena, table.columns * (end - from) + 1, struct model_sentence);
    if (!table.sentences)
        return error_memory(writing->err);
    struct buf text = {0};
    for (size_t i = from; i < end; i++) {
        add_cells(reading, &page->blocks[i], &table);
        buf_printf(&text, " %.*s", STR_ARG(page->blocks[i].text));
    }
    enum status status = text.failed
                             ? error_memory(writing->err)
                             : page_read_add_piece(reading, (struct page_piece){.kind = PIECE_TABLE, .block = table},
                                                   str_from(buf_text(&text)));
    buf_free(&text);
    return status;
}

static enum status page_read_read_code(struct page_reading *reading, const struct block *block)
{
    if (!is_short_code(block))
        return OK;
    struct page_piece piece = {.kind = PIECE_CODE};
    piece.block = (struct model_block){.kind = TEXT_CODE, .code = block->text, .code_language = block->aside};
    return page_read_add_piece(reading, piece, block->text);
}

static enum status page_read_read_block(struct page_reading *reading, size_t *at)
{
    const struct block *block = &reading->view->page->blocks[*at];
    reading->from = *at;
    if (block->kind == BLOCK_HEADING)
        return read_heading(reading, block);
    if (reading->is_elsewhere)
        return OK;
    switch (block->kind) {
    case BLOCK_LIST_ITEM:
        return page_read_read_list(reading, at);
    case BLOCK_TABLE_ROW:
        return page_read_read_table(reading, at);
    case BLOCK_CODE:
        return page_read_read_code(reading, block);
    case BLOCK_PARAGRAPH:
    case BLOCK_HEADING:
        break;
    }
    return read_paragraph(reading, *at);
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

enum status page_view_read(struct by_page *made, struct page_view *view)
{
    struct page_reading reading = {.made = made, .view = view, .base = find_base(view->page)};
    struct str title = STR("");
    if (view->is_read)
        return OK;
    view->is_read = true;
    enum status status = compose_clean_heading(made->writing, heading_clean(str_from(view->page->title)), &title);
    if (!status)
        status = page_read_add_part(&reading, title, 0);
    if (!status)
        status = page_hit(made, title, &view->parts[0].hit);
    if (!status)
        status = find_advertised(&reading);
    for (size_t i = 0; i < view->page->count && !status; i++)
        status = page_read_read_block(&reading, &i);
    close_parts(view);
    return status;
}

size_t page_part_words(const struct page_view *view, size_t first, size_t end)
{
    size_t words = 0;
    for (size_t i = first; i < end; i++)
        words += view->parts[i].is_kept && !view->parts[i].is_done ? view->parts[i].words : 0;
    return words;
}
