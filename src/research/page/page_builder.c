#include "research/page/page_builder.h"

#include "research/page/page_head.h"

/* --- where the words of a block lead, and the pictures between blocks --- */

/* What stands behind "#", as far as it may stand in an address. */
static struct str fragment_of(struct str target)
{
    size_t at = str_find(target, STR("#"), 0);
    if (at == target.len)
        return STR("");
    for (size_t i = at; i < target.len; i++)
        if (target.data[i] <= ' ' || target.data[i] >= 0x7F || memchr("\"<>\\^`{|}", target.data[i], 9))
            return STR("");
    return (struct str){target.data + at, target.len - at};
}

/* The address of the web that is meant; NULL: it is none, or a place on the page itself. */
static const char *address(struct page_builder *builder, struct str target)
{
    target = str_trim(target);
    struct str fragment = fragment_of(target);
    struct url parts;
    if (!target.len || target.len > PAGE_URL_MAX || target.data[0] == '#')
        return NULL;
    bool is_whole = !url_parse(target, &parts, NULL);
    if (!is_whole && !builder->base)
        return NULL;
    const char *url =
        is_whole ? url_normalise(builder->arena, target) : url_resolve(builder->arena, builder->base, target);
    const char *whole = url && fragment.len ? arena_printf(builder->arena, "%s%.*s", url, STR_ARG(fragment)) : url;
    return whole && strlen(whole) <= PAGE_URL_MAX ? whole : NULL;
}

/* --- links --- */

void builder_open_link(struct page_builder *builder, struct str target)
{
    bool has_room = builder->link_count + builder->found_count < BLOCK_LINKS_MAX;
    builder_close_link(builder);
    builder->in_link = true;
    builder->link_url = has_room && !builder->code ? address(builder, target) : NULL;
}

/* Text was added from byte `start` on: the link that is open begins there, where it has not begun. */
static void builder_begin_link(struct page_builder *builder, size_t start)
{
    if (builder->link_start == SIZE_MAX)
        builder->link_start = start;
}

static void end_link(struct page_builder *builder)
{
    size_t start = builder->link_start;
    builder->link_start = SIZE_MAX;
    if (!builder->link_url || start >= builder->text.len)
        return;
    struct block_link *found = VEC_PUSH(builder->arena, builder->found, builder->found_count, builder->found_cap);
    if (found)
        *found = (struct block_link){0, start, builder->text.len, builder->link_url};
}

void builder_close_link(struct page_builder *builder)
{
    end_link(builder);
    builder->link_url = NULL;
    builder->in_link = false;
}

/* The links of slice [start, start + length) of what was collected are those of the last block. */
static void builder_take_links(struct page_builder *builder, size_t start, size_t length)
{
    end_link(builder);
    for (size_t i = 0; i < builder->found_count && builder->link_count < BLOCK_LINKS_MAX; i++) {
        struct block_link link = builder->found[i];
        link.place = builder->count - 1;
        link.start = link.start < start ? 0 : link.start - start;
        link.end = link.end < start ? 0 : link.end - start;
        link.end = link.end < length ? link.end : length;
        if (link.start >= link.end)
            continue;
        struct block_link *added = VEC_PUSH(builder->arena, builder->links, builder->link_count, builder->link_cap);
        if (added)
            *added = link;
    }
}

/* What was collected is used up: the link that is open begins anew with the next text. */
static void builder_drop_links(struct page_builder *builder)
{
    builder->found_count = 0;
    builder->link_start = SIZE_MAX;
}

/* --- pictures --- */

static const char *caption_text(struct page_builder *builder, struct str text)
{
    char *squeezed = text_squeeze(builder->arena, text);
    char *cut = squeezed ? text_cut(builder->arena, str_from(squeezed), PAGE_CAPTION_MAX) : NULL;
    return cut ? cut : "";
}

bool builder_picture(struct page_builder *builder, struct str target, struct str alternative)
{
    const char *url = builder->picture_count < PAGE_PICTURES_MAX ? address(builder, target) : NULL;
    if (!url)
        return false;
    struct page_picture *added =
        VEC_PUSH(builder->arena, builder->pictures, builder->picture_count, builder->picture_cap);
    if (!added)
        return false;
    *added = (struct page_picture){.place = builder->count + (builder->text.len > 0),
                                   .url = url,
                                   .alternative = caption_text(builder, alternative),
                                   .caption = ""};
    return true;
}

void builder_describe(struct page_builder *builder, struct str alternative)
{
    if (builder->picture_count)
        builder->pictures[builder->picture_count - 1].alternative = caption_text(builder, alternative);
}

void builder_caption(struct page_builder *builder, struct str caption)
{
    if (builder->picture_count)
        builder->pictures[builder->picture_count - 1].caption = caption_text(builder, caption);
}

/* The marks on the text of a block. Each is written when text is met in it: marks that hold none leave no trace. */

static struct span *new_span(struct page_builder *builder, enum span_kind kind, size_t at)
{
    struct span *span = VEC_PUSH(builder->arena, builder->spans, builder->span_count, builder->span_cap);
    if (span)
        *span = (struct span){kind, at, at};
    return span;
}

/* Text was added from byte `start` on: marks that are open and had none begin there. */
static void builder_begin_spans(struct page_builder *builder, size_t start)
{
    for (size_t i = 0; i < builder->open_count; i++) {
        struct builder_span *open = &builder->open[i];
        if (open->entry != SIZE_MAX)
            continue;
        open->entry = builder->span_count;
        if (!new_span(builder, open->kind, start))
            return;
    }
}

static struct builder_span *find_open(struct page_builder *builder, enum span_kind kind)
{
    for (size_t i = builder->open_count; i-- > 0;)
        if (builder->open[i].kind == kind)
            return &builder->open[i];
    return NULL;
}

/* The mark and those within it end here. They go on with the next text, unless they are closed. */
static void end_spans(struct page_builder *builder, const struct builder_span *outer)
{
    for (size_t i = (size_t)(outer - builder->open); i < builder->open_count; i++) {
        struct builder_span *open = &builder->open[i];
        if (open->entry < builder->span_count)
            builder->spans[open->entry].end = builder->text.len;
        open->entry = SIZE_MAX;
    }
}

/* A mark within one of its own kind adds nothing. */
static void builder_push_span(struct page_builder *builder, enum span_kind kind)
{
    struct builder_span *same = kind == SPAN_CELL ? NULL : find_open(builder, kind);
    if (same)
        same->again++;
    if (same || builder->open_count == BUILDER_SPANS)
        return;
    builder->open[builder->open_count++] = (struct builder_span){kind, SIZE_MAX, 0};
}

void builder_close_span(struct page_builder *builder, enum span_kind kind)
{
    struct builder_span *closed = find_open(builder, kind);
    if (!closed)
        return;
    if (closed->again) {
        closed->again--;
        return;
    }
    end_spans(builder, closed);
    builder->open_count--;
    memmove(closed, closed + 1, (builder->open_count - (size_t)(closed - builder->open)) * sizeof *closed);
}

/* A cell within a cell, of a table within a table, takes its place. */
void builder_open_cell(struct page_builder *builder, bool is_head)
{
    const struct builder_span *outer = find_open(builder, SPAN_CELL);
    if (outer)
        end_spans(builder, outer);
    if (builder->text.len)
        buf_str(&builder->text, " |");
    builder->gap = true;
    builder->head_row = builder->head_row && is_head;
    builder_push_span(builder, SPAN_CELL);
}

/* An empty cell has a mark too: cells are counted by them. */
void builder_close_cell(struct page_builder *builder)
{
    const struct builder_span *cell = find_open(builder, SPAN_CELL);
    if (cell && cell->entry == SIZE_MAX)
        new_span(builder, SPAN_CELL, builder->text.len);
    builder_close_span(builder, SPAN_CELL);
}

void builder_cut(struct page_builder *builder, size_t from, size_t to)
{
    struct buf *text = &builder->text;
    memmove(text->data + from, text->data + to, text->len - to + 1);
    text->len -= to - from;
    for (size_t i = 0; i < builder->span_count; i++) {
        builder->spans[i].start = place_without(builder->spans[i].start, from, to);
        builder->spans[i].end = place_without(builder->spans[i].end, from, to);
    }
    for (size_t i = 0; i < builder->found_count; i++) {
        builder->found[i].start = place_without(builder->found[i].start, from, to);
        builder->found[i].end = place_without(builder->found[i].end, from, to);
    }
    if (builder->link_url && builder->link_start != SIZE_MAX)
        builder->link_start = place_without(builder->link_start, from, to);
}

/* Of a superscript that goes on in another block only the beginning has its sign. */
static bool is_sound(const struct span *span, const char *text)
{
    if (span->kind == SPAN_SUPERSCRIPT)
        return span->end > span->start + 1 && text[span->start] == '^';
    return span->end > span->start || span->kind == SPAN_CELL;
}

/* The spans of slice [start, start + length) of what was collected, for its block. */
static struct spans builder_take_spans(struct page_builder *builder, size_t start, size_t length)
{
    end_spans(builder, builder->open);
    struct spans taken = {NULL, 0};
    struct span *list = builder->span_count ? ARENA_ARRAY(builder->arena, builder->span_count, struct span) : NULL;
    for (size_t i = 0; list && i < builder->span_count; i++) {
        struct span span = builder->spans[i];
        span.start = span.start < start ? 0 : span.start - start;
        span.end = span.end < start ? 0 : span.end - start;
        span.start = span.start < length ? span.start : length;
        span.end = span.end < length ? span.end : length;
        if (is_sound(&span, builder->text.data + start))
            list[taken.count++] = span;
    }
    taken.list = taken.count ? list : NULL;
    return taken;
}

/* What was collected is used up: marks that are open begin anew with the next text. */
static void builder_drop_spans(struct page_builder *builder)
{
    for (size_t i = 0; i < builder->open_count; i++)
        builder->open[i].entry = SIZE_MAX;
    builder->span_count = 0;
}

enum {
    MOST_BLOCKS = 50000, /* of one page; those after them are left out */
};

void builder_init(struct page_builder *builder, struct arena *arena)
{
    *builder = (struct page_builder){.arena = arena, .link_start = SIZE_MAX};
}

static bool is_invisible(uint32_t codepoint)
{
    return codepoint == 0xAD /* soft hyphen */ || unicode_is_hidden(codepoint);
}

/* Length of the run of printable ASCII at `at`: most text is that, and goes in at once. */
static size_t plain_length(struct str text, size_t at)
{
    size_t end = at;
    while (end < text.len && text.data[end] > ' ' && text.data[end] < 0x7F)
        end++;
    return end - at;
}

static void builder_add_piece(struct page_builder *builder, struct str piece)
{
    if (builder->gap && builder->text.len)
        buf_char(&builder->text, ' ');
    builder->gap = false;
    if (builder->open_count)
        builder_begin_spans(builder, builder->text.len);
    if (builder->link_url)
        builder_begin_link(builder, builder->text.len);
    buf_add(&builder->text, piece.data, piece.len);
}

/* --- lists that are typed --- */

/* Bytes of "- ", "* ", "\u2022 " or "12. " at `at`, blanks before it too; 0: no item begins there. */
static size_t item_mark(struct str text, size_t at, bool *is_numbered)
{
    static const char *const marks[] = {"-", "*", "\xE2\x80\xA2"};
    size_t end = at, from;
    while (end < text.len && (text.data[end] == ' ' || text.data[end] == '\t'))
        end++;
    from = end;
    for (size_t i = 0; i < COUNT_OF(marks) && end == from; i++)
        if (str_starts((struct str){text.data + end, text.len - end}, str_from(marks[i])))
            end += strlen(marks[i]);
    *is_numbered = end == from;
    while (*is_numbered && end < text.len && end < from + 2 && ascii_is_digit(text.data[end]))
        end++;
    if (*is_numbered && (end == from || end == text.len || text.data[end++] != '.'))
        return 0;
    return end < text.len && text.data[end] == ' ' ? end + 1 - at : 0;
}

/* Does a line further on begin so too? A lone dash at the start of a line is one of its sentence. */
static bool has_second_item(struct str text, size_t at)
{
    bool is_numbered;
    for (size_t end; (end = str_find(text, STR("\n"), at)) < text.len; at = end + 1)
        if (item_mark(text, end + 1, &is_numbered))
            return true;
    return at == text.len; /* what follows is marked up */
}

static enum block_kind running_kind(const struct page_builder *builder);

/*
 * What was typed as Markdown types lists, without the blank line before them that some makers of sites want, comes as
 * one paragraph with a mark at the start of each line. Bytes of the mark at `at`, the start of a line, where an item
 * begins.
 */
static size_t open_typed_item(struct page_builder *builder, struct str text, size_t at)
{
    bool is_numbered;
    size_t length = item_mark(text, at, &is_numbered);
    bool is_open = !builder->heading && !builder->rows && !builder->deeper && !builder->in_link;
    if (!length || !is_open || (!builder->has_typed_list && !has_second_item(text, at + length)))
        return 0;
    builder_flush(builder, running_kind(builder));
    if (!builder->has_typed_list)
        builder_open_list(builder, is_numbered ? BLOCK_ORDERED : 0, 0);
    builder->has_typed_list = true;
    builder_part(builder, PART_ITEM);
    return length;
}

static void close_typed_list(struct page_builder *builder)
{
    if (!builder->has_typed_list)
        return;
    builder->has_typed_list = false;
    builder_part(builder, PART_NONE);
    builder_close_group(builder);
}

static void add_squeezed(struct page_builder *builder, struct str text)
{
    uint32_t codepoint = 0;
    size_t before = builder->text.len;
    for (size_t at = 0, length; at < text.len; at += length) {
        bool begins_line = at ? text.data[at - 1] == '\n' : !builder->text.len;
        length = begins_line ? open_typed_item(builder, text, at) : 0;
        if (length) {
            before = 0;
            continue;
        }
        size_t plain = plain_length(text, at);
        length = plain ? plain : utf8_decode(text, at, &codepoint);
        if (!plain && is_invisible(codepoint))
            continue;
        if (!plain && unicode_is_space(codepoint))
            builder->gap = true;
        else
            builder_add_piece(builder, (struct str){text.data + at, length});
    }
    if (builder->in_link)
        builder->link_bytes += builder->text.len - before;
}

/* Makers of pages put zero-width spaces into listings where a long line may be broken: who copies one gets them too. */
static void add_code(struct page_builder *builder, struct str text)
{
    uint32_t codepoint;
    for (size_t at = 0, length; at < text.len; at += length) {
        size_t plain = plain_length(text, at);
        length = plain ? plain : utf8_decode(text, at, &codepoint);
        if (plain || !is_invisible(codepoint))
            buf_add(&builder->text, text.data + at, length);
    }
}

void builder_text(struct page_builder *builder, struct str text)
{
    if (builder->code)
        add_code(builder, text);
    else
        add_squeezed(builder, text);
}

void builder_open_span(struct page_builder *builder, enum span_kind kind)
{
    builder_push_span(builder, kind);
    if (kind == SPAN_SUPERSCRIPT)
        builder_text(builder, STR("^"));
}

void builder_quote(struct page_builder *builder, int change)
{
    builder->quotes += change;
    builder->opens_quote = (builder->opens_quote || (change > 0 && builder->quotes == 1)) && builder->quotes;
}

/* --- lists and tables --- */

static struct builder_list *top(struct page_builder *builder)
{
    return &builder->lists[builder->depth];
}

static void open_group(struct page_builder *builder, struct builder_list list)
{
    if (builder->depth == BUILDER_LISTS) {
        builder->deeper++;
        return;
    }
    list.group = list.group ? list.group : ++builder->groups;
    builder->lists[++builder->depth] = list;
}

/* What stands behind an item of the list, in lists of its own too, is within that item. */
static void take_in(struct page_builder *builder, size_t from)
{
    for (size_t i = from; i < builder->count; i++) {
        struct block *block = &builder->blocks[i];
        block->level += block->kind == BLOCK_LIST_ITEM;
        block->marks |= block->kind == BLOCK_PARAGRAPH && !block->group ? BLOCK_GOES_ON : 0;
    }
}

/* Is the next block what a sentence with a colon announces? "See also:" is no sentence. */
static bool is_announced(const struct page_builder *builder)
{
    enum { FEWEST_WORDS = 5 };
    struct str before = builder->count ? builder->blocks[builder->count - 1].text : STR("");
    return str_ends(before, STR(":")) && words_count(before) >= FEWEST_WORDS;
}

void builder_open_list(struct page_builder *builder, unsigned marks, size_t first)
{
    struct builder_list list = {.marks = marks, .first = first, .items = first ? first - 1 : 0}, *around = top(builder);
    list.is_announced = is_announced(builder);
    if (marks & BLOCK_ORDERED && first > 1 && around->ended_group && around->ended_items + 1 == first) {
        list.group = around->ended_group;
        list.items = around->ended_items;
        take_in(builder, around->ended_block);
    }
    open_group(builder, list);
}

void builder_open_table(struct page_builder *builder)
{
    open_group(builder, (struct builder_list){.is_table = true});
}

void builder_close_group(struct page_builder *builder)
{
    if (builder->deeper) {
        builder->deeper--;
        return;
    }
    if (!builder->depth)
        return;
    const struct builder_list *closed = &builder->lists[builder->depth--];
    if (!(closed->marks & BLOCK_ORDERED))
        return;
    struct builder_list *around = top(builder);
    around->ended_group = closed->group;
    around->ended_items = closed->items;
    around->ended_block = builder->count;
}

/* The description of a term goes on in a second one. */
void builder_part(struct page_builder *builder, enum list_part part)
{
    struct builder_list *list = top(builder);
    list->items += part == PART_ITEM;
    if (part == PART_ITEM || part == PART_TERM || (part == PART_DESCRIPTION && list->after_term))
        list->has_begun = false;
    if (part != PART_NONE)
        list->after_term = part == PART_TERM;
    list->part = part;
}

/* How many lists are open around the next block. */
static int list_level(const struct page_builder *builder)
{
    int level = 0;
    for (size_t i = 1; i <= builder->depth; i++)
        level += !builder->lists[i].is_table;
    return level ? level : 1;
}

static enum block_kind running_kind(const struct page_builder *builder)
{
    enum list_part part = builder->lists[builder->depth].part;
    return part == PART_ITEM || part == PART_TERM ? BLOCK_LIST_ITEM : BLOCK_PARAGRAPH;
}

static unsigned part_marks(const struct builder_list *list, enum block_kind kind)
{
    unsigned goes_on = list->has_begun ? BLOCK_GOES_ON : 0;
    switch (kind) {
    case BLOCK_LIST_ITEM:
        return list->part == PART_TERM ? BLOCK_TERM : list->marks | goes_on;
    case BLOCK_PARAGRAPH:
        return list->part == PART_DESCRIPTION ? goes_on : 0;
    default:
        return 0;
    }
}

static unsigned block_marks(struct page_builder *builder, enum block_kind kind)
{
    unsigned marks = part_marks(top(builder), kind);
    if (kind == BLOCK_TABLE_ROW && builder->head_row)
        marks |= BLOCK_TABLE_HEAD;
    return marks | (builder->quotes ? BLOCK_QUOTED : 0) | (builder->opens_quote ? BLOCK_QUOTE_OPENS : 0) |
           (builder->warnings ? BLOCK_WARNING : 0) | (builder->notes ? BLOCK_NOTE : 0);
}

/* --- blocks --- */

void builder_break(struct page_builder *builder)
{
    if (builder->code)
        return;
    if (builder->heading || builder->rows)
        builder->gap = true;
    else
        builder_flush(builder, running_kind(builder));
    close_typed_list(builder);
}

/* The code without blank lines at its start and white space at its end. */
static struct str trim_code(struct str text)
{
    size_t start = 0;
    for (size_t at = 0; at < text.len && ascii_is_space(text.data[at]); at++)
        if (text.data[at] == '\n')
            start = at + 1;
    text = (struct str){text.data + start, text.len - start};
    while (text.len && ascii_is_space(text.data[text.len - 1]))
        text.len--;
    return text;
}

/* The row without the " |" of empty cells at its end. */
static struct str trim_row(struct str text)
{
    while (text.len && (text.data[text.len - 1] == '|' || text.data[text.len - 1] == ' '))
        text.len--;
    return text;
}

/* A line in bold is a heading that somebody made by hand, and may be a link as headings may. */
static bool is_all_strong(const struct page_builder *builder)
{
    for (size_t i = 0; i < builder->span_count; i++) {
        const struct span *span = &builder->spans[i];
        bool is_open = span->end == span->start; /* it ends with the text */
        if (span->kind == SPAN_STRONG && span->start == 0 && (is_open || span->end == builder->text.len))
            return true;
    }
    return false;
}

/* A drawing that is written down: what draws it is no text, and no code that readers came for. */
static bool is_diagram(struct str language, struct str code)
{
    static const char *const languages[] = {"mermaid", "plantuml", "graphviz", "dot", "d2", "kroki"};
    static const char *const starts[] = {"flowchart ",   "graph TD",        "graph TB",  "graph LR",   "graph RL",
                                         "graph BT",     "sequenceDiagram", "erDiagram", "@startuml",  "classDiagram",
                                         "stateDiagram", "gitGraph",        "gantt\n",   "pie title ", "journey\n",
                                         "mindmap\n",    "%%{init"};
    code = str_trim(code);
    for (size_t i = 0; i < COUNT_OF(languages); i++)
        if (str_ieq(language, str_from(languages[i])))
            return true;
    for (size_t i = 0; i < COUNT_OF(starts); i++)
        if (str_starts(code, str_from(starts[i])))
            return true;
    return false;
}

/* Is it no prose: four fifths of it in links ("Read more", "previous", "next", a badge), or the copyright line? In a
 * quotation a link says where it is from. */
static bool is_boilerplate(const struct page_builder *builder, enum block_kind kind, struct str text)
{
    bool is_wanted = kind == BLOCK_LIST_ITEM ? builder->lists[builder->depth].is_announced : is_announced(builder);
    bool links = builder->link_bytes * 5 >= builder->text.len * 4 && !is_wanted && !builder->quotes;
    bool notice = str_starts(text, STR("\xC2\xA9")) || str_istarts(text, STR("Copyright \xC2\xA9"));
    if (kind == BLOCK_HEADING)
        return title_is_contents(text);
    if (kind == BLOCK_CODE)
        return is_diagram(builder->code_language, text);
    if (kind == BLOCK_LIST_ITEM)
        return links && builder->drops_link_items;
    return kind == BLOCK_PARAGRAPH && ((links && !is_all_strong(builder)) || notice);
}

/* Bytes of what a site's editor puts for a machine: "[image url="..."]", "[/fancy_box]"; 0: none begins there. No
 * further than so many bytes, or a text of brackets alone would be searched to its end at each. */
static size_t shortcode_length(struct str text)
{
    enum { SHORTEST_NAME = 3, LONGEST = 1000 };
    text.len = text.len < LONGEST ? text.len : LONGEST;
    bool closes = text.len > 1 && text.data[1] == '/';
    size_t at = 1 + closes, name = at, end = str_find(text, STR("]"), at);
    while (at < end && ((text.data[at] >= 'a' && text.data[at] <= 'z') || text.data[at] == '_' || text.data[at] == '-'))
        at++;
    if (end >= text.len || at - name < SHORTEST_NAME)
        return 0;
    bool has_value = at < end && text.data[at] == ' ' && memchr(text.data + at, '=', end - at);
    return (closes && at == end) || has_value ? end + 1 : 0;
}

/* Each moves the text behind it: of more than so many in one block the rest stays. */
static void cut_shortcodes(struct page_builder *builder)
{
    enum { MOST_CUTS = 200 };
    size_t at = 0, cuts = 0;
    while (cuts < MOST_CUTS && !builder->text.failed && at < builder->text.len) {
        struct str rest = {buf_text(&builder->text) + at, builder->text.len - at};
        size_t length = rest.data[0] == '[' ? shortcode_length(rest) : 0;
        if (length) {
            builder_cut(builder, at, at + length);
            cuts++;
        } else {
            at++;
        }
    }
}

/* What sites put behind a heading or a passage for those who write it, as text. */
static void cut_labels(struct page_builder *builder)
{
    static const char *const labels[] = {
        "[source]",
        "[edit]",
        "[edit source]",
        "[src]",
        "[citation needed]",
        "[Bearbeiten]",
        "[Quelltext bearbeiten]",
        "[Quelle]",
        "[modifier]",
        "[modifier le code]",
        "[editar]",
        "[editar código]",
        "[modifica]",
        "[bewerken]",
    };
    struct str text = {buf_text(&builder->text), builder->text.len};
    if (builder->text.failed || !memchr(text.data, '[', text.len))
        return;
    cut_shortcodes(builder);
    text.len = builder->text.len;
    for (size_t i = 0; i < COUNT_OF(labels); i++) {
        struct str label = str_from(labels[i]);
        for (size_t at; (at = str_ifind(text, label, 0)) < text.len; text.len = builder->text.len) {
            size_t start = at - (at && strchr(" ^", text.data[at - 1])), end = at + label.len;
            end += !start && end < text.len && text.data[end] == ' ';
            builder_cut(builder, start, end);
        }
    }
}

/* As much of the text of a block as the page has room for. */
static struct str builder_fit(struct page_builder *builder, struct str text)
{
    size_t room = PAGE_TEXT_MAX - builder->bytes;
    if (text.len <= room)
        return text;
    builder->is_cut = true;
    return (struct str){text.data, utf8_valid_length((struct str){text.data, room})};
}

/* Bytes of the copy that stand in the text too: a heading that was cut ends in an ellipsis. */
static size_t kept_length(struct str copy, struct str text)
{
    return str_eq(copy, text) ? copy.len : copy.len - strlen("\xE2\x80\xA6");
}

/* What of the block is no text of it. NULL data: memory ran out. */
static struct str aside_of(const struct page_builder *builder, enum block_kind kind, size_t start)
{
    const struct builder_list *list = &builder->lists[builder->depth];
    if (kind == BLOCK_LIST_ITEM && list->first > 1 && list->part == PART_ITEM && !list->has_begun)
        return str_from(arena_printf(builder->arena, "%zu", list->items));
    struct str aside = kind == BLOCK_HEADING ? (struct str){buf_text(&builder->text), start}
                       : kind == BLOCK_CODE  ? builder->code_language
                                             : STR("");
    return (struct str){arena_copy_n(builder->arena, aside.data, aside.len), aside.len};
}

/* start: of the text in what was collected. */
static void builder_add_block(struct page_builder *builder, enum block_kind kind, struct str text, size_t start)
{
    char *copy = kind == BLOCK_HEADING ? text_cut(builder->arena, text, PAGE_TITLE_MAX)
                                       : arena_copy_n(builder->arena, text.data, text.len);
    struct str aside = aside_of(builder, kind, start);
    struct block *block =
        copy && aside.data ? VEC_PUSH(builder->arena, builder->blocks, builder->count, builder->cap) : NULL;
    if (!block)
        return;
    int level = kind == BLOCK_HEADING ? builder->heading : kind == BLOCK_LIST_ITEM ? list_level(builder) : 0;
    *block = (struct block){kind, level, {copy, kind == BLOCK_HEADING ? strlen(copy) : text.len}, .aside = aside};
    block->marks = block_marks(builder, kind);
    builder->opens_quote = false;
    block->place = (unsigned)builder->count - 1;
    block->group = kind == BLOCK_HEADING ? 0 : top(builder)->group;
    block->spans = builder_take_spans(builder, start, kept_length(block->text, text));
    builder_take_links(builder, start, kept_length(block->text, text));
    builder->bytes += block->text.len;
    for (size_t i = 0; i <= builder->depth; i++) {
        builder->lists[i].has_begun = true;
        builder->lists[i].ended_group = kind == BLOCK_HEADING ? 0 : builder->lists[i].ended_group;
    }
}

/* What of the collected text the block keeps. */
static struct str trim_text(struct str text, enum block_kind kind)
{
    switch (kind) {
    case BLOCK_CODE:
        return trim_code(text);
    case BLOCK_TABLE_ROW:
        return trim_row(text);
    case BLOCK_HEADING:
        return title_without_number(title_without_marks(text));
    default:
        return text;
    }
}

/* What is marked up as a heading, and is a sentence: a lead in large letters. A question may be long, and a title. */
static bool is_lead(struct str heading)
{
    enum { LONGEST_HEADING = 16 /* words */ };
    return words_count(heading) > LONGEST_HEADING && !str_ends(str_trim(heading), STR("?"));
}

void builder_flush(struct page_builder *builder, enum block_kind kind)
{
    if (kind == BLOCK_HEADING && builder->heading > 1 &&
        is_lead((struct str){buf_text(&builder->text), builder->text.len}))
        kind = BLOCK_PARAGRAPH;
    if (kind != BLOCK_CODE)
        cut_labels(builder);
    struct str all = {buf_text(&builder->text), builder->text.len};
    struct str text = trim_text(all, kind);
    if (builder->text.failed)
        arena_fail(builder->arena);
    if (text.len && !arena_failed(builder->arena) && !builder->drops_block && !is_boilerplate(builder, kind, text)) {
        builder->is_cut = builder->is_cut || builder->count == MOST_BLOCKS;
        text = builder_fit(builder, text);
        if (text.len && builder->count < MOST_BLOCKS)
            builder_add_block(builder, kind, text, (size_t)(text.data - all.data));
    }
    builder_drop_spans(builder);
    builder_drop_links(builder);
    buf_clear(&builder->text);
    builder->link_bytes = 0;
    builder->gap = builder->drops_block = false;
}

void builder_finish(struct page_builder *builder, struct page *page)
{
    if (builder->text.failed)
        arena_fail(builder->arena);
    buf_free(&builder->text);
    page->blocks = builder->blocks;
    page->count = builder->count;
    page->is_cut = builder->is_cut;
    page->links = builder->links;
    page->link_count = builder->link_count;
    page->pictures = builder->pictures;
    page->picture_count = builder->picture_count;
}
