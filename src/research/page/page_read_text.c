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

static void add_heading(struct page_builder *builder, struct str line, int level)
{
    builder_break(builder);
    builder_text(builder, line);
    builder->heading = level;
    builder_flush(builder, BLOCK_HEADING);
    builder->heading = 0;
}

/* Takes one line; next: the one after it, trimmed, data NULL at the end. Returns whether next was used too. */
static bool add_line(struct page_builder *builder, struct str line, struct str next, bool first)
{
    int level = line.len ? underline_level(next) : 0;
    if (level && !builder->text.len) {
        add_heading(builder, line, level);
        return true;
    }
    if (first && line.len && next.len == 0 && ends_like_title(line)) {
        add_heading(builder, line, 1);
        return false;
    }
    size_t marker = marker_length(line);
    if (!line.len || marker) {
        builder_break(builder);
        builder->lists = marker > 0;
    }
    builder_text(builder, (struct str){line.data + marker, line.len - marker});
    builder_text(builder, STR("\n"));
    return false;
}

enum status page_read_text(struct arena *arena, struct str document, struct page *page, struct error *err)
{
    struct page_builder builder;
    builder_init(&builder, arena);
    struct str rest = document, line, next;
    bool first = true, more = str_split(&rest, '\n', &next);
    while (more) {
        line = str_trim(next);
        more = str_split(&rest, '\n', &next);
        bool used = add_line(&builder, line, more ? str_trim(next) : (struct str){NULL, 0}, first);
        first = first && !line.len;
        if (used)
            more = str_split(&rest, '\n', &next);
    }
    builder_break(&builder);
    enum status status = builder_finish(&builder, page, err);
    builder_free(&builder);
    return status;
}
