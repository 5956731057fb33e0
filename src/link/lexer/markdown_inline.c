#include "link/lexer/markdown.h"

/* One paragraph while it is read. */
struct paragraph {
    struct lexer *lexer;
    struct elements *elements;
    struct str content;
    size_t at, end;
    size_t text_start;   /* from here to `at` there is text that has not been lexed yet */
    size_t brackets;     /* "[" that are open: what is inside may be the text of a link */
    char last_delimiter; /* character of the last run of * _ or ~, when it can only open emphasis; '\0' otherwise */
    size_t last_length;  /* of that run */
};

static char char_at(const struct paragraph *paragraph, size_t place)
{
    return place < paragraph->end ? paragraph->content.data[place] : '\0';
}

static struct str rest(const struct paragraph *paragraph)
{
    return (struct str){paragraph->content.data + paragraph->at, paragraph->end - paragraph->at};
}

/* Lexes text [from, to); blocked: no link may be in it. */
static void add_text(struct paragraph *paragraph, size_t from, size_t to, bool blocked)
{
    unsigned outside = paragraph->lexer->blocked;
    if (from >= to || paragraph->elements->is_hidden)
        return;
    if (blocked || paragraph->brackets)
        paragraph->lexer->blocked |= BLOCK_OTHER;
    lexer_add_text(paragraph->lexer, from, to, true);
    paragraph->lexer->blocked = outside;
}

static void flush_text(struct paragraph *paragraph)
{
    add_text(paragraph, paragraph->text_start, paragraph->at, false);
    paragraph->text_start = paragraph->at;
}

/* Passes over markup (is_text: over text that gets no link). No link reaches across it. */
static void skip(struct paragraph *paragraph, size_t length, bool is_text)
{
    flush_text(paragraph);
    lexer_break_phrase(paragraph->lexer);
    if (is_text)
        add_text(paragraph, paragraph->at, paragraph->at + length, true);
    paragraph->at += length;
    paragraph->text_start = paragraph->at;
    lexer_break_phrase(paragraph->lexer);
}

/* Passes over the word that follows: a "[" in front of it would be read together with what stands before. */
static void block_next_word(struct paragraph *paragraph)
{
    size_t length = 0;
    while (paragraph->at + length < paragraph->end && !ascii_is_space(char_at(paragraph, paragraph->at + length)) &&
           !strchr("\\`*_~<[]|", char_at(paragraph, paragraph->at + length)))
        length++;
    if (length)
        skip(paragraph, length, true);
}

static size_t run_length(const struct paragraph *paragraph, size_t from)
{
    size_t length = 1;
    while (char_at(paragraph, from + length) == paragraph->content.data[from])
        length++;
    return length;
}

/* --- constructs --- */

/* A backslash and the character that it escapes. */
static void read_escape(struct paragraph *paragraph)
{
    bool escapes = paragraph->at + 1 < paragraph->end && !ascii_is_space(char_at(paragraph, paragraph->at + 1));
    skip(paragraph, escapes ? 2 : 1, false);
    block_next_word(paragraph);
}

/* The place behind the run that closes a code span; 0 when there is none. */
static size_t find_code_end(const struct paragraph *paragraph, size_t length)
{
    for (size_t at = paragraph->at + length; at < paragraph->end;) {
        const char *tick = memchr(paragraph->content.data + at, '`', paragraph->end - at);
        if (!tick)
            return 0;
        at = (size_t)(tick - paragraph->content.data);
        size_t run = run_length(paragraph, at);
        if (run == length)
            return at + run;
        at += run;
    }
    return 0;
}

/*
 * A code span. When nothing closes the run of backticks, it may belong to a construct that this lexer does not know,
 * and the rest of the paragraph gets no link.
 */
static void read_code(struct paragraph *paragraph)
{
    size_t end = find_code_end(paragraph, run_length(paragraph, paragraph->at));
    skip(paragraph, (end ? end : paragraph->end) - paragraph->at, true);
}

static void follow_tag(struct paragraph *paragraph, size_t length)
{
    struct html_tokenizer *tokenizer = html_tokenizer_new((struct str){rest(paragraph).data, length});
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
static void read_angle(struct paragraph *paragraph)
{
    char next = char_at(paragraph, paragraph->at + 1);
    if (next == '!' || next == '?') {
        skip(paragraph, paragraph->end - paragraph->at, true);
        return;
    }
    size_t autolink = markdown_autolink_length(rest(paragraph));
    if (autolink) {
        skip(paragraph, autolink, true);
        return;
    }
    size_t tag = markdown_tag_length(rest(paragraph));
    flush_text(paragraph);
    if (tag)
        follow_tag(paragraph, tag);
    skip(paragraph, tag ? tag : 1, false);
}

/*
 * The place of the character that closes the title in quotes, or the destination in <...>, which begins at `at`; `at`
 * itself when nothing does.
 */
static size_t skip_title(const struct paragraph *paragraph, size_t at)
{
    char quote = char_at(paragraph, at) == '<' ? '>' : char_at(paragraph, at);
    for (size_t end = at + 1; end < paragraph->end; end++) {
        if (char_at(paragraph, end) == '\\')
            end++;
        else if (char_at(paragraph, end) == quote)
            return end;
    }
    return at;
}

/* The place behind the "(...)" that follows a "]"; the end of the paragraph when it does not close. */
static size_t find_destination_end(const struct paragraph *paragraph)
{
    size_t depth = 0;
    for (size_t at = paragraph->at; at < paragraph->end; at++) {
        char character = char_at(paragraph, at);
        if (character == '\\')
            at++;
        else if (character == '(')
            depth++;
        else if (character == ')' && --depth == 0)
            return at + 1;
        else if ((character == '"' || character == '\'') && ascii_is_space(char_at(paragraph, at - 1)))
            at = skip_title(paragraph, at);
        else if (character == '<' && at == paragraph->at + 1)
            at = skip_title(paragraph, at);
    }
    return paragraph->end;
}

static void read_bracket_close(struct paragraph *paragraph)
{
    skip(paragraph, 1, false);
    if (paragraph->brackets)
        paragraph->brackets--;
    if (char_at(paragraph, paragraph->at) == '(')
        skip(paragraph, find_destination_end(paragraph) - paragraph->at, false);
    if (!paragraph->brackets)
        block_next_word(paragraph);
}

static void read_bracket_open(struct paragraph *paragraph)
{
    skip(paragraph, 1, false);
    paragraph->brackets++;
}

/* "!" right before a link turns the link into an image, so the next word gets none. */
static void read_exclamation(struct paragraph *paragraph)
{
    skip(paragraph, 1, true);
    block_next_word(paragraph);
}

/* --- emphasis --- */

static bool is_edge(const struct paragraph *paragraph, size_t start, size_t place)
{
    return place < start || place >= paragraph->end || ascii_is_space(paragraph->content.data[place]);
}

/* Does the run of "_" stand inside a word, where it is no markup? */
static bool is_inner_underscore(const struct paragraph *paragraph, size_t start, size_t end)
{
    return paragraph->content.data[paragraph->at] == '_' && paragraph->at > start && end < paragraph->end &&
           ascii_is_alnum(paragraph->content.data[paragraph->at - 1]) && ascii_is_alnum(paragraph->content.data[end]);
}

/*
 * A link in front of the run puts a ")" where a letter was. Does the run mean the same then? It does when it can only
 * close emphasis anyway.
 */
static bool closes_safely(const struct paragraph *paragraph, size_t start, size_t length)
{
    size_t end = paragraph->at + length;
    if (is_edge(paragraph, start, end))
        return true;
    bool pairs =
        paragraph->last_delimiter == paragraph->content.data[paragraph->at] && paragraph->last_length == length;
    return pairs && memchr(".,;:!?", paragraph->content.data[end], 6) && is_edge(paragraph, start, end + 1);
}

/*
 * A run of * _ or ~. Whether it opens or closes emphasis depends on the characters at its sides, and a link beside it
 * changes one of them. So a word that touches the run is linked only where that makes no difference.
 */
static void read_emphasis(struct paragraph *paragraph, size_t start)
{
    size_t length = run_length(paragraph, paragraph->at), end = paragraph->at + length;
    if (is_inner_underscore(paragraph, start, end)) {
        paragraph->at = end;
        return;
    }
    bool opens_safely = paragraph->at == start || is_edge(paragraph, start, paragraph->at - 1);
    if (!closes_safely(paragraph, start, length) && !opens_safely) {
        size_t word = paragraph->at;
        while (word > paragraph->text_start && !ascii_is_space(paragraph->content.data[word - 1]))
            word--;
        size_t at = paragraph->at;
        paragraph->at = word;
        skip(paragraph, at - word, true);
    }
    bool opens = opens_safely && !is_edge(paragraph, start, end);
    paragraph->last_delimiter = opens ? paragraph->content.data[paragraph->at] : '\0';
    paragraph->last_length = length;
    skip(paragraph, length, false);
    if (!opens_safely)
        block_next_word(paragraph);
}

/* --- addresses --- */

/*
 * Many implementations turn bare addresses into links: a run without blanks that looks like an address gets no link
 * inside.
 */
static bool is_address(struct str word)
{
    return memmem(word.data, word.len, "://", 3) || str_istarts(word, STR("www.")) || memchr(word.data, '@', word.len);
}

/* The length of the address that begins here, 0: none does. Looks only at the beginning of a run without blanks. */
static size_t address_length(const struct paragraph *paragraph, size_t start)
{
    char before = paragraph->at > start ? char_at(paragraph, paragraph->at - 1) : ' ';
    if (!ascii_is_space(before) && before != '<')
        return 0;
    size_t length = 0;
    while (paragraph->at + length < paragraph->end && !ascii_is_space(char_at(paragraph, paragraph->at + length)) &&
           !strchr("\\`<[]", char_at(paragraph, paragraph->at + length)))
        length++;
    return is_address((struct str){rest(paragraph).data, length}) ? length : 0;
}

static void read_one(struct paragraph *paragraph, size_t start)
{
    size_t address = address_length(paragraph, start);
    if (address) {
        skip(paragraph, address, true);
        return;
    }
    switch (paragraph->content.data[paragraph->at]) {
    case '\\':
        read_escape(paragraph);
        break;
    case '`':
        read_code(paragraph);
        break;
    case '<':
        read_angle(paragraph);
        break;
    case '[':
        read_bracket_open(paragraph);
        break;
    case ']':
        read_bracket_close(paragraph);
        break;
    case '!':
        read_exclamation(paragraph);
        break;
    case '*':
    case '_':
    case '~':
        read_emphasis(paragraph, start);
        break;
    case '|':  /* the edge of a table cell */
    case '\v': /* the marker of a block quote stood here */
        skip(paragraph, 1, false);
        break;
    default:
        paragraph->at++;
    }
}

void markdown_inline(struct lexer *lexer, struct elements *elements, size_t from, size_t to)
{
    struct paragraph paragraph = {
        .lexer = lexer, .elements = elements, .content = lexer->content, .at = from, .end = to, .text_start = from};
    lexer_break(lexer);
    while (paragraph.at < to && !lexer->failed && !lexer->is_full)
        read_one(&paragraph, from);
    flush_text(&paragraph);
    lexer_break(lexer);
}
