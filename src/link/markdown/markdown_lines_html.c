#include "link/markdown/markdown_lines.h"

#include "link/markdown/markdown.h"
#include "text/word_list.h"

static char at(struct str text, size_t place)
{
    return place < text.len ? text.data[place] : '\0';
}

static bool is_letter(char character)
{
    return ascii_is_alnum(character) && !ascii_is_digit(character);
}

static size_t lines_html_skip_blanks(struct str text, size_t place)
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
    size_t name = lines_html_skip_blanks(text, place);
    if (name == place || !is_name_char(at(text, name), true))
        return place;
    size_t end = name;
    while (is_name_char(at(text, end), end == name))
        end++;
    size_t equals = lines_html_skip_blanks(text, end);
    return at(text, equals) == '=' ? attribute_value(text, lines_html_skip_blanks(text, equals + 1)) : end;
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
    place = lines_html_skip_blanks(text, place);
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
    return length && lines_html_skip_blanks(line, length) == line.len ? ENDS_AT_BLANK : NO_HTML_BLOCK;
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
