/*
 * Used only inside this folder: a paragraph while its text is read. What its markup means for links depends on what
 * stands around it, and a link that is put in stands around it too. So the rule is: where a link beside a sign could
 * change how the sign is read, the text beside it is blocked.
 */
#include "link/lexer/lexer_parts.h"
#include "link/lexer/markdown_lines.h"

#include <limits.h>

/* A paragraph while its text is read. */

/* The character at a place of the content, '\0' outside the paragraph. */
static char markdown_char(const struct markdown_paragraph *paragraph, size_t place)
{
    return place < paragraph->end ? paragraph->content.data[place] : '\0';
}

/* What is left of the paragraph. */
static struct str markdown_rest(const struct markdown_paragraph *paragraph)
{
    return (struct str){paragraph->content.data + paragraph->at, paragraph->end - paragraph->at};
}

/* How often the character at `from` is repeated there. */
static size_t markdown_run(const struct markdown_paragraph *paragraph, size_t from)
{
    size_t end = from;
    while (end < paragraph->end && paragraph->content.data[end] == paragraph->content.data[from])
        end++;
    return end - from;
}

/* Is the place at the edge of the paragraph, outside it, or white space? */
static bool markdown_is_edge(const struct markdown_paragraph *paragraph, size_t place)
{
    return place < paragraph->start || place >= paragraph->end || ascii_is_space(paragraph->content.data[place]);
}

/* Lexes text [from, to); blocked: no link may be in it. */
static void paragraph_add_text(struct markdown_paragraph *paragraph, size_t from, size_t to, bool blocked)
{
    unsigned outside = paragraph->lexer->blocked;
    if (from >= to || paragraph->elements->is_hidden)
        return;
    if (blocked || paragraph->bracket_count || from < paragraph->address_end)
        paragraph->lexer->blocked |= BLOCK_OTHER;
    lexer_add_text(paragraph->lexer, from, to, true);
    paragraph->lexer->blocked = outside;
}

/* Lexes the text up to `at`. */
static void markdown_flush(struct markdown_paragraph *paragraph)
{
    paragraph_add_text(paragraph, paragraph->text_start, paragraph->at, false);
    paragraph->text_start = paragraph->at;
}

/* Passes over markup (is_text: over text that gets no link). No link reaches across it. */
static void markdown_skip(struct markdown_paragraph *paragraph, size_t length, bool is_text)
{
    markdown_flush(paragraph);
    lexer_break_phrase(paragraph->lexer);
    if (is_text)
        paragraph_add_text(paragraph, paragraph->at, paragraph->at + length, true);
    paragraph->at += length;
    paragraph->text_start = paragraph->at;
    lexer_break_phrase(paragraph->lexer);
}

/* Passes over the word that follows: a "[" in front of it would be read together with what stands before. */
static void markdown_skip_word(struct markdown_paragraph *paragraph)
{
    size_t end = paragraph->at;
    while (!markdown_is_edge(paragraph, end) && !strchr("\\`*_~<[]|&", markdown_char(paragraph, end)))
        end++;
    if (end > paragraph->at)
        markdown_skip(paragraph, end - paragraph->at, true);
}

/* Makes what has been passed over since the last blank text that gets no link. */
static void markdown_skip_back(struct markdown_paragraph *paragraph)
{
    size_t end = paragraph->at;
    while (paragraph->at > paragraph->text_start && !ascii_is_space(paragraph->content.data[paragraph->at - 1]))
        paragraph->at--;
    markdown_skip(paragraph, end - paragraph->at, true);
}

/* Passes over all that is left: how it is read is in doubt. */
static void markdown_skip_rest(struct markdown_paragraph *paragraph)
{
    markdown_skip(paragraph, paragraph->end - paragraph->at, true);
}

/* --- the links of the content --- */

static bool is_punctuation(char character)
{
    return (unsigned char)character > ' ' && (unsigned char)character < 0x7F && !ascii_is_alnum(character);
}

static void add_decoded(struct buf *out, struct str url)
{
    for (size_t at = 0; at < url.len; at++) {
        struct str rest = {url.data + at, url.len - at};
        size_t reference = rest.data[0] == '&' ? html_decode_reference(out, rest, true) : 0;
        bool escapes = rest.data[0] == '\\' && rest.len > 1 && is_punctuation(rest.data[1]);
        at += escapes ? 1 : 0;
        if (reference)
            at += reference - 1;
        else
            buf_char(out, url.data[at]);
    }
}

/* The URL without backslashes and character references. */
static struct str decode_reference(struct lexer *lexer, struct str url)
{
    if (!url.len || (!memchr(url.data, '\\', url.len) && !memchr(url.data, '&', url.len)))
        return url;
    struct buf decoded = {0};
    add_decoded(&decoded, url);
    return buf_keep(&decoded, lexer->arena);
}

/* The anchor that is made of the lexemes from `first` on; NULL when memory ran out. */
static struct lexer_anchor *add_anchor(struct lexer *lexer, size_t first, struct str href)
{
    struct lexed *lexed = lexer->lexed;
    size_t count = lexed->anchor_count;
    lexer_open_anchor(lexer, href);
    if (lexed->anchor_count == count)
        return NULL;
    lexed->anchors[count].first = (uint32_t)first;
    lexer_close_anchor(lexer);
    return &lexed->anchors[count];
}

static void mark_lexemes(struct lexed *lexed, const struct lexer_anchor *anchor)
{
    for (size_t i = anchor->first; i < anchor->last; i++)
        lexed->lexemes[i].blocked = BLOCK_ANCHOR;
}

/* Is a link from here on without text, or in a heading? */
static bool is_nothing(const struct lexer *lexer, size_t first)
{
    return first == lexer->lexed->count || (lexer->blocked & ~(unsigned)BLOCK_ANCHOR);
}

void markdown_add_link(struct lexer *lexer, size_t first, struct str url, bool at_phrase_start)
{
    if (is_nothing(lexer, first))
        return;
    const struct lexer_anchor *anchor = add_anchor(lexer, first, decode_reference(lexer, url));
    if (anchor)
        mark_lexemes(lexer->lexed, anchor);
    if (anchor && !at_phrase_start && !(lexer->lexed->lexemes[first].marks & MARK_STARTS_BLOCK))
        lexer->lexed->lexemes[first].marks |= MARK_AT_ANCHOR;
    lexer_break_anchor(lexer);
}

/* Adds what is such a link if its label is defined. */
static void markdown_add_reference(struct markdown_references *references, struct lexer *lexer, size_t first,
                                   struct str label)
{
    bool is_footnote = label.len && label.data[0] == '^';
    if (!label.len || label.len > MARKDOWN_MAX_LABEL || is_footnote || is_nothing(lexer, first))
        return;
    if (!add_anchor(lexer, first, STR("")))
        return;
    struct markdown_reference *reference = VEC_PUSH(lexer->arena, references->list, references->count, references->cap);
    if (reference)
        *reference = (struct markdown_reference){.anchor = lexer->lexed->anchor_count - 1, .label = label};
}

/* --- definitions --- */

/* A label as labels are compared, caseless, white space squeezed: in the lexer's scratch memory. */
static struct str label_key(struct lexer *lexer, struct str label)
{
    buf_clear(&lexer->scratch);
    text_fold(&lexer->scratch, label);
    lexer->failed |= lexer->scratch.failed;
    for (size_t i = 0; i < lexer->scratch.len; i++)
        if (lexer->scratch.data[i] == '\v')
            lexer->scratch.data[i] = ' ';
    if (lexer->scratch.len)
        lexer->scratch.len = text_squeeze_in_place(lexer->scratch.data, lexer->scratch.len);
    return (struct str){buf_text(&lexer->scratch), lexer->scratch.len};
}

/* Enters the labels of the references, and finds for each the place of its URL. */
static void collect_labels(struct markdown_references *references, struct lexer *lexer, struct map *urls)
{
    map_init(urls, lexer->arena);
    for (size_t i = 0; i < references->count && !lexer->failed; i++) {
        struct str key = label_key(lexer, references->list[i].label);
        struct str *url = map_get(urls, key);
        if (!url) {
            char *copy = arena_copy_n(lexer->arena, key.data, key.len);
            void **place = copy ? map_put(urls, (struct str){copy, key.len}) : NULL;
            url = ARENA_NEW(lexer->arena, struct str);
            lexer->failed |= !place || !url;
            if (place)
                *place = url;
        }
        references->list[i].url = url;
    }
}

/* The destination of the definition that begins at a "["; len 0: it is none. */
static struct str read_definition(struct str text, size_t at, struct str *label)
{
    size_t close = markdown_find_unescaped(text, at + 1, ']', '[');
    *label = (struct str){text.data + at + 1, close ? close - at - 1 : 0};
    if (!label->len || label->len > MARKDOWN_MAX_LABEL || close + 1 >= text.len || text.data[close + 1] != ':')
        return (struct str){NULL, 0};
    size_t start = close + 2;
    while (start < text.len && ascii_is_space(text.data[start]))
        start++;
    bool in_angles = start < text.len && text.data[start] == '<';
    size_t end = start += in_angles;
    while (end < text.len && (in_angles ? text.data[end] != '>' : !ascii_is_space(text.data[end])))
        end++;
    return (struct str){text.data + start, end - start};
}

/* What looks like a definition, anywhere in the content. Of two with one label the first counts. */
static void find_definitions(struct lexer *lexer, const struct map *urls)
{
    struct str content = lexer->content, label;
    for (size_t start = 0, next; start < content.len && !lexer->failed; start = next) {
        size_t end = markdown_line_end(content, start, &next), at = start;
        while (at < end && (ascii_is_space(content.data[at]) || content.data[at] == '>'))
            at++;
        struct str found = at < end && content.data[at] == '[' ? read_definition(content, at, &label) : STR("");
        struct str *url = found.len ? map_get(urls, label_key(lexer, label)) : NULL;
        if (url && !url->len)
            *url = decode_reference(lexer, found);
    }
}

void markdown_resolve_references(struct markdown_references *references, struct lexer *lexer)
{
    struct lexed *lexed = lexer->lexed;
    struct map urls;
    size_t kept = 0, next = 0;
    if (!references->count || lexer->failed)
        return;
    collect_labels(references, lexer, &urls);
    find_definitions(lexer, &urls);
    for (size_t i = 0; i < lexed->anchor_count && !lexer->failed; i++) {
        bool is_reference = next < references->count && references->list[next].anchor == i;
        const struct str *url = is_reference ? references->list[next++].url : NULL;
        if (is_reference && !url->len)
            continue;
        if (url) {
            lexed->anchors[i].href = *url;
            mark_lexemes(lexed, &lexed->anchors[i]);
        }
        lexed->anchors[kept++] = lexed->anchors[i];
    }
    lexed->anchor_count = kept;
}

/* --- the part behind "]": "(destination "title")" (https://spec.commonmark.org/0.31.2/#links) --- */

static size_t skip_link_blanks(const struct markdown_paragraph *paragraph, size_t place)
{
    while (place < paragraph->end && ascii_is_space(paragraph->content.data[place]))
        place++;
    return place;
}

/* The same as markdown_find_unescaped, in the paragraph. */
static size_t find_link_character(const struct markdown_paragraph *paragraph, size_t place, char wanted, char stop)
{
    return markdown_find_unescaped((struct str){paragraph->content.data, paragraph->end}, place, wanted, stop);
}

/* The place behind the destination without <> that begins here. */
static size_t bare_destination_end(const struct markdown_paragraph *paragraph, size_t place)
{
    size_t depth = 0;
    for (; place < paragraph->end; place++) {
        char character = paragraph->content.data[place];
        if ((unsigned char)character <= ' ' || character == 0x7F || (character == ')' && !depth))
            break;
        depth += character == '(';
        depth -= character == ')';
        bool escapes = character == '\\' && !markdown_is_edge(paragraph, place + 1);
        place += escapes;
    }
    return depth ? 0 : place;
}

/* The place behind the title that begins here; `place` when none does, 0 when it does not end. */
static size_t title_end(const struct markdown_paragraph *paragraph, size_t place)
{
    char open = markdown_char(paragraph, place);
    if (!open || !strchr("\"'(", open))
        return place;
    size_t end = find_link_character(paragraph, place + 1, open == '(' ? ')' : open, open == '(' ? '(' : '\0');
    return end ? end + 1 : 0;
}

/* The length of the "(...)" at the paragraph's place, 0: there is none. *url: the destination as it stands. */
static size_t destination_length(const struct markdown_paragraph *paragraph, struct str *url)
{
    if (markdown_char(paragraph, paragraph->at) != '(')
        return 0;
    size_t start = skip_link_blanks(paragraph, paragraph->at + 1);
    bool in_angles = markdown_char(paragraph, start) == '<';
    size_t end =
        in_angles ? find_link_character(paragraph, start + 1, '>', '<') : bare_destination_end(paragraph, start);
    if (!end)
        return 0;
    *url = (struct str){paragraph->content.data + start + in_angles, end - start - in_angles};
    end += in_angles;
    size_t title = skip_link_blanks(paragraph, end);
    if (title > end && !(title = title_end(paragraph, title)))
        return 0;
    end = skip_link_blanks(paragraph, title);
    return markdown_char(paragraph, end) == ')' ? end + 1 - paragraph->at : 0;
}

/* The length of the "[label]" at the paragraph's place, 0: there is none. *label may be empty. */
static size_t label_length(const struct markdown_paragraph *paragraph, struct str *label)
{
    if (markdown_char(paragraph, paragraph->at) != '[')
        return 0;
    size_t start = paragraph->at + 1, end = find_link_character(paragraph, start, ']', '[');
    if (!end || end - start > MARKDOWN_MAX_LABEL)
        return 0;
    *label = (struct str){paragraph->content.data + start, end - start};
    return end + 1 - paragraph->at;
}

/* --- brackets --- */

/* A "[" that nothing closes is text. */
static void markdown_open_bracket(struct markdown_paragraph *paragraph, bool is_image)
{
    markdown_flush(paragraph);
    bool at_phrase_start = paragraph->lexer->at_phrase_start;
    markdown_skip(paragraph, is_image ? 2 : 1, false);
    if (!paragraph->closers)
        return;
    if (paragraph->bracket_count < MARKDOWN_MAX_BRACKETS)
        paragraph->brackets[paragraph->bracket_count] =
            (struct markdown_bracket){.text = paragraph->at,
                                      .lexemes = paragraph->lexer->lexed->count,
                                      .is_image = is_image,
                                      .at_phrase_start = at_phrase_start};
    paragraph->bracket_count++;
}

/* Takes away the innermost open bracket. One that is not known can be neither a link nor an image. */
static struct markdown_bracket pop(struct markdown_paragraph *paragraph)
{
    if (paragraph->bracket_count == 0 || --paragraph->bracket_count >= MARKDOWN_MAX_BRACKETS)
        return (struct markdown_bracket){.is_dead = true};
    return paragraph->brackets[paragraph->bracket_count];
}

/* Links do not nest: what is open around one is no link. */
static void kill_brackets(struct markdown_paragraph *paragraph)
{
    for (size_t i = 0; i < paragraph->bracket_count && i < MARKDOWN_MAX_BRACKETS; i++)
        paragraph->brackets[i].is_dead |= !paragraph->brackets[i].is_image;
}

/* Passes over "(...)" that looks like a destination, but is none as it stands, and might become one by a link in it. */
static void skip_odd_destination(struct markdown_paragraph *paragraph)
{
    size_t depth = 0, place = paragraph->at;
    for (; place < paragraph->end; place++) {
        char character = paragraph->content.data[place];
        depth += character == '(';
        if (strchr("`<\"'", character) || (character == ')' && --depth == 0))
            break;
        place += character == '\\';
    }
    if (place >= paragraph->end || paragraph->content.data[place] != ')')
        markdown_skip_rest(paragraph);
    else
        markdown_skip(paragraph, place + 1 - paragraph->at, true);
}

/*
 * Passes over "[label]". Code or a tag in it, and a "(" or "[" behind it, which make the label the text of another
 * link, count only if the label is not defined.
 */
static void skip_label(struct markdown_paragraph *paragraph, size_t length)
{
    const char *label = paragraph->content.data + paragraph->at;
    char next = markdown_char(paragraph, paragraph->at + length);
    if (length && (memchr(label, '`', length) || memchr(label, '<', length) || next == '(' || next == '['))
        markdown_skip_rest(paragraph);
    else
        markdown_skip(paragraph, length, false);
}

/* Reads what follows a "]" that closes `bracket`. Is it a link or image now, whatever comes behind? */
static bool read_target(struct markdown_paragraph *paragraph, const struct markdown_bracket *bracket, size_t text_end)
{
    struct str url, label = {NULL, 0};
    size_t destination = bracket->is_dead ? 0 : destination_length(paragraph, &url);
    size_t reference = destination ? 0 : label_length(paragraph, &label);
    if (!destination && markdown_char(paragraph, paragraph->at) == '(') {
        skip_odd_destination(paragraph);
        return false;
    }
    if (destination && !bracket->is_image)
        markdown_add_link(paragraph->lexer, bracket->lexemes, url, bracket->at_phrase_start);
    struct str text = {paragraph->content.data + bracket->text, text_end - bracket->text};
    if (!destination && !bracket->is_dead && !bracket->is_image)
        markdown_add_reference(paragraph->references, paragraph->lexer, bracket->lexemes, label.len ? label : text);
    if (destination && !bracket->is_image)
        kill_brackets(paragraph);
    markdown_skip(paragraph, destination, false);
    skip_label(paragraph, reference);
    if (destination)
        paragraph->lexer->at_phrase_start =
            false; /* what stands behind is at the edge of a link, and of nothing else */
    return destination > 0;
}

static void markdown_close_bracket(struct markdown_paragraph *paragraph)
{
    size_t text_end = paragraph->at;
    markdown_skip(paragraph, 1, false);
    paragraph->closers--;
    struct markdown_bracket bracket = pop(paragraph);
    bool is_complete = read_target(paragraph, &bracket, text_end);
    if (!is_complete && !paragraph->bracket_count)
        markdown_skip_word(paragraph);
}

/* Passes over an autolink of that length. */
static void markdown_autolink(struct markdown_paragraph *paragraph, size_t length)
{
    struct str url = {paragraph->content.data + paragraph->at + 1, length - 2};
    markdown_flush(paragraph);
    size_t first = paragraph->lexer->lexed->count;
    markdown_skip(paragraph, length, true);
    if (!paragraph->bracket_count)
        markdown_add_link(paragraph->lexer, first, url, true);
}

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
