#include "research/page/page_builder.h"

#include "base/vec.h"
#include "research/page/page_title.h"

enum {
    MOST_BLOCKS = 50000, /* of one page; those after them are left out */
};

void builder_init(struct page_builder *builder, struct arena *arena)
{
    *builder = (struct page_builder){.arena = arena};
}

void builder_free(struct page_builder *builder)
{
    buf_free(&builder->text);
}

/* Soft hyphen, zero-width space, word joiner and byte order mark are no text. */
static bool is_invisible(uint32_t codepoint)
{
    return codepoint == 0xAD || codepoint == 0x200B || codepoint == 0x2060 || codepoint == 0xFEFF;
}

static void add_squeezed(struct page_builder *builder, struct str text)
{
    uint32_t codepoint;
    size_t before = builder->text.len;
    for (size_t at = 0, length; at < text.len; at += length) {
        length = utf8_decode(text, at, &codepoint);
        if (is_invisible(codepoint))
            continue;
        if (unicode_is_space(codepoint)) {
            builder->gap = true;
            continue;
        }
        if (builder->gap && builder->text.len)
            buf_char(&builder->text, ' ');
        builder->gap = false;
        buf_add(&builder->text, text.data + at, length);
    }
    if (builder->in_link)
        builder->link_bytes += builder->text.len - before;
}

void builder_text(struct page_builder *builder, struct str text)
{
    if (builder->code)
        buf_add(&builder->text, text.data, text.len);
    else
        add_squeezed(builder, text);
}

void builder_cell(struct page_builder *builder)
{
    if (builder->text.len)
        buf_str(&builder->text, " |");
    builder->gap = true;
}

void builder_break(struct page_builder *builder)
{
    if (builder->code)
        return;
    if (builder->heading || builder->rows)
        builder->gap = true;
    else
        builder_flush(builder, builder->lists ? BLOCK_LIST_ITEM : BLOCK_PARAGRAPH);
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

/* Is it no prose: four fifths of it in links ("Read more", "previous", "next", a badge), or the copyright line? */
static bool is_boilerplate(const struct page_builder *builder, enum block_kind kind, struct str text)
{
    bool links = builder->link_bytes * 5 >= builder->text.len * 4;
    bool notice = str_starts(text, STR("\xC2\xA9")) || str_istarts(text, STR("Copyright \xC2\xA9"));
    if (kind == BLOCK_HEADING)
        return title_is_contents(text);
    if (kind == BLOCK_LIST_ITEM)
        return links && builder->drops_link_items;
    return kind == BLOCK_PARAGRAPH && (links || notice);
}

static struct block *new_block(struct page_builder *builder)
{
    struct block *blocks = vec_room(builder->arena, builder->blocks, builder->count, &builder->cap, sizeof *blocks);
    if (!blocks)
        return NULL;
    builder->blocks = blocks;
    return &blocks[builder->count++];
}

/* As much of the text of a block as the page has room for. */
static struct str fit(struct page_builder *builder, struct str text)
{
    size_t room = PAGE_TEXT_MAX - builder->bytes;
    if (text.len <= room)
        return text;
    builder->is_cut = true;
    return (struct str){text.data, utf8_valid_length((struct str){text.data, room})};
}

static void add_block(struct page_builder *builder, enum block_kind kind, struct str text)
{
    char *copy = kind == BLOCK_HEADING ? text_cut(builder->arena, text, PAGE_TITLE_MAX)
                                       : arena_copy_n(builder->arena, text.data, text.len);
    struct block *block = copy ? new_block(builder) : NULL;
    if (!block) {
        builder->failed = true;
        return;
    }
    int level = kind == BLOCK_HEADING ? builder->heading : kind == BLOCK_LIST_ITEM ? builder->lists : 0;
    *block = (struct block){kind, level, {copy, kind == BLOCK_HEADING ? strlen(copy) : text.len}};
    builder->bytes += block->text.len;
}

void builder_flush(struct page_builder *builder, enum block_kind kind)
{
    struct str text = {buf_text(&builder->text), builder->text.len};
    if (builder->text.failed)
        builder->failed = true;
    if (kind == BLOCK_CODE)
        text = trim_code(text);
    if (kind == BLOCK_TABLE_ROW)
        text = trim_row(text);
    if (kind == BLOCK_HEADING)
        text = title_without_number(text);
    if (text.len && !builder->failed && !is_boilerplate(builder, kind, text)) {
        builder->is_cut = builder->is_cut || builder->count == MOST_BLOCKS;
        text = fit(builder, text);
        if (text.len && builder->count < MOST_BLOCKS)
            add_block(builder, kind, text);
    }
    buf_clear(&builder->text);
    builder->link_bytes = 0;
    builder->gap = false;
}

enum status builder_finish(struct page_builder *builder, struct page *page, struct error *err)
{
    if (builder->failed || builder->text.failed)
        return error_memory(err);
    page->blocks = builder->blocks;
    page->count = builder->count;
    page->is_cut = builder->is_cut;
    return OK;
}
