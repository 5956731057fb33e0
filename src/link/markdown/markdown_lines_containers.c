#include "link/markdown/markdown_lines.h"

/* Finds `text` and `indent` of a line whose other members are set. */
static void markdown_measure(struct markdown_line *line)
{
    size_t column = line->column;
    for (line->text = line->at; line->text < line->end; line->text++) {
        char character = line->data[line->text];
        if (character != ' ' && character != '\t')
            break;
        column += character == '\t' ? 4 - column % 4 : 1;
    }
    line->indent = line->tab_left + column - line->column;
}

/* Passes over so many columns of blanks. A tab may be used up in part. */
static void pass_blanks(struct markdown_line *line, size_t columns)
{
    while (columns) {
        if (!line->tab_left) {
            if (line->at == line->end || (line->data[line->at] != ' ' && line->data[line->at] != '\t'))
                break;
            line->tab_left = line->data[line->at++] == '\t' ? 4 - line->column % 4 : 1;
            line->column += line->tab_left;
        }
        size_t used = columns < line->tab_left ? columns : line->tab_left;
        line->tab_left -= used;
        columns -= used;
    }
    markdown_measure(line);
}

/* Passes over the blanks before the text, and over so many characters of it. */
static void pass_text(struct markdown_line *line, size_t length)
{
    pass_blanks(line, line->indent);
    line->at += length;
    line->column += length;
    markdown_measure(line);
}

static bool is_quote(const struct markdown_line *line)
{
    return line->indent < 4 && line->text < line->end && line->data[line->text] == '>';
}

/* Passes over the marker of a block quote, with one blank behind it. */
static void pass_quote(struct markdown_line *line)
{
    line->data[line->text] = '\v';
    pass_text(line, 1);
    pass_blanks(line, 1);
}

static bool continues(struct markdown_container *container, struct markdown_line *line)
{
    bool is_blank = line->text == line->end;
    if (container->is_quote && is_quote(line)) {
        pass_quote(line);
        return true;
    }
    if (container->is_quote || (is_blank ? container->is_empty : line->indent < container->indent))
        return false;
    pass_blanks(line, is_blank ? line->indent : container->indent);
    container->is_empty &= is_blank;
    return true;
}

size_t markdown_continue(struct markdown_containers *containers, struct markdown_line *line)
{
    size_t count = 0;
    markdown_measure(line);
    while (count < containers->count && continues(&containers->open[count], line))
        count++;
    return count;
}

/* Passes over the list marker. What follows tells how far the item's text is indented. */
static struct markdown_container pass_marker(struct markdown_line *line, size_t length)
{
    size_t offset = line->indent + length;
    pass_text(line, length);
    bool is_empty = line->text == line->end;
    size_t blanks = is_empty || line->indent > 4 ? 1 : line->indent;
    pass_blanks(line, blanks);
    return (struct markdown_container){.indent = offset + blanks, .is_empty = is_empty};
}

bool markdown_begin(struct markdown_line *line, bool in_paragraph, struct markdown_container *container)
{
    if (is_quote(line)) {
        pass_quote(line);
        *container = (struct markdown_container){.is_quote = true};
        return true;
    }
    struct str text = {line->data + line->text, line->end - line->text};
    bool is_break = markdown_is_thematic_break(text) || (in_paragraph && markdown_underline_level(text));
    size_t length = line->indent < 4 && !is_break ? markdown_list_marker(text, in_paragraph) : 0;
    if (length)
        *container = pass_marker(line, length);
    return length > 0;
}
