#include "link/choose/anchors.h"

#include "link/choose/discourse.h"
#include "text/html/html.h"
#include "text/unicode.h"

/* --- the text of an anchor --- */

static bool is_plain(struct str html)
{
    for (size_t i = 0; i < html.len; i++)
        if (strchr("<&\r", html.data[i])) /* strchr finds NUL, too */
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
    bool failed = !is_plain(html) && !decode(&decoded, html);
    struct str visible = is_plain(html) ? html : (struct str){buf_text(&decoded), decoded.len};
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

static bool add_linked(struct anchors *anchors, struct str content, const struct lexed *lexed)
{
    map_init(&anchors->used, anchors->arena);
    for (size_t i = 0; i < lexed->anchor_count; i++) {
        const struct lexer_anchor *anchor = &lexed->anchors[i];
        if (anchor->first >= anchor->last)
            continue;
        size_t start = lexed->lexemes[anchor->first].start, end = lexed->lexemes[anchor->last - 1].end;
        struct str markup = {content.data + start, end - start};
        if (!add(&anchors->used, folded_text(anchors->arena, markup)))
            return false;
    }
    return true;
}

bool anchors_init(struct anchors *anchors, struct str content, const struct lexed *lexed,
                  const struct link_options *options, const struct language *language, struct arena *arena)
{
    *anchors = (struct anchors){.options = options, .language = language, .arena = arena};
    return add_texts(anchors, &anchors->allowed, &options->allow_anchors) &&
           add_texts(anchors, &anchors->denied, &options->deny_anchors) && add_linked(anchors, content, lexed);
}

/* --- asking --- */

/* The title of a page names it, whatever it is made of. */
static bool names_something(const struct anchors *anchors, struct str folded, struct str title, bool *failed)
{
    if (!discourse_names_nothing(anchors->language, folded))
        return true;
    struct str folded_title = fold(anchors->arena, title);
    *failed |= !folded_title.data;
    return str_eq(folded, folded_title);
}

enum link_refusal anchors_refuse(const struct anchors *anchors, struct str markup, struct str title, bool *failed)
{
    struct str folded = folded_text(anchors->arena, markup);
    *failed |= !folded.data;
    if (!*failed && map_get(&anchors->used, folded))
        return REFUSED_TAKEN_TEXT;
    if (*failed || map_get(&anchors->denied, folded) ||
        (anchors->options->allow_anchors.count && !map_get(&anchors->allowed, folded)))
        return REFUSED_EXCLUDED_TEXT;
    return names_something(anchors, folded, title, failed) ? NOT_REFUSED : REFUSED_NAMELESS;
}

void anchors_take(struct anchors *anchors, struct str markup, bool *failed)
{
    *failed |= !add(&anchors->used, folded_text(anchors->arena, markup));
}
