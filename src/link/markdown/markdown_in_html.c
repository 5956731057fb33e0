#include "link/markdown/markdown.h"

#include "link/markdown/markdown_lines.h"

/* What is found while the lexemes that stay move to the front. */
struct in_html_finding {
    struct lexed *lexed;
    struct arena *arena;
    uint32_t *moved; /* per lexeme, and behind the last: its new number */
    struct lexer_anchor *anchors;
    size_t anchor_count, kept;
};

/* The "]" that closes a "[" before lexeme i, in the same block; the count of lexemes: there is none. */
static size_t find_close(const struct lexed *lexed, size_t i)
{
    const struct lexeme *lexemes = lexed->lexemes;
    for (size_t at = i; at < lexed->count && lexemes[at].paragraph == lexemes[i].paragraph; at++) {
        if (lexemes[at].sign == '[')
            break;
        if (lexemes[at].sign == ']')
            return at;
    }
    return lexed->count;
}

/* The "(url)" behind a lexeme, without blanks or markup; len 0: there is none. */
static struct str find_url(const struct lexed *lexed, size_t close)
{
    enum { LONGEST_URL = 8192 }; /* so that hostile content costs no more than that for each "[" */
    struct str text = lexed->content;
    size_t start = lexed->lexemes[close].end;
    text.len = text.len - start > LONGEST_URL ? start + LONGEST_URL : text.len;
    if (start >= text.len || text.data[start] != '(')
        return (struct str){NULL, 0};
    size_t end = markdown_find_unescaped(text, start + 1, ')', '<');
    struct str url = {text.data + start + 1, end ? end - start - 1 : 0};
    for (size_t i = 0; i < url.len; i++)
        if (ascii_is_space(url.data[i]))
            return (struct str){NULL, 0};
    return url;
}

/* The URL without the backslashes that stand before signs. data NULL: memory ran out. */
static struct str unescape(struct arena *arena, struct str url)
{
    char *copy = arena_copy_n(arena, url.data, url.len);
    size_t length = 0;
    for (size_t i = 0; copy && i < url.len; i++) {
        i += copy[i] == '\\' && i + 1 < url.len;
        copy[length++] = copy[i];
    }
    return (struct str){copy, length};
}

static void in_html_keep(struct in_html_finding *finding, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        finding->moved[i] = (uint32_t)finding->kept;
        finding->lexed->lexemes[finding->kept++] = finding->lexed->lexemes[i];
    }
}

static void in_html_drop(struct in_html_finding *finding, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        finding->moved[i] = (uint32_t)finding->kept;
}

/* The marks that say where a lexeme stands. */
enum { OF_PLACE = MARK_FOLLOWS_CLOSELY | MARK_STARTS_BLOCK | MARK_STARTS_SENTENCE | MARK_BRACKETED };

/* What the edge of a link adds to the marks of the lexeme behind it. */
static unsigned edge_marks(unsigned marks)
{
    return marks & MARK_STARTS_PHRASE ? MARK_STARTS_PHRASE : MARK_STARTS_PHRASE | MARK_AT_ANCHOR;
}

/* Keeps the text [from, to) as that of a link. Its first word gets these marks of the place where the "[" stood. */
static void keep_link(struct in_html_finding *finding, size_t from, size_t to, unsigned place, struct str url)
{
    struct lexeme *lexemes = finding->lexed->lexemes;
    size_t first = finding->kept;
    in_html_keep(finding, from, to);
    for (size_t i = first; i < finding->kept; i++) {
        unsigned marks = lexemes[i].marks & ~(unsigned)(i == first ? OF_PLACE : MARK_BRACKETED);
        unsigned added = i == first ? (place & OF_PLACE) | edge_marks(place) : place & MARK_BRACKETED;
        lexemes[i].marks = (uint16_t)(marks | added);
        lexemes[i].blocked |= BLOCK_ANCHOR;
    }
    finding->anchors[finding->anchor_count++] =
        (struct lexer_anchor){.first = (uint32_t)first, .last = (uint32_t)finding->kept, .href = url};
}

/* Does a "[" stand right before lexeme i, which is none itself? Of many signs in a row it is no lexeme. */
static bool is_behind_bracket(const struct lexed *lexed, size_t i)
{
    size_t start = lexed->lexemes[i].start;
    return start > 0 && lexed->content.data[start - 1] == '[' && (i == 0 || lexed->lexemes[i - 1].end != start);
}

/* The first lexeme of the text in brackets that begins with lexeme i; the count of lexemes: none does. */
static size_t find_text(const struct lexed *lexed, size_t i)
{
    if (lexed->lexemes[i].blocked)
        return lexed->count;
    if (lexed->lexemes[i].sign == '[')
        return i + 1;
    return is_behind_bracket(lexed, i) ? i : lexed->count;
}

/* Moves the lexemes, and finds the links among them. */
static bool find_links(struct in_html_finding *finding)
{
    struct lexed *lexed = finding->lexed;
    for (size_t i = 0, next; i < lexed->count; i = next) {
        size_t text = find_text(lexed, i), close = text < lexed->count ? find_close(lexed, text) : lexed->count;
        struct str url = close < lexed->count && close > text ? find_url(lexed, close) : (struct str){NULL, 0};
        next = i + 1;
        if (!url.len) {
            in_html_keep(finding, i, next);
            continue;
        }
        struct str decoded = unescape(finding->arena, url);
        if (!decoded.data)
            return false;
        unsigned place = lexed->lexemes[i].marks;
        in_html_drop(finding, i, text);
        keep_link(finding, text, close, place, decoded);
        size_t end = (size_t)(url.data - lexed->content.data) + url.len + 1;
        for (next = close; next < lexed->count && lexed->lexemes[next].start < end;)
            next++;
        in_html_drop(finding, close, next);
        if (next < lexed->count)
            lexed->lexemes[next].marks |= (uint16_t)edge_marks(lexed->lexemes[next].marks);
    }
    finding->moved[lexed->count] = (uint32_t)finding->kept;
    lexed->count = finding->kept;
    return true;
}

/* Puts the new anchors among those of HTML, in order. */
static void merge_anchors(struct in_html_finding *finding, struct lexer_anchor *merged)
{
    struct lexed *lexed = finding->lexed;
    size_t count = 0, added = 0;
    for (size_t i = 0; i < lexed->anchor_count; i++) {
        struct lexer_anchor anchor = lexed->anchors[i];
        anchor.first = finding->moved[anchor.first];
        anchor.last = finding->moved[anchor.last];
        while (added < finding->anchor_count && finding->anchors[added].first < anchor.first)
            merged[count++] = finding->anchors[added++];
        merged[count++] = anchor;
    }
    while (added < finding->anchor_count)
        merged[count++] = finding->anchors[added++];
    lexed->anchors = merged;
    lexed->anchor_count = count;
}

bool markdown_in_html(struct lexed *lexed, struct arena *arena)
{
    const char *bracket = memchr(lexed->content.data, '[', lexed->content.len);
    size_t brackets = 0;
    for (size_t i = 0; i < lexed->count && bracket; i++)
        brackets += lexeme_is_sign(&lexed->lexemes[i], "[]") || is_behind_bracket(lexed, i);
    if (!brackets)
        return true;
    struct in_html_finding finding = {
        .lexed = lexed,
        .arena = arena,
        .moved = ARENA_ARRAY(arena, lexed->count + 1, uint32_t),
        .anchors = ARENA_ARRAY(arena, brackets, struct lexer_anchor),
    };
    struct lexer_anchor *merged = ARENA_ARRAY(arena, brackets + lexed->anchor_count, struct lexer_anchor);
    if (!finding.moved || !finding.anchors || !merged || !find_links(&finding))
        return false;
    merge_anchors(&finding, merged);
    for (size_t i = 0; i < lexed->count; i++)
        if (lexeme_is_sign(&lexed->lexemes[i], "[]"))
            lexed->lexemes[i].blocked |= BLOCK_OTHER;
    for (size_t i = 0; i < lexed->heading_count; i++) {
        lexed->headings[i].first = finding.moved[lexed->headings[i].first];
        lexed->headings[i].last = finding.moved[lexed->headings[i].last];
    }
    return true;
}
