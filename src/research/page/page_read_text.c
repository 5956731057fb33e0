#include "research/page/page_builder.h"
#include "research/page/page_read.h"

enum {
    LONGEST_TITLE = 120, /* bytes of a first line that reads as a title */
    SHORTEST_UNDERLINE = 3,
};

/* Is the line three or more of one character? */
static bool is_run_of(struct str line, char character)
{
    for (size_t i = 0; i < line.len; i++)
        if (line.data[i] != character)
            return false;
    return line.len >= SHORTEST_UNDERLINE;
}

static int underline_level(struct str line)
{
    return is_run_of(line, '=') ? 1 : is_run_of(line, '-') ? 2 : 0;
}

/* What the reader of lines remembers. */
struct plain_text_reader {
    struct page_builder builder;
    bool in_list, is_ordered;
};

/* Length of a bullet ("- ", "* ", "• ") or number ("1. ", "2) ") in front of a list item; 0 when there is none. */
static size_t marker_length(struct str line)
{
    static const char *const bullets[] = {"- ", "* ", "+ ", "\xE2\x80\xA2 "};
    size_t at = 0;
    for (size_t i = 0; i < COUNT_OF(bullets); i++)
        if (str_starts(line, str_from(bullets[i])))
            return strlen(bullets[i]);
    while (at < line.len && at < 3 && ascii_is_digit(line.data[at]))
        at++;
    bool number = at && at + 1 < line.len && (line.data[at] == '.' || line.data[at] == ')') && line.data[at + 1] == ' ';
    return number ? at + 2 : 0;
}

static bool ends_like_title(struct str line)
{
    return line.len <= LONGEST_TITLE && line.len && !memchr(".,;:", line.data[line.len - 1], 4);
}

static void plain_add_heading(struct page_builder *builder, struct str line, int level)
{
    builder_break(builder);
    builder_text(builder, line);
    builder->heading = level;
    builder_flush(builder, BLOCK_HEADING);
    builder->heading = 0;
}

/* A list ends where running text begins, and where bullets follow numbers. */
static void plain_begin_block(struct plain_text_reader *reader, bool is_item, bool is_ordered)
{
    struct page_builder *builder = &reader->builder;
    builder_break(builder);
    if (reader->in_list && (!is_item || is_ordered != reader->is_ordered)) {
        builder_close_group(builder);
        reader->in_list = false;
    }
    if (is_item && !reader->in_list) {
        builder_open_list(builder, is_ordered ? BLOCK_ORDERED : 0, 1);
        reader->in_list = true;
        reader->is_ordered = is_ordered;
    }
    if (is_item)
        builder_part(builder, PART_ITEM);
}

/* Takes one line; next: the one after it, trimmed, data NULL at the end. Returns whether next was used too. */
static bool plain_add_line(struct plain_text_reader *reader, struct str line, struct str next, bool first)
{
    struct page_builder *builder = &reader->builder;
    int level = line.len && !builder->text.len ? underline_level(next) : 0;
    bool is_title = first && line.len && next.len == 0 && ends_like_title(line);
    if (level || is_title) {
        plain_begin_block(reader, false, false);
        plain_add_heading(builder, line, level ? level : 1);
        return level > 0;
    }
    size_t marker = marker_length(line);
    if (marker)
        plain_begin_block(reader, true, ascii_is_digit(line.data[0]));
    else if (!line.len)
        builder_break(builder);
    else if (!builder->text.len)
        plain_begin_block(reader, false, false);
    builder_text(builder, (struct str){line.data + marker, line.len - marker});
    builder_text(builder, STR("\n"));
    return false;
}

static bool is_name_byte(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || memchr("-_+.", byte, 4);
}

/* How many letters and the like stand at a byte of the line. */
static size_t name_length(struct str line, size_t at)
{
    size_t end = at;
    while (end < line.len && is_name_byte(line.data[end]))
        end++;
    return end - at;
}

/* ".. note::", ".. _label:", ":tocdepth: 2" */
static bool is_directive(struct str line)
{
    if (str_starts(line, STR(".. "))) {
        size_t end = 3 + name_length(line, 3);
        bool is_label = line.len > 3 && line.data[3] == '_' && str_ends(line, STR(":"));
        return is_label || (end > 3 && str_starts((struct str){line.data + end, line.len - end}, STR("::")));
    }
    size_t end = str_starts(line, STR(":")) ? 1 + name_length(line, 1) : 0;
    return end > 1 && end < line.len && line.data[end] == ':';
}

/* ":exc:`ValueError`" */
static bool has_role(struct str line)
{
    for (size_t at = 0; (at = str_find(line, STR(":`"), at)) < line.len; at++) {
        size_t start = at;
        while (start > 0 && is_name_byte(line.data[start - 1]))
            start--;
        if (start < at && start > 0 && line.data[start - 1] == ':')
            return true;
    }
    return false;
}

/* Two lines that only reStructuredText has tell it: its text is not what readers see. */
static bool is_restructured(struct str document)
{
    enum { TELLING_LINES = 2 };
    struct str rest = document, line;
    int telling = 0;
    while (telling < TELLING_LINES && str_split(&rest, '\n', &line))
        telling += is_directive(str_trim(line)) || has_role(line);
    return telling == TELLING_LINES;
}

enum status page_read_text(struct arena *arena, struct str document, struct page *page, struct error *err)
{
    if (is_restructured(document))
        return error_set(err, E_INVALID, NULL, "it is reStructuredText, which is not read");
    struct plain_text_reader reader = {.in_list = false};
    builder_init(&reader.builder, arena);
    struct str rest = document, line, next;
    bool first = true, more = str_split(&rest, '\n', &next);
    while (more) {
        line = str_trim(next);
        more = str_split(&rest, '\n', &next);
        bool used = plain_add_line(&reader, line, more ? str_trim(next) : (struct str){NULL, 0}, first);
        first = first && !line.len;
        if (used)
            more = str_split(&rest, '\n', &next);
    }
    builder_break(&reader.builder);
    builder_finish(&reader.builder, page);
    return arena_failed(arena) ? error_memory(err) : OK;
}
