#include "link/markdown/markdown_inline.h"

#include "link/markdown/markdown.h"
#include "link/markdown/markdown_lines.h"

#include <limits.h>

/* A backslash and the character that it escapes. */
static void read_escape(struct markdown_paragraph *paragraph)
{
    markdown_skip(paragraph, markdown_is_edge(paragraph, paragraph->at + 1) ? 1 : 2, false);
    markdown_skip_word(paragraph);
}

/* The place behind the run that closes a code span; 0 when there is none. */
static size_t find_code_end(const struct markdown_paragraph *paragraph, size_t length)
{
    for (size_t at = paragraph->at + length; at < paragraph->end;) {
        const char *tick = memchr(paragraph->content.data + at, '`', paragraph->end - at);
        if (!tick)
            return 0;
        at = (size_t)(tick - paragraph->content.data);
        size_t run = markdown_run(paragraph, at);
        at += run;
        if (run == length)
            return at;
    }
    return 0;
}

/*
 * A code span. When nothing closes the run of backticks, it may belong to a construct that this lexer does not know,
 * and the rest of the paragraph gets no link.
 */
static void inline_read_code(struct markdown_paragraph *paragraph)
{
    size_t end = find_code_end(paragraph, markdown_run(paragraph, paragraph->at));
    markdown_skip(paragraph, (end ? end : paragraph->end) - paragraph->at, true);
}

static void follow_tag(struct markdown_paragraph *paragraph, size_t length)
{
    struct html_tokenizer *tokenizer = html_tokenizer_new((struct str){markdown_rest(paragraph).data, length});
    struct html_token token;
    paragraph->lexer->failed |= !tokenizer;
    if (tokenizer && html_next(tokenizer, &token) && (token.kind == HTML_START || token.kind == HTML_CLOSE)) {
        token.start += paragraph->at;
        token.end += paragraph->at;
        elements_follow(paragraph->elements, paragraph->lexer, &token);
    }
    html_tokenizer_free(tokenizer);
}

/*
 * A tag or an autolink; otherwise "<" is text. Versions of the specification differ in where a comment or declaration
 * ends: the rest of the paragraph behind one gets no link.
 */
static void read_angle(struct markdown_paragraph *paragraph)
{
    char next = markdown_char(paragraph, paragraph->at + 1);
    if (next == '!' || next == '?') {
        markdown_skip_rest(paragraph);
        return;
    }
    size_t autolink = markdown_autolink_length(markdown_rest(paragraph));
    if (autolink) {
        markdown_autolink(paragraph, autolink);
        return;
    }
    size_t tag = markdown_tag_length(markdown_rest(paragraph));
    markdown_flush(paragraph);
    if (tag)
        follow_tag(paragraph, tag);
    markdown_skip(paragraph, tag ? tag : 1, false);
    if (!tag)
        markdown_skip_word(paragraph);
}

/* "!" right before a link turns the link into an image, so the next word gets none. */
static void read_exclamation(struct markdown_paragraph *paragraph)
{
    if (markdown_char(paragraph, paragraph->at + 1) == '[') {
        markdown_open_bracket(paragraph, true);
        return;
    }
    markdown_skip(paragraph, 1, true);
    markdown_skip_word(paragraph);
}

/* A character reference is text. What only looks like one must stay whole. */
static void read_ampersand(struct markdown_paragraph *paragraph)
{
    enum { LONGEST_NAME = 48 };
    struct str text = markdown_rest(paragraph);
    size_t length = 1 + (markdown_char(paragraph, paragraph->at + 1) == '#');
    while (length < text.len && length < LONGEST_NAME && ascii_is_alnum(text.data[length]))
        length++;
    struct buf decoded = {0};
    bool is_whole = length < text.len && text.data[length] == ';';
    bool is_known = is_whole && html_decode_reference(&decoded, text, false) == length + 1;
    paragraph->lexer->failed |= decoded.failed;
    buf_free(&decoded);
    if (is_known)
        paragraph->at += length + 1;
    else
        markdown_skip(paragraph, is_whole ? length + 1 : 1, true);
}

/* --- emphasis --- */

/* Does the run of "_" stand inside a word, where it is no markup? */
static bool is_inner_underscore(const struct markdown_paragraph *paragraph, size_t end)
{
    return paragraph->content.data[paragraph->at] == '_' && paragraph->at > paragraph->start && end < paragraph->end &&
           ascii_is_alnum(paragraph->content.data[paragraph->at - 1]) && ascii_is_alnum(paragraph->content.data[end]);
}

/*
 * A link in front of the run puts a ")" where a letter was. Does the run mean the same then? It does when it can only
 * close emphasis anyway.
 */
static bool closes_safely(const struct markdown_paragraph *paragraph, size_t length)
{
    size_t end = paragraph->at + length;
    if (markdown_is_edge(paragraph, end))
        return true;
    bool pairs =
        paragraph->last_delimiter == paragraph->content.data[paragraph->at] && paragraph->last_length == length;
    return pairs && strchr(".,;:!?", paragraph->content.data[end]) && paragraph->content.data[end] &&
           markdown_is_edge(paragraph, end + 1);
}

/* Notes what the run makes of the text behind it, as well as that can be known from the run alone. */
static void mark_text(struct markdown_paragraph *paragraph, size_t length, bool opens)
{
    unsigned emphasis = (length & 1 ? MARK_ITALIC : 0u) | (length & 2 ? MARK_BOLD : 0u);
    if (paragraph->content.data[paragraph->at] == '~')
        return;
    if (opens)
        paragraph->lexer->emphasis |= emphasis;
    else
        paragraph->lexer->emphasis &= ~emphasis;
}

/*
 * A run of * _ or ~. Whether it opens or closes emphasis depends on the characters at its sides, and a link beside it
 * changes one of them. So a word that touches the run is linked only where that makes no difference.
 */
static void read_emphasis(struct markdown_paragraph *paragraph)
{
    size_t length = markdown_run(paragraph, paragraph->at), end = paragraph->at + length;
    if (is_inner_underscore(paragraph, end)) {
        paragraph->at = end;
        return;
    }
    bool opens_safely = paragraph->at == paragraph->start || markdown_is_edge(paragraph, paragraph->at - 1);
    if (!opens_safely && !closes_safely(paragraph, length))
        markdown_skip_back(paragraph);
    bool opens = opens_safely && !markdown_is_edge(paragraph, end);
    paragraph->last_delimiter = opens ? paragraph->content.data[paragraph->at] : '\0';
    paragraph->last_length = length;
    markdown_flush(paragraph);
    mark_text(paragraph, length, opens);
    markdown_skip(paragraph, length, false);
    if (!opens_safely)
        markdown_skip_word(paragraph);
}

/* --- lines and cells --- */

/* The edge of a table cell; elsewhere a sign, but no link may make it one. */
static void read_bar(struct markdown_paragraph *paragraph)
{
    markdown_skip(paragraph, 1, false);
    if (paragraph->is_table)
        lexer_break(paragraph->lexer);
}

/* The end of a table's row; a hard line break behind two spaces or a backslash; otherwise a blank. */
static void read_line_break(struct markdown_paragraph *paragraph)
{
    size_t at = paragraph->at;
    bool is_hard = markdown_char(paragraph, at - 1) == '\\' ||
                   (markdown_char(paragraph, at - 1) == ' ' && markdown_char(paragraph, at - 2) == ' ');
    if (!paragraph->is_table && !is_hard) {
        paragraph->at++;
        return;
    }
    markdown_skip(paragraph, 1, false);
    if (paragraph->is_table)
        lexer_break(paragraph->lexer);
    else
        lexer_break_line(paragraph->lexer);
}

/* --- addresses --- */

/* Does what makes a run without blanks an address stand here? */
static bool inline_is_address(const struct markdown_paragraph *paragraph)
{
    switch (paragraph->content.data[paragraph->at]) {
    case '@':
        return true;
    case ':':
        return str_starts(markdown_rest(paragraph), STR("://"));
    case 'w':
    case 'W':
        return str_istarts(markdown_rest(paragraph), STR("www."));
    default:
        return false;
    }
}

/* Many implementations turn bare addresses into links: a run without blanks that holds one gets no link inside. */
static void begin_address(struct markdown_paragraph *paragraph)
{
    markdown_skip_back(paragraph);
    paragraph->address_end = paragraph->at;
    while (!markdown_is_edge(paragraph, paragraph->address_end))
        paragraph->address_end++;
}

/* --- all of it --- */

static void read_bracket(struct markdown_paragraph *paragraph)
{
    markdown_open_bracket(paragraph, false);
}

/* The marker of a block quote stood here. */
static void read_quote(struct markdown_paragraph *paragraph)
{
    markdown_skip(paragraph, 1, false);
}

typedef void read_sign(struct markdown_paragraph *paragraph);

static read_sign *const signs[UCHAR_MAX + 1] = {
    ['\\'] = read_escape,           ['`'] = inline_read_code, ['<'] = read_angle,     ['['] = read_bracket,
    [']'] = markdown_close_bracket, ['!'] = read_exclamation, ['&'] = read_ampersand, ['*'] = read_emphasis,
    ['_'] = read_emphasis,          ['~'] = read_emphasis,    ['|'] = read_bar,       ['\v'] = read_quote,
    ['\n'] = read_line_break,       ['\r'] = read_line_break,
};

static void read_one(struct markdown_paragraph *paragraph)
{
    if (paragraph->at >= paragraph->address_end && inline_is_address(paragraph))
        begin_address(paragraph);
    if (paragraph->at == paragraph->address_end)
        markdown_skip(paragraph, 0, false);
    read_sign *read = signs[(unsigned char)paragraph->content.data[paragraph->at]];
    if (read)
        read(paragraph);
    else
        paragraph->at++;
}

static size_t count_closers(struct str text)
{
    size_t count = 0;
    for (size_t i = 0; i < text.len; i++)
        count += text.data[i] == ']';
    return count;
}

/* Is the second line of the text the one between the head of a table and its body, such as "|:--|--|"? */
static bool is_table(struct str text)
{
    size_t second, next, end = markdown_line_end(text, 0, &second);
    end = markdown_line_end(text, second, &next);
    bool has_bar = false, has_dash = false;
    for (size_t i = second; i < end; i++) {
        has_bar |= text.data[i] == '|';
        has_dash |= text.data[i] == '-';
        if (!memchr("|-: \t\v", text.data[i], 6))
            return false;
    }
    return has_dash && (has_bar || memchr(text.data, '|', second));
}

void markdown_inline(struct lexer *lexer, struct elements *elements, struct markdown_references *references,
                     size_t from, size_t to)
{
    struct markdown_paragraph paragraph = {.lexer = lexer,
                                           .elements = elements,
                                           .references = references,
                                           .content = lexer->content,
                                           .start = from,
                                           .at = from,
                                           .end = to,
                                           .text_start = from};
    unsigned emphasis = lexer->emphasis;
    paragraph.closers = count_closers(markdown_rest(&paragraph));
    paragraph.is_table = is_table(markdown_rest(&paragraph));
    if (paragraph.is_table)
        lexer->block = IN_CELL;
    lexer_break(lexer);
    while (paragraph.at < to && !lexer->failed && !lexer->is_full)
        read_one(&paragraph);
    markdown_flush(&paragraph);
    lexer->emphasis = emphasis;
    lexer_break(lexer);
}
