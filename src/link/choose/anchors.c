#include "link/choose/anchors.h"

#include "link/choose/discourse.h"
#include "link/index/index.h"
#include "text/html/html.h"
#include "text/unicode.h"

/* --- the text of an anchor --- */

static bool is_plain(struct str html)
{
    for (size_t i = 0; i < html.len; i++)
        if (html.data[i] == '<' || html.data[i] == '&' || html.data[i] == '\r' || !html.data[i])
            return false;
    return true;
}

static bool decode(struct buf *out, struct str html)
{
    struct html_tokenizer *tokenizer = html_tokenizer_new(html);
    struct html_token token;
    while (tokenizer && html_next(tokenizer, &token))
        if (token.kind == HTML_TEXT)
            html_decode(out, token.data, false);
    bool failed = !tokenizer || html_tokenizer_failed(tokenizer) || out->failed;
    html_tokenizer_free(tokenizer);
    return !failed;
}

struct str visible_text(struct arena *arena, struct str html)
{
    struct buf decoded = {0};
    bool is_decoded = is_plain(html), failed = !is_decoded && !decode(&decoded, html);
    struct str visible = is_decoded ? html : (struct str){buf_text(&decoded), decoded.len};
    char *text = failed ? NULL : arena_copy_n(arena, visible.data, visible.len);
    size_t length = text ? text_squeeze_in_place(text, visible.len) : 0;
    buf_free(&decoded);
    return (struct str){text, length};
}

/* The caseless form, white space squeezed. data NULL: no memory. */
static struct str fold(struct arena *arena, struct str text)
{
    struct buf folded = {0};
    text_fold(&folded, text);
    char *copy = folded.failed ? NULL : arena_copy_n(arena, buf_text(&folded), folded.len);
    size_t length = copy ? text_squeeze_in_place(copy, folded.len) : 0;
    buf_free(&folded);
    return (struct str){copy, length};
}

struct str folded_text(struct arena *arena, struct str markup)
{
    struct str text = visible_text(arena, markup);
    return text.data ? fold(arena, text) : text;
}

/* --- the lists --- */

static bool add(struct map *map, struct str folded)
{
    void **place = folded.data ? map_put(map, folded) : NULL;
    if (place)
        *place = map;
    return place;
}

static bool add_texts(struct anchors *anchors, struct map *map, const struct link_texts *texts)
{
    map_init(map, anchors->arena);
    bool good = true;
    for (size_t i = 0; good && i < texts->count; i++)
        good = add(map, fold(anchors->arena, texts->list[i]));
    return good;
}

static bool add_linked(struct anchors *anchors, const struct choosing *choosing)
{
    const struct lexed *lexed = choosing->lexed;
    map_init(&anchors->used, anchors->arena);
    for (size_t i = 0; i < lexed->anchor_count; i++) {
        const struct lexer_anchor *anchor = &lexed->anchors[i];
        if (anchor->first >= anchor->last)
            continue;
        size_t start = lexed->lexemes[anchor->first].start, end = lexed->lexemes[anchor->last - 1].end;
        struct str markup = {choosing->content.data + start, end - start};
        if (!add(&anchors->used, folded_text(anchors->arena, markup)))
            return false;
    }
    return true;
}

bool anchors_init(struct anchors *anchors, const struct choosing *choosing, struct arena *arena)
{
    *anchors = (struct anchors){.choosing = choosing, .arena = arena};
    return add_texts(anchors, &anchors->allowed, &choosing->options->allow_anchors) &&
           add_texts(anchors, &anchors->denied, &choosing->options->deny_anchors) && add_linked(anchors, choosing);
}

/* --- asking --- */

/* The title of a page names it, whatever it is made of. */
static bool names_something(const struct anchors *anchors, struct str folded, uint32_t page, bool *failed)
{
    if (!discourse_names_nothing(anchors->choosing->language, folded))
        return true;
    struct str title = index_page_title(anchors->choosing->index, page, anchors->arena);
    if (title.data)
        title = fold(anchors->arena, title);
    *failed |= !title.data;
    return str_eq(folded, title);
}

enum link_refusal anchors_refuse(const struct anchors *anchors, struct str folded, uint32_t page, bool *failed)
{
    if (map_get(&anchors->used, folded))
        return REFUSED_TAKEN_TEXT;
    if (map_get(&anchors->denied, folded) ||
        (anchors->choosing->options->allow_anchors.count && !map_get(&anchors->allowed, folded)))
        return REFUSED_EXCLUDED_TEXT;
    return names_something(anchors, folded, page, failed) ? NOT_REFUSED : REFUSED_NAMELESS;
}

void anchors_take(struct anchors *anchors, struct str folded, bool *failed)
{
    *failed |= !add(&anchors->used, folded);
}
