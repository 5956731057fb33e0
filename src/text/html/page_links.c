#include "text/html/html.h"

/* Elements that hold no running text. */
static const struct str apart[] = {{"nav", 3}, {"footer", 6}, {"aside", 5}, {"menu", 4}, {"h1", 2},
                                   {"h2", 2},  {"h3", 2},     {"h4", 2},    {"h5", 2},   {"h6", 2}};

/* Where the text stands. A block is what lies between the tags of two elements that are not inline. */
struct page_links_place {
    size_t open[COUNT_OF(apart)]; /* of each of these elements, how many */
    size_t first;                 /* link of the present block */
    bool has_words;               /* the block has words outside of its links */
};

struct page_links_collector {
    struct arena *arena;
    const char *url, *base; /* of the page; what relative addresses are relative to */
    bool has_base;          /* a <base href> was met: only the first counts */
    struct page_anchor *links;
    size_t count, cap;
    struct page_links_place place;
    bool is_open;    /* the text of the last link is being read */
    struct buf text; /* of that link */
    struct buf value;
};

static void page_links_add_text(struct page_links_collector *collector, struct str text)
{
    struct buf *out = &collector->text;
    for (size_t i = 0; i < text.len && out->len <= PAGE_LINK_TEXT_MAX; i++) {
        if (!ascii_is_space(text.data[i]))
            buf_char(out, text.data[i]);
        else if (out->len && out->data[out->len - 1] != ' ')
            buf_char(out, ' ');
    }
}

/* Decodes into collector->value, a slice of which it returns. */
static struct str page_links_decode(struct page_links_collector *collector, struct str text, bool in_attribute)
{
    buf_clear(&collector->value);
    html_decode(&collector->value, text, in_attribute);
    if (collector->value.failed)
        arena_fail(collector->arena);
    return (struct str){buf_text(&collector->value), collector->value.len};
}

/* The value of an attribute, data NULL: absent. Good until the next call. */
static struct str attribute_of(struct page_links_collector *collector, const struct html_token *token, struct str name)
{
    for (size_t i = 0; i < token->attribute_count; i++)
        if (str_ieq(token->attributes[i].name, name))
            return page_links_decode(collector, token->attributes[i].value, true);
    return (struct str){NULL, 0};
}

/* Gives the link that is open its text. */
static void close_link(struct page_links_collector *collector)
{
    if (!collector->is_open)
        return;
    struct str text = {buf_text(&collector->text), collector->text.len};
    if (text.len > PAGE_LINK_TEXT_MAX)
        text.len = PAGE_LINK_TEXT_MAX;
    text.len = utf8_valid_length(text);
    text = str_trim(text);
    struct page_anchor *link = &collector->links[collector->count - 1];
    link->text = arena_copy_n(collector->arena, text.data, text.len);
    if (collector->text.failed)
        arena_fail(collector->arena);
    collector->is_open = false;
}

static void open_link(struct page_links_collector *collector, struct str target)
{
    if (str_starts(target, STR("#")) || collector->count == PAGE_LINKS_MAX)
        return;
    const char *url = url_resolve(collector->arena, collector->base, target);
    if (!url)
        return;
    struct page_anchor *link = VEC_PUSH(collector->arena, collector->links, collector->count, collector->cap);
    if (link)
        *link = (struct page_anchor){url, ""};
    collector->is_open = link != NULL;
    buf_clear(&collector->text);
}

static void read_base(struct page_links_collector *collector, struct str target)
{
    const char *base = collector->has_base ? NULL : url_resolve(collector->arena, collector->url, target);
    if (base)
        collector->base = base;
    collector->has_base = true;
}

static void read_start(struct page_links_collector *collector, const struct html_token *token)
{
    bool is_area = str_ieq(token->name, STR("area"));
    bool is_link = is_area || str_ieq(token->name, STR("a"));
    if (is_link)
        close_link(collector);
    if (is_link || str_ieq(token->name, STR("base"))) {
        struct str target = attribute_of(collector, token, STR("href"));
        target = target.data ? str_trim(target) : target;
        if (target.data && is_link)
            open_link(collector, target);
        else if (target.data)
            read_base(collector, target);
    }
    if (collector->is_open && (is_area || str_ieq(token->name, STR("img"))))
        page_links_add_text(collector, attribute_of(collector, token, STR("alt")));
    if (is_area)
        close_link(collector);
}

/* --- where links stand --- */

static bool is_apart(const struct page_links_place *place)
{
    for (size_t i = 0; i < COUNT_OF(apart); i++)
        if (place->open[i])
            return true;
    return false;
}

/* A link that is the only content of its block is one of a list. */
static void end_block(struct page_links_collector *collector)
{
    struct page_links_place *place = &collector->place;
    bool is_alone = collector->count == place->first + 1 && !place->has_words;
    for (size_t i = place->first; i < collector->count; i++)
        collector->links[i].is_listed = is_alone || is_apart(place);
    place->first = collector->count;
    place->has_words = false;
}

static void follow_tag(struct page_links_collector *collector, const struct html_token *tag)
{
    if (html_is_inline(tag->name))
        return;
    end_block(collector);
    for (size_t i = 0; i < COUNT_OF(apart); i++) {
        size_t *open = &collector->place.open[i];
        if (!str_ieq(tag->name, apart[i]))
            continue;
        if (tag->kind == HTML_START)
            ++*open;
        else if (*open)
            --*open;
    }
}

static bool has_words(struct str text)
{
    uint32_t character;
    for (size_t at = 0; at < text.len;) {
        at += utf8_decode(text, at, &character);
        if (unicode_is_letter(character) || unicode_is_digit(character))
            return true;
    }
    return false;
}

static void page_links_read_text(struct page_links_collector *collector, const struct html_token *token)
{
    if (collector->is_open)
        page_links_add_text(collector, page_links_decode(collector, token->data, false));
    else if (!collector->place.has_words)
        collector->place.has_words = has_words(page_links_decode(collector, token->data, false));
}

static void page_links_read_token(struct page_links_collector *collector, const struct html_token *token)
{
    if (token->kind == HTML_START || token->kind == HTML_CLOSE)
        follow_tag(collector, token);
    if (token->kind == HTML_START)
        read_start(collector, token);
    else if (token->kind == HTML_CLOSE && str_ieq(token->name, STR("a")))
        close_link(collector);
    else if (token->kind == HTML_TEXT && !token->is_raw)
        page_links_read_text(collector, token);
}

enum status page_links_read(struct arena *arena, struct str html, const char *url, struct page_anchor **links,
                            size_t *count, struct error *err)
{
    struct html_tokenizer *tokenizer = html_tokenizer_new(html);
    struct html_token token;
    struct page_links_collector collector = {.arena = arena, .url = url, .base = url};
    while (tokenizer && !arena_failed(arena) && html_next(tokenizer, &token))
        page_links_read_token(&collector, &token);
    close_link(&collector);
    end_block(&collector);
    bool failed = !tokenizer || html_tokenizer_failed(tokenizer) || arena_failed(arena);
    html_tokenizer_free(tokenizer);
    buf_free(&collector.text);
    buf_free(&collector.value);
    *links = collector.links;
    *count = failed ? 0 : collector.count;
    return failed ? error_memory(err) : OK;
}
