#include "link/markdown/markdown_inline.h"

#include "base/vec.h"
#include "link/markdown/markdown_lines.h"
#include "text/unicode.h"

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
static struct str inline_references_decode(struct lexer *lexer, struct str url)
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
    const struct lexer_anchor *anchor = add_anchor(lexer, first, inline_references_decode(lexer, url));
    if (anchor)
        mark_lexemes(lexer->lexed, anchor);
    if (anchor && !at_phrase_start && !(lexer->lexed->lexemes[first].marks & MARK_STARTS_BLOCK))
        lexer->lexed->lexemes[first].marks |= MARK_AT_ANCHOR;
    lexer_break_anchor(lexer);
}

void markdown_add_reference(struct markdown_references *references, struct lexer *lexer, size_t first, struct str label)
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
            *url = inline_references_decode(lexer, found);
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
