#include "research/page/page_tidy.h"

#include "research/page/page_title.h"

/* --- notes that are set as tables --- */

/* Cells of a row. first: the first of them. */
static size_t count_cells(const struct block *row, struct span *first)
{
    size_t count = 0;
    for (size_t i = 0; i < row->spans.count; i++)
        if (row->spans.list[i].kind == SPAN_CELL && !count++)
            *first = row->spans.list[i];
    return count;
}

/* Is it the name of a box, "Note" or "Tip:", in the page's language or in English? */
static bool is_box_name(const struct page *page, struct str cell)
{
    static const char signs[] = " :!.";
    const struct language *const languages[] = {page->language, language_find(STR("en"))};
    while (cell.len && strchr(signs, cell.data[cell.len - 1]))
        cell.len--;
    for (size_t i = 0; i < COUNT_OF(languages); i++)
        if (languages[i] && languages[i]->cues && word_list_ihas(languages[i]->cues->asides, str_trim(cell)))
            return true;
    return false;
}

/* The first block behind the table that begins at the block. */
static size_t table_end(const struct page *page, size_t at)
{
    size_t end = at + 1;
    while (end < page->count && page->blocks[end].kind == BLOCK_TABLE_ROW &&
           page->blocks[end].group == page->blocks[at].group)
        end++;
    return end;
}

/* At most three rows of at most two cells, the first of them the name of a box; below it stands nothing. */
static bool is_note(const struct page *page, size_t at, size_t end)
{
    enum { MOST_ROWS = 3, MOST_CELLS = 2 };
    struct span cell = {.start = 0}, first = {.start = 0};
    size_t cells = count_cells(&page->blocks[at], &first);
    if (end - at > MOST_ROWS || !cells || (cells == 1 && end - at == 1))
        return false;
    for (size_t i = at; i < end; i++) {
        size_t count = count_cells(&page->blocks[i], &cell);
        if (count > MOST_CELLS || (i > at && count > 1 && cell.start < cell.end))
            return false;
    }
    struct str text = page->blocks[at].text;
    return first.end <= text.len && is_box_name(page, (struct str){text.data + first.start, first.end - first.start});
}

/* Cuts the block to bytes [start, end) of its text, and takes marks of this kind off it. */
static enum status narrow(struct arena *arena, struct block *block, size_t start, size_t end, enum span_kind without,
                          struct error *err)
{
    struct spans part;
    enum status status = spans_within(arena, block->spans, start, end, &part, err);
    struct span *kept = status ? NULL : ARENA_ARRAY(arena, part.count + 1, struct span);
    size_t count = 0;
    if (!kept)
        return status ? status : error_memory(err);
    for (size_t i = 0; i < part.count; i++)
        if (part.list[i].kind != without)
            kept[count++] = part.list[i];
    block->spans = (struct spans){kept, count};
    block->text = (struct str){block->text.data + start, end - start};
    return OK;
}

/* The row as a paragraph, without its first `cut` bytes. */
static enum status row_to_paragraph(struct arena *arena, struct block *row, size_t cut, struct error *err)
{
    row->kind = BLOCK_PARAGRAPH;
    row->marks = (row->marks & (BLOCK_QUOTED | BLOCK_WARNING)) | BLOCK_NOTE;
    row->group = 0;
    return narrow(arena, row, cut, row->text.len, SPAN_CELL, err);
}

/* Bytes of the name, or of the empty cell below it, and of what stands between it and the text. */
static size_t name_length(const struct block *row, bool has_name)
{
    struct span first = {.start = 0};
    count_cells(row, &first);
    size_t at = has_name ? first.end : first.start;
    while (at < row->text.len && strchr(" |", row->text.data[at]))
        at++;
    return at;
}

static enum status read_notes(struct arena *arena, struct page *page, struct error *err)
{
    size_t kept = 0;
    enum status status = OK;
    for (size_t at = 0, end; at < page->count && !status; at = end) {
        end = at + 1;
        bool is_row = page->blocks[at].kind == BLOCK_TABLE_ROW;
        end = is_row ? table_end(page, at) : end;
        bool notes = is_row && is_note(page, at, end);
        for (size_t i = at; i < end && !status; i++) {
            struct block block = page->blocks[i];
            status = notes ? row_to_paragraph(arena, &block, name_length(&block, i == at), err) : OK;
            if (block.text.len)
                page->blocks[kept++] = block;
        }
    }
    page->count = status ? page->count : kept;
    return status;
}

/* --- headings that somebody made by hand --- */

static bool is_all_strong(const struct block *block)
{
    for (size_t i = 0; i < block->spans.count; i++) {
        const struct span *span = &block->spans.list[i];
        if (span->kind == SPAN_STRONG && span->start == 0 && span->end == block->text.len)
            return true;
    }
    return false;
}

/* A line in bold, no sentence, and no formula: that stays what it is. Of 14 words, since questions are as long as
 * that, and what is longer was stressed. */
static bool is_bold_line(const struct block *block)
{
    enum { MOST_WORDS = 14 };
    struct str text = block->text;
    return block->kind == BLOCK_PARAGRAPH && !block->marks && !block->group && is_all_strong(block) &&
           text.len <= PAGE_TITLE_MAX && !strchr(".,;:!", text.data[text.len - 1]) &&
           !memchr(text.data, '=', text.len) && words_count(text) <= MOST_WORDS && words_count(text);
}

/* What a heading by hand stands over is text: two lines in bold after each other are none. */
static bool heads_text(const struct page *page, size_t at)
{
    const struct block *next = at + 1 < page->count ? &page->blocks[at + 1] : NULL;
    return next && next->kind != BLOCK_HEADING && !is_bold_line(next);
}

/* As other headings it has its number beside it, and is not in bold. */
static enum status name_heading(struct arena *arena, struct block *block, struct error *err)
{
    struct str text = title_without_number(title_without_marks(block->text));
    size_t start = (size_t)(text.data - block->text.data);
    block->aside = (struct str){block->text.data, start};
    return narrow(arena, block, start, start + text.len, SPAN_STRONG, err);
}

/* The level of the page's sections: the highest below its title. 7: it has none. */
static int section_level(const struct page *page)
{
    int level = 7;
    for (size_t i = 0; i < page->count; i++)
        if (page->blocks[i].kind == BLOCK_HEADING && page->blocks[i].level > 1 && page->blocks[i].level < level)
            level = page->blocks[i].level;
    return level;
}

/* One below the heading around it. Below a section of a section, behind text of it, it is the next of its kind: whoever
 * makes headings by hand is not so exact. */
static int level_by_hand(int around, bool follows_text, int section)
{
    enum { DEEPEST = 6 };
    bool is_next = follows_text && around > section;
    return is_next || around == DEEPEST ? around : around + 1;
}

static enum status read_headings(struct arena *arena, struct page *page, struct error *err)
{
    int section = section_level(page), around = 1, level = 0; /* of those by hand below the last heading; 0: none yet */
    bool follows_text = false;
    for (size_t i = 0; i < page->count; i++) {
        struct block *block = &page->blocks[i];
        if (block->kind == BLOCK_HEADING) {
            around = block->level;
            level = 0;
            follows_text = false;
            continue;
        }
        if (!is_bold_line(block) || !heads_text(page, i)) {
            follows_text = true;
            continue;
        }
        enum status status = name_heading(arena, block, err);
        if (status)
            return status;
        level = level ? level : level_by_hand(around, follows_text, section);
        block->kind = BLOCK_HEADING;
        block->level = level;
    }
    return OK;
}

enum status page_tidy(struct arena *arena, struct page *page, struct error *err)
{
    enum status status = read_notes(arena, page, err);
    return status ? status : read_headings(arena, page, err);
}
