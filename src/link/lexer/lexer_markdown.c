#include "link/lexer/markdown.h"

/* The containers (block quotes, list items) around the beginning of a block. The block ends where they end. */
struct containers {
    size_t quotes; /* block quotes around it */
    size_t indent; /* columns by which the list item around it indents its content */
};

struct markdown_lexer {
    struct lexer lexer;
    struct elements elements;
    char *masked; /* the content, with the markers of block quotes replaced by "\v": what the lexer reads */
    bool in_paragraph;
    size_t block_start, block_end; /* of the paragraph, or of the HTML block */
    struct containers block;       /* of the fenced code or HTML block */
    char fence;                    /* character of the open code fence, '\0': none */
    size_t fence_length;
    enum markdown_html_end html_end; /* of the open HTML block */
    size_t list_indent;              /* of the innermost list item that is open */
    size_t list_quotes;              /* block quotes around that list */
    size_t quotes;                   /* block quotes around the paragraph */
};

/* A line without the markers of its containers. */
struct line {
    size_t start, end;  /* bytes, without the line break */
    size_t text;        /* first byte that is no blank */
    size_t indent;      /* columns before it, inside the containers */
    size_t full_indent; /* columns before it in its block quotes, list items included */
    size_t quotes;
    bool starts_item;
};

static struct str line_text(const struct markdown_lexer *markdown, const struct line *line)
{
    return (struct str){markdown->masked + line->text, line->end - line->text};
}

/* --- containers --- */

/* Moves *at past blanks and returns how many columns they fill from `column` on. */
static size_t skip_indent(const char *data, size_t *at, size_t end, size_t column)
{
    size_t start = column;
    for (; *at < end && (data[*at] == ' ' || data[*at] == '\t'); ++*at)
        column += data[*at] == '\t' ? 4 - column % 4 : 1;
    return column - start;
}

/*
 * Is the text a thematic break: three or more of one of * - _ ? It must be asked before a list item, which begins
 * alike.
 */
static bool is_thematic_break(struct str text)
{
    size_t count = 0;
    for (size_t i = 0; i < text.len; i++) {
        if (text.data[i] == ' ' || text.data[i] == '\t')
            continue;
        if (text.data[i] != text.data[0] || !memchr("*-_", text.data[i], 3))
            return false;
        count++;
    }
    return count >= 3;
}

/*
 * Length of the list marker that the text begins with, 0: none. interrupts: a paragraph is open. Neither an ordered
 * list that begins with another number than 1 nor an empty item can interrupt one.
 */
static size_t list_marker(struct str text, bool interrupts)
{
    size_t length = 0;
    while (length < text.len && length < 9 && ascii_is_digit(text.data[length]))
        length++;
    bool is_one = length == 1 && text.data[0] == '1';
    if (length == text.len || !memchr(length ? ".)" : "-+*", text.data[length], length ? 2 : 3))
        return 0;
    bool is_ordered = length > 0;
    length++;
    bool is_empty = str_trim((struct str){text.data + length, text.len - length}).len == 0;
    if (!is_empty && text.data[length] != ' ' && text.data[length] != '\t')
        return 0;
    return interrupts && (is_empty || (is_ordered && !is_one)) ? 0 : length;
}

/* Reads one marker of a block quote or list item at the line's text; false when there is none. */
static bool read_marker(struct markdown_lexer *markdown, struct line *line)
{
    struct str text = line_text(markdown, line);
    if (!text.len || line->indent >= 4)
        return false;
    if (text.data[0] == '>') {
        markdown->masked[line->text++] = '\v';
        if (line->text < line->end && markdown->masked[line->text] == ' ')
            line->text++;
        line->quotes++;
        if (markdown->list_quotes < line->quotes)
            markdown->list_indent = 0;
        line->indent = line->full_indent = skip_indent(markdown->masked, &line->text, line->end, 0);
        return true;
    }
    bool interrupts = markdown->in_paragraph && !line->starts_item &&
                      (markdown->list_indent == 0 || line->full_indent >= markdown->list_indent);
    size_t length = is_thematic_break(text) ? 0 : list_marker(text, interrupts);
    if (!length)
        return false;
    size_t column = line->full_indent + length;
    markdown->list_quotes = line->quotes;
    line->text += length;
    line->indent = skip_indent(markdown->masked, &line->text, line->end, column);
    markdown->list_indent = column + (line->indent > 4 || line->text == line->end ? 1 : line->indent);
    line->full_indent = column + line->indent;
    line->indent = line->full_indent - markdown->list_indent;
    line->starts_item = true;
    return true;
}

/* Subtracts the indentation of the open list item from that of the line, or leaves the item. */
static void enter_item(struct markdown_lexer *markdown, struct line *line)
{
    if (line->text == line->end || line->starts_item || line->quotes != markdown->list_quotes)
        return;
    if (line->full_indent >= markdown->list_indent)
        line->indent = line->full_indent - markdown->list_indent;
    else if (!markdown->in_paragraph)
        markdown->list_indent = 0;
}

static struct line read_line(struct markdown_lexer *markdown, size_t start, size_t end)
{
    struct line line = {.start = start, .end = end, .text = start};
    line.indent = line.full_indent = skip_indent(markdown->masked, &line.text, end, 0);
    enter_item(markdown, &line);
    while (read_marker(markdown, &line))
        enter_item(markdown, &line);
    if (line.text < end && line.quotes < markdown->list_quotes && !markdown->in_paragraph)
        markdown->list_indent = 0;
    return line;
}

/* --- blocks --- */

/* Adds text that gets no link, as a block of its own. */
static void add_blocked(struct markdown_lexer *markdown, size_t from, size_t to)
{
    unsigned outside = markdown->lexer.blocked;
    lexer_break(&markdown->lexer);
    markdown->lexer.blocked |= BLOCK_OTHER;
    lexer_add_text(&markdown->lexer, from, to, false);
    markdown->lexer.blocked = outside;
    lexer_break(&markdown->lexer);
}

/* Is it, or could it be, a link reference definition "[label]: destination"? */
static bool is_definition(struct str text)
{
    return text.len && text.data[0] == '[' && memmem(text.data, text.len, "]:", 2);
}

static void end_paragraph(struct markdown_lexer *markdown, bool is_heading)
{
    if (!markdown->in_paragraph)
        return;
    markdown->in_paragraph = false;
    struct str text = {markdown->masked + markdown->block_start, markdown->block_end - markdown->block_start};
    if (is_heading || is_definition(text))
        add_blocked(markdown, markdown->block_start, markdown->block_end);
    else
        markdown_inline(&markdown->lexer, &markdown->elements, markdown->block_start, markdown->block_end);
}

/* Lexes the HTML block that ends here. Its text gets no link; an element that it leaves open stays open behind it. */
static void end_html(struct markdown_lexer *markdown)
{
    if (markdown->html_end == NO_HTML_BLOCK)
        return;
    markdown->html_end = NO_HTML_BLOCK;
    struct str html = {markdown->masked + markdown->block_start, markdown->block_end - markdown->block_start};
    struct html_tokenizer *tokenizer = html_tokenizer_new(html);
    struct html_token token;
    markdown->lexer.failed |= !tokenizer;
    while (tokenizer && html_next(tokenizer, &token)) {
        token.start += markdown->block_start;
        token.end += markdown->block_start;
        if (token.kind == HTML_START || token.kind == HTML_CLOSE)
            elements_follow(&markdown->elements, &markdown->lexer, &token);
        if (token.kind == HTML_TEXT && !markdown->elements.is_hidden)
            add_blocked(markdown, token.start, token.end);
    }
    html_tokenizer_free(tokenizer);
    lexer_break(&markdown->lexer);
}

static void add_to_paragraph(struct markdown_lexer *markdown, const struct line *line)
{
    if (markdown->in_paragraph && line->quotes > markdown->quotes)
        end_paragraph(markdown, false);
    if (!markdown->in_paragraph) {
        markdown->block_start = line->text;
        markdown->quotes = line->quotes;
    }
    markdown->in_paragraph = true;
    markdown->block_end = line->end;
}

static struct containers containers_of(const struct markdown_lexer *markdown, const struct line *line)
{
    return (struct containers){line->quotes, markdown->list_indent};
}

/* Length of the code fence (three or more ` or ~) that the text begins with, 0: none. */
static size_t fence_length(struct str text, bool closing)
{
    size_t length = 0;
    while (length < text.len && text.data[length] == text.data[0])
        length++;
    if (length < 3 || !memchr("`~", text.data[0], 2))
        return 0;
    struct str info = str_trim((struct str){text.data + length, text.len - length});
    if (closing ? info.len > 0 : text.data[0] == '`' && memchr(info.data, '`', info.len))
        return 0;
    return length;
}

static bool is_atx_heading(struct str text)
{
    size_t length = 0;
    while (length < text.len && text.data[length] == '#')
        length++;
    return length >= 1 && length <= 6 && (length == text.len || ascii_is_space(text.data[length]));
}

static bool is_setext_underline(struct str text)
{
    text = str_trim(text);
    size_t length = 0;
    while (length < text.len && text.data[length] == text.data[0])
        length++;
    return length && length == text.len && memchr("=-", text.data[0], 2);
}

/* --- lines --- */

/* Reads a line while fenced code or an HTML block is open. False: the line is not part of it and must be read anew. */
static bool continue_block(struct markdown_lexer *markdown, size_t start, size_t end)
{
    size_t quotes = 0, at = start, indent = skip_indent(markdown->masked, &at, end, 0);
    while (quotes < markdown->block.quotes && at < end && markdown->masked[at] == '>') {
        markdown->masked[at++] = '\v';
        at += at < end && markdown->masked[at] == ' ';
        indent = skip_indent(markdown->masked, &at, end, 0);
        quotes++;
    }
    struct str text = {markdown->masked + at, end - at};
    bool left = quotes < markdown->block.quotes || (text.len && indent < markdown->block.indent);
    bool is_last = markdown->fence ? text.len && text.data[0] == markdown->fence &&
                                         fence_length(text, true) >= markdown->fence_length
                                   : markdown_html_block_ends(markdown->html_end, text);
    bool is_blank_end = markdown->html_end == ENDS_AT_BLANK && !text.len;
    if (markdown->fence && !left)
        add_blocked(markdown, at, end);
    if (markdown->html_end && !left && !is_blank_end)
        markdown->block_end = end;
    if (left || is_last || is_blank_end) {
        markdown->fence = '\0';
        end_html(markdown);
    }
    return !left;
}

/*
 * Only a paragraph may continue a list item with less indentation than the item has. Any other block with less
 * indentation begins behind the list.
 */
static void leave_item(struct markdown_lexer *markdown, const struct line *line)
{
    end_paragraph(markdown, false);
    bool is_outside = line->full_indent < markdown->list_indent || line->quotes < markdown->list_quotes;
    if (!line->starts_item && is_outside)
        markdown->list_indent = 0;
    markdown->quotes = line->quotes;
}

static void start_fence(struct markdown_lexer *markdown, const struct line *line, size_t length)
{
    leave_item(markdown, line);
    markdown->fence = markdown->masked[line->text];
    markdown->fence_length = length;
    markdown->block = containers_of(markdown, line);
}

static void start_html(struct markdown_lexer *markdown, const struct line *line, enum markdown_html_end html_end)
{
    leave_item(markdown, line);
    markdown->html_end = html_end;
    markdown->block_start = line->text;
    markdown->block_end = line->end;
    markdown->block = containers_of(markdown, line);
    if (markdown_html_block_ends(html_end, line_text(markdown, line)))
        end_html(markdown);
}

/* Adds a line that is a whole block, but no running text: a heading, or indented code. */
static void add_line_blocked(struct markdown_lexer *markdown, const struct line *line)
{
    leave_item(markdown, line);
    add_blocked(markdown, line->text, line->end);
}

static void add_line(struct markdown_lexer *markdown, size_t start, size_t end)
{
    if ((markdown->fence || markdown->html_end) && continue_block(markdown, start, end))
        return;
    struct line line = read_line(markdown, start, end);
    struct str text = line_text(markdown, &line);
    if (line.starts_item || !text.len)
        end_paragraph(markdown, false);
    if (!text.len)
        return;
    if (line.indent >= 4 && !markdown->in_paragraph) {
        add_line_blocked(markdown, &line);
        return;
    }
    size_t fence = line.indent < 4 ? fence_length(text, false) : 0;
    enum markdown_html_end html = line.indent < 4 ? markdown_html_block(text, markdown->in_paragraph) : NO_HTML_BLOCK;
    if (fence)
        start_fence(markdown, &line, fence);
    else if (line.indent < 4 && is_atx_heading(text))
        add_line_blocked(markdown, &line);
    else if (line.indent < 4 && markdown->in_paragraph && is_setext_underline(text))
        end_paragraph(markdown, true);
    else if (line.indent < 4 && is_thematic_break(text))
        leave_item(markdown, &line);
    else if (html)
        start_html(markdown, &line, html);
    else
        add_to_paragraph(markdown, &line);
}

enum status lex_markdown(struct arena *arena, struct str content, size_t max_words, struct lexed *lexed,
                         struct error *err)
{
    struct markdown_lexer markdown = {0};
    lexer_init(&markdown.lexer, arena, content, max_words, lexed);
    content = markdown.lexer.content;
    markdown.masked = arena_copy_n(arena, content.data, content.len);
    if (!markdown.masked)
        return error_memory(err);
    markdown.lexer.content.data = markdown.masked;
    bool open;
    for (size_t start = markdown_front_matter(content, &open), next; start < content.len; start = next) {
        size_t end = markdown_line_end(content, start, &next);
        add_line(&markdown, start, end);
        if (markdown.lexer.is_full || markdown.lexer.failed)
            break;
    }
    end_paragraph(&markdown, false);
    end_html(&markdown);
    return lexer_finish(&markdown.lexer, err);
}
