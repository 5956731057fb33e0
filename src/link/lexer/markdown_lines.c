#include "link/lexer/markdown_lines.h"

#include "link/lexer/lexer.h"

size_t markdown_line_end(struct str content, size_t start, size_t *next)
{
    size_t end = start;
    while (end < content.len && content.data[end] != '\n' && content.data[end] != '\r')
        end++;
    *next = end + (end < content.len);
    if (*next < content.len && content.data[end] == '\r' && content.data[*next] == '\n')
        ++*next;
    return end;
}

/* Nothing but spaces and tabs? */
static bool lines_is_blank(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (text.data[i] != ' ' && text.data[i] != '\t')
            return false;
    return true;
}

size_t markdown_find_unescaped(struct str text, size_t from, char wanted, char stop)
{
    for (size_t place = from; place < text.len; place++) {
        char character = text.data[place];
        if (character == wanted)
            return place;
        if (character == stop || (wanted == '>' && (character == '\n' || character == '\r')))
            return 0;
        place += character == '\\';
    }
    return 0;
}

/* How many times the first character of the text stands at its beginning. */
static size_t run_length(struct str text)
{
    size_t length = 0;
    while (length < text.len && text.data[length] == text.data[0])
        length++;
    return length;
}

static bool begins_with_one_of(struct str text, const char *characters)
{
    return text.len && text.data[0] && strchr(characters, text.data[0]);
}

bool markdown_is_thematic_break(struct str text)
{
    size_t count = 0;
    if (!begins_with_one_of(text, "*-_"))
        return false;
    for (size_t i = 0; i < text.len; i++) {
        if (text.data[i] == ' ' || text.data[i] == '\t')
            continue;
        if (text.data[i] != text.data[0])
            return false;
        count++;
    }
    return count >= 3;
}

size_t markdown_heading_level(struct str text)
{
    size_t length = begins_with_one_of(text, "#") ? run_length(text) : 0;
    bool ends = length == text.len || text.data[length] == ' ' || text.data[length] == '\t';
    return length <= 6 && ends ? length : 0;
}

size_t markdown_underline_level(struct str text)
{
    if (!begins_with_one_of(text, "=-") || !lines_is_blank(markdown_tail(text, run_length(text))))
        return 0;
    return text.data[0] == '=' ? 1 : 2;
}

size_t markdown_fence_length(struct str text, bool closing)
{
    size_t length = begins_with_one_of(text, "`~") ? run_length(text) : 0;
    if (length < 3)
        return 0;
    struct str info = markdown_tail(text, length);
    if (closing ? !lines_is_blank(info) : text.data[0] == '`' && memchr(info.data, '`', info.len))
        return 0;
    return length;
}

/*
 * Length of the list marker that the text begins with, 0: none. interrupts: a paragraph is open; neither an ordered
 * list that begins with another number than 1 nor an empty item can interrupt one.
 */
static size_t markdown_list_marker(struct str text, bool interrupts)
{
    size_t length = 0;
    while (length < text.len && length < 9 && ascii_is_digit(text.data[length]))
        length++;
    bool is_one = length == 1 && text.data[0] == '1', is_ordered = length > 0;
    if (!begins_with_one_of(markdown_tail(text, length), is_ordered ? ".)" : "-+*"))
        return 0;
    struct str item = markdown_tail(text, length + 1);
    bool is_empty = lines_is_blank(item);
    if (!is_empty && item.data[0] != ' ' && item.data[0] != '\t')
        return 0;
    return interrupts && (is_empty || (is_ordered && !is_one)) ? 0 : length + 1;
}

/* --- what stands before the text --- */

/* The front matter of YAML and of TOML: the line before it, and those that may end it. */
static const struct fence {
    const char *begin, *end, *other_end;
} fences[] = {{"---", "---", "..."}, {"+++", "+++", "+++"}};

static bool is_line(struct str line, const char *wanted)
{
    size_t length = strlen(wanted);
    return str_starts(line, (struct str){wanted, length}) &&
           lines_is_blank((struct str){line.data + length, line.len - length});
}

/* Where the text begins behind the line that ends the front matter; 0 when none does. */
static size_t find_end(struct str content, const struct fence *fence, size_t start)
{
    for (size_t next; start < content.len; start = next) {
        size_t end = markdown_line_end(content, start, &next);
        struct str line = {content.data + start, end - start};
        if (is_line(line, fence->end) || is_line(line, fence->other_end))
            return next;
    }
    return 0;
}

size_t markdown_front_matter(struct str content, bool *open)
{
    size_t mark = str_starts(content, STR("\xEF\xBB\xBF")) ? 3 : 0;
    size_t next, end = markdown_line_end(content, mark, &next);
    struct str first = {content.data + mark, end - mark};
    *open = next == content.len && first.len < 3; /* of a part, the first line may be cut */
    for (size_t i = 0; i < COUNT_OF(fences); i++) {
        if (!is_line(first, fences[i].begin))
            continue;
        size_t text = find_end(content, &fences[i], next);
        *open = text == 0;
        return text;
    }
    return 0;
}

size_t markdown_settled(struct str part)
{
    struct str text = str_trim(part);
    bool open;
    size_t settled = 0;
    markdown_front_matter(part, &open);
    if (!text.len || text.data[0] == '<' || open)
        return 0;
    for (size_t start = 0, next; start < part.len; start = next) {
        size_t end = markdown_line_end(part, start, &next);
        if (end < part.len && lines_is_blank((struct str){part.data + start, end - start}))
            settled = next;
    }
    return settled;
}

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

static char at(struct str text, size_t place)
{
    return place < text.len ? text.data[place] : '\0';
}

static bool is_letter(char character)
{
    return ascii_is_alnum(character) && !ascii_is_digit(character);
}

static size_t skip_html_blanks(struct str text, size_t place)
{
    while (place < text.len && ascii_is_space(text.data[place]))
        place++;
    return place;
}

/* --- tags (https://spec.commonmark.org/0.31.2/#raw-html) --- */

/* The place behind the tag name that begins here; `place` when none does. */
static size_t tag_name(struct str text, size_t place)
{
    if (!is_letter(at(text, place)))
        return place;
    while (ascii_is_alnum(at(text, place)) || at(text, place) == '-')
        place++;
    return place;
}

static bool is_name_char(char character, bool is_first)
{
    return is_letter(character) || character == '_' || character == ':' ||
           (!is_first && (ascii_is_digit(character) || character == '.' || character == '-'));
}

/* The place behind the attribute value that begins here; 0 when none does. */
static size_t attribute_value(struct str text, size_t place)
{
    char quote = at(text, place);
    if (quote == '"' || quote == '\'') {
        const char *end = memchr(text.data + place + 1, quote, text.len - place - 1);
        return end ? (size_t)(end - text.data) + 1 : 0;
    }
    size_t start = place;
    while (place < text.len && !ascii_is_space(text.data[place]) && !strchr("\"'=<>`", text.data[place]))
        place++;
    return place > start ? place : 0;
}

/* The place behind an attribute and the blanks before it; `place` when there is none, 0 when it is malformed. */
static size_t attribute(struct str text, size_t place)
{
    size_t name = skip_html_blanks(text, place);
    if (name == place || !is_name_char(at(text, name), true))
        return place;
    size_t end = name;
    while (is_name_char(at(text, end), end == name))
        end++;
    size_t equals = skip_html_blanks(text, end);
    return at(text, equals) == '=' ? attribute_value(text, skip_html_blanks(text, equals + 1)) : end;
}

size_t markdown_tag_length(struct str text)
{
    bool closes = str_starts(text, STR("</"));
    size_t name = closes ? 2 : 1, place = tag_name(text, name);
    if (place == name)
        return 0;
    for (size_t next; !closes && (next = attribute(text, place)) != place; place = next)
        if (!next)
            return 0;
    place = skip_html_blanks(text, place);
    place += !closes && at(text, place) == '/';
    return at(text, place) == '>' ? place + 1 : 0;
}

/* --- autolinks --- */

/* The place of the ":" behind the scheme of "<scheme:"; 0 when there is none. */
static size_t scheme_end(struct str text)
{
    size_t place = 1;
    while (ascii_is_alnum(at(text, place)) || (at(text, place) && strchr("+.-", at(text, place))))
        place++;
    return place >= 3 && place <= 33 && is_letter(at(text, 1)) && at(text, place) == ':' ? place : 0;
}

size_t markdown_autolink_length(struct str text)
{
    bool has_at = false;
    size_t place = 1;
    for (; place < text.len && text.data[place] != '>'; place++) {
        if (text.data[place] == '<' || ascii_is_space(text.data[place]))
            return 0;
        has_at |= text.data[place] == '@';
    }
    return place < text.len && (has_at || scheme_end(text)) ? place + 1 : 0;
}

/* --- blocks (https://spec.commonmark.org/0.31.2/#html-blocks) --- */

static const char *const verbatim_names[] = {"pre", "script", "style", "textarea", NULL};

static const char *const block_names[] = {
    "address",  "article",  "aside",    "base",       "basefont", "blockquote", "body",   "caption",
    "center",   "col",      "colgroup", "dd",         "details",  "dialog",     "dir",    "div",
    "dl",       "dt",       "fieldset", "figcaption", "figure",   "footer",     "form",   "frame",
    "frameset", "h1",       "h2",       "h3",         "h4",       "h5",         "h6",     "head",
    "header",   "hr",       "html",     "iframe",     "legend",   "li",         "link",   "main",
    "menu",     "menuitem", "nav",      "noframes",   "ol",       "optgroup",   "option", "p",
    "param",    "search",   "section",  "source",     "summary",  "table",      "tbody",  "td",
    "tfoot",    "th",       "thead",    "title",      "tr",       "track",      "ul",     NULL,
};

static enum markdown_html_end declaration_block(struct str line)
{
    if (str_starts(line, STR("<!--")))
        return ENDS_AT_COMMENT;
    if (str_starts(line, STR("<![CDATA[")))
        return ENDS_AT_CDATA;
    return is_letter(at(line, 2)) ? ENDS_AT_DECLARATION : NO_HTML_BLOCK;
}

enum markdown_html_end markdown_html_block(struct str line, bool in_paragraph)
{
    if (at(line, 0) != '<')
        return NO_HTML_BLOCK;
    if (at(line, 1) == '!')
        return declaration_block(line);
    if (at(line, 1) == '?')
        return ENDS_AT_INSTRUCTION;
    size_t start = at(line, 1) == '/' ? 2 : 1;
    size_t end = tag_name(line, start);
    struct str name = {line.data + start, end - start};
    char next = at(line, end);
    bool ends = next == '\0' || ascii_is_space(next) || next == '>';
    if (start == 1 && ends && word_list_ihas(verbatim_names, name))
        return ENDS_AT_CLOSE;
    if ((ends || str_starts(markdown_tail(line, end), STR("/>"))) && word_list_ihas(block_names, name))
        return ENDS_AT_BLANK;
    size_t length = in_paragraph ? 0 : markdown_tag_length(line);
    return length && skip_html_blanks(line, length) == line.len ? ENDS_AT_BLANK : NO_HTML_BLOCK;
}

/* Does the line hold the end tag of any of verbatim_names? */
static bool holds_close(struct str line)
{
    for (size_t place = 0; place + 2 < line.len; place++) {
        if (line.data[place] != '<' || line.data[place + 1] != '/')
            continue;
        size_t end = tag_name(line, place + 2);
        if (at(line, end) == '>' &&
            word_list_ihas(verbatim_names, (struct str){line.data + place + 2, end - place - 2}))
            return true;
    }
    return false;
}

bool markdown_html_block_ends(enum markdown_html_end end, struct str line)
{
    static const char *const ends[] = {
        [ENDS_AT_COMMENT] = "-->", [ENDS_AT_INSTRUCTION] = "?>", [ENDS_AT_DECLARATION] = ">", [ENDS_AT_CDATA] = "]]>"};
    if (end == ENDS_AT_CLOSE)
        return holds_close(line);
    return end >= ENDS_AT_COMMENT && str_find(line, str_from(ends[end]), 0) < line.len;
}
