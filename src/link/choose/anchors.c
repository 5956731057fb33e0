#include "link/choose/choose.h"
#include "text/html/html.h"

/* --- the text of an anchor --- */

static bool anchors_is_plain(struct str html)
{
    for (size_t i = 0; i < html.len; i++)
        if (html.data[i] == '<' || html.data[i] == '&' || html.data[i] == '\r' || !html.data[i])
            return false;
    return true;
}

static void anchors_decode(struct buf *out, struct str html)
{
    struct html_tokenizer *tokenizer = html_tokenizer_new(html);
    struct html_token token;
    while (tokenizer && html_next(tokenizer, &token))
        if (token.kind == HTML_TEXT)
            html_decode(out, token.data, false);
    out->failed |= !tokenizer || html_tokenizer_failed(tokenizer);
    html_tokenizer_free(tokenizer);
}

/* Moves the text into the arena, white space squeezed. data NULL: no memory. */
static struct str squeeze(struct arena *arena, struct buf *text)
{
    text->len = text->len ? text_squeeze_in_place(text->data, text->len) : 0;
    return buf_keep(text, arena);
}

struct str visible_text(struct arena *arena, struct str html)
{
    struct buf visible = {0};
    if (anchors_is_plain(html))
        buf_add(&visible, html.data, html.len);
    else
        anchors_decode(&visible, html);
    return squeeze(arena, &visible);
}

/* The caseless form, white space squeezed. data NULL: no memory. */
static struct str anchors_fold(struct arena *arena, struct str text)
{
    struct buf folded = {0};
    text_fold(&folded, text);
    return squeeze(arena, &folded);
}

struct str folded_text(struct arena *arena, struct str markup)
{
    struct str text = visible_text(arena, markup);
    return text.data ? anchors_fold(arena, text) : text;
}

/* --- the lists --- */

/* What has run out of memory is passed over: the arena notes it. */
static void anchors_add(struct map *map, struct str folded)
{
    void **place = folded.data ? map_put(map, folded) : NULL;
    if (place)
        *place = map;
}

static void add_texts(struct anchors *anchors, struct map *map, const struct link_texts *texts)
{
    map_init(map, anchors->arena);
    for (size_t i = 0; i < texts->count; i++)
        anchors_add(map, anchors_fold(anchors->arena, texts->list[i]));
}

static void add_linked(struct anchors *anchors, const struct choosing *choosing)
{
    const struct lexed *lexed = choosing->lexed;
    map_init(&anchors->used, anchors->arena);
    for (size_t i = 0; i < lexed->anchor_count; i++) {
        const struct lexer_anchor *anchor = &lexed->anchors[i];
        if (anchor->first >= anchor->last)
            continue;
        size_t start = lexed->lexemes[anchor->first].start, end = lexed->lexemes[anchor->last - 1].end;
        struct str markup = {choosing->content.data + start, end - start};
        anchors_add(&anchors->used, folded_text(anchors->arena, markup));
    }
}

void anchors_init(struct anchors *anchors, const struct choosing *choosing, struct arena *arena)
{
    *anchors = (struct anchors){.choosing = choosing, .arena = arena};
    add_texts(anchors, &anchors->allowed, &choosing->options->allow_anchors);
    add_texts(anchors, &anchors->denied, &choosing->options->deny_anchors);
    add_linked(anchors, choosing);
}

/* --- asking --- */

/* The title of a page names it, whatever it is made of. */
static bool names_something(const struct anchors *anchors, struct str folded, uint32_t page)
{
    if (!discourse_names_nothing(anchors->choosing->language, folded))
        return true;
    struct str title = index_page_title(anchors->choosing->index, page, anchors->arena);
    return title.data && str_eq(folded, anchors_fold(anchors->arena, title));
}

enum link_refusal anchors_refuse(const struct anchors *anchors, struct str folded, uint32_t page)
{
    if (map_get(&anchors->used, folded))
        return REFUSED_TAKEN_TEXT;
    if (map_get(&anchors->denied, folded) ||
        (anchors->choosing->options->allow_anchors.count && !map_get(&anchors->allowed, folded)))
        return REFUSED_EXCLUDED_TEXT;
    return names_something(anchors, folded, page) ? NOT_REFUSED : REFUSED_NAMELESS;
}

void anchors_take(struct anchors *anchors, struct str folded)
{
    anchors_add(&anchors->used, folded);
}

/* --- the words around a link --- */

enum { AROUND = 12 }; /* lexemes that are no signs */

static bool counts(const struct lexeme *lexeme)
{
    return lexeme->kind != LEXEME_SIGN;
}

/* Where the text begins that stands before lexeme `first`. */
static size_t start_before(const struct lexed *lexed, size_t first)
{
    size_t at = first;
    for (size_t words = 0; at > 0 && lexed->lexemes[at - 1].paragraph == lexed->lexemes[first].paragraph; at--) {
        words += counts(&lexed->lexemes[at - 1]);
        if (words > AROUND)
            break;
    }
    return lexed->lexemes[at].start;
}

/* Where it ends behind lexeme `last` - 1. */
static size_t end_behind(const struct lexed *lexed, size_t last)
{
    size_t at = last;
    for (size_t words = 0; at < lexed->count && lexed->lexemes[at].paragraph == lexed->lexemes[last - 1].paragraph;
         at++) {
        words += counts(&lexed->lexemes[at]);
        if (words > AROUND)
            break;
    }
    return lexed->lexemes[at - 1].end;
}

/* The visible text of a part of the content, which may be empty. */
static struct str visible_part(const struct choosing *choosing, struct arena *arena, size_t start, size_t end)
{
    if (start >= end)
        return STR("");
    return visible_text(arena, (struct str){choosing->content.data + start, end - start});
}

void context_of(const struct choosing *choosing, const struct choice *choice, struct arena *arena, struct str *before,
                struct str *after)
{
    const struct candidate *candidate = choice->candidate;
    size_t start = start_before(choosing->lexed, candidate->first), end = end_behind(choosing->lexed, candidate->last);
    *before = visible_part(choosing, arena, start, choice->start);
    *after = visible_part(choosing, arena, choice->end, end);
}

/* A text of the index; want of memory is noted in `out`. */
static struct str noted(struct buf *out, struct str text)
{
    out->failed |= !text.data;
    return text;
}

static void add_slice(struct buf *out, struct str content, size_t from, size_t to)
{
    buf_add(out, content.data + from, to - from);
}

static void add_attribute(struct buf *out, const char *name, struct str value)
{
    if (!value.len)
        return;
    buf_printf(out, " %s=\"", name);
    escape_attribute(out, value);
    buf_char(out, '"');
}

static void open_link(struct buf *out, const struct choosing *choosing, const struct choice *choice)
{
    const struct link_options *options = choosing->options;
    buf_str(out, "<a href=\"");
    escape_attribute(out, noted(out, index_page_url(choosing->index, choice->candidate->page, choosing->arena)));
    buf_char(out, '"');
    add_attribute(out, "rel", options->rel);
    add_attribute(out, "target", options->target);
    add_attribute(out, "class", options->class);
    if (options->title)
        add_attribute(out, "title",
                      noted(out, index_page_title(choosing->index, choice->candidate->page, choosing->arena)));
    buf_char(out, '>');
}

/* --- Markdown --- */

/* Appends a text, signs that mean something there behind "\\"; blanks and controls as a URL has them, or as blanks. */
static void splice_add_escaped(struct buf *out, struct str text, const char *signs, bool is_url)
{
    for (size_t i = 0; i < text.len; i++) {
        unsigned char byte = (unsigned char)text.data[i];
        bool is_blank = byte <= ' ' || byte == 0x7F;
        if (is_blank && is_url)
            url_encode_octet(out, byte);
        else if (!is_blank && byte < 0x80 && strchr(signs, byte))
            buf_printf(out, "\\%c", byte);
        else
            buf_char(out, is_blank ? ' ' : (char)byte);
    }
}

static void add_title(struct buf *out, struct str title)
{
    if (!title.len)
        return;
    buf_str(out, " \"");
    splice_add_escaped(out, title, "\"\\<>&*_`[]|~", false);
    buf_char(out, '"');
}

static void add_target(struct buf *out, const struct choosing *choosing, const struct choice *choice)
{
    buf_str(out, "](");
    struct str url = noted(out, index_page_url(choosing->index, choice->candidate->page, choosing->arena));
    splice_add_escaped(out, url, "()<>\\&*_`[]|~", true);
    if (choosing->options->title)
        add_title(out, noted(out, index_page_title(choosing->index, choice->candidate->page, choosing->arena)));
    buf_char(out, ')');
}

/* --- text --- */

/* Appends a URL that ends where it ends: nothing in it is white space or a bracket. */
static void add_plain_url(struct buf *out, struct str url)
{
    for (size_t i = 0; i < url.len; i++) {
        unsigned char byte = (unsigned char)url.data[i];
        if (byte <= ' ' || byte == 0x7F || byte == '<' || byte == '>')
            url_encode_octet(out, byte);
        else
            buf_char(out, (char)byte);
    }
}

static void splice_add_url(struct buf *out, const struct choosing *choosing, const struct choice *choice)
{
    buf_str(out, " <");
    add_plain_url(out, noted(out, index_page_url(choosing->index, choice->candidate->page, choosing->arena)));
    buf_char(out, '>');
}

/* --- all of it --- */

typedef void add_markup(struct buf *out, const struct choosing *choosing, const struct choice *choice);

/* What stands around a choice; NULL: nothing but the signs. */
static const struct markup {
    add_markup *before;
    const char *open, *close;
    add_markup *behind;
} markups[] = {
    [LINK_HTML] = {open_link, "", "</a>", NULL},
    [LINK_MARKDOWN] = {NULL, "[", "", add_target},
    [LINK_JSON] = {open_link, "", "</a>", NULL},
    [LINK_TEXT] = {NULL, "", "", splice_add_url},
};

void splice_links(struct buf *out, const struct choosing *choosing, const struct choice *choices, size_t count)
{
    const struct markup *markup = &markups[choosing->options->format];
    size_t at = 0;
    for (size_t i = 0; i < count; i++) {
        add_slice(out, choosing->content, at, choices[i].start);
        if (markup->before)
            markup->before(out, choosing, &choices[i]);
        buf_str(out, markup->open);
        add_slice(out, choosing->content, choices[i].start, choices[i].end);
        buf_str(out, markup->close);
        if (markup->behind)
            markup->behind(out, choosing, &choices[i]);
        at = choices[i].end;
    }
    add_slice(out, choosing->content, at, choosing->content.len);
}
