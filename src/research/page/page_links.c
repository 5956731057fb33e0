#include "research/page/page_links.h"

#include "base/utf8.h"
#include "base/vec.h"
#include "text/html/html.h"

struct collector {
    struct arena *arena;
    const char *url, *base; /* of the page; what relative addresses are relative to */
    bool has_base;          /* a <base href> was met: only the first counts */
    struct page_anchor *links;
    size_t count, cap;
    bool is_open;    /* the text of the last link is being read */
    struct buf text; /* of that link */
    struct buf value;
    bool failed; /* memory ran out */
};

static void add_text(struct collector *collector, struct str text)
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
static struct str decode(struct collector *collector, struct str text, bool in_attribute)
{
    buf_clear(&collector->value);
    html_decode(&collector->value, text, in_attribute);
    collector->failed = collector->failed || collector->value.failed;
    return (struct str){buf_text(&collector->value), collector->value.len};
}

/* The value of an attribute, data NULL: absent. Good until the next call. */
static struct str attribute_of(struct collector *collector, const struct html_token *token, struct str name)
{
    for (size_t i = 0; i < token->attribute_count; i++)
        if (str_ieq(token->attributes[i].name, name))
            return decode(collector, token->attributes[i].value, true);
    return (struct str){NULL, 0};
}

/* Gives the link that is open its text. */
static void close_link(struct collector *collector)
{
    if (!collector->is_open)
        return;
    struct str text = {buf_text(&collector->text), collector->text.len};
    if (text.len > PAGE_LINK_TEXT_MAX)
        text.len = PAGE_LINK_TEXT_MAX;
    text.len = utf8_valid_length(text);
    text = str_trim(text);
    struct page_anchor *link = &collector->links[collector->count - 1];
    link->text = collector->text.failed ? NULL : arena_copy_n(collector->arena, text.data, text.len);
    collector->failed = collector->failed || !link->text;
    collector->is_open = false;
}

static void open_link(struct collector *collector, struct str target)
{
    if (str_starts(target, STR("#")) || collector->count == PAGE_LINKS_MAX)
        return;
    const char *url = url_resolve(collector->arena, collector->base, target);
    if (!url)
        return;
    struct page_anchor *links =
        vec_room(collector->arena, collector->links, collector->count, &collector->cap, sizeof *links);
    if (!links) {
        collector->failed = true;
        return;
    }
    collector->links = links;
    links[collector->count++] = (struct page_anchor){url, ""};
    collector->is_open = true;
    buf_clear(&collector->text);
}

static void read_base(struct collector *collector, struct str target)
{
    const char *base = collector->has_base ? NULL : url_resolve(collector->arena, collector->url, target);
    if (base)
        collector->base = base;
    collector->has_base = true;
}

static void read_start(struct collector *collector, const struct html_token *token)
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
        add_text(collector, attribute_of(collector, token, STR("alt")));
    if (is_area)
        close_link(collector);
}

static void read_token(struct collector *collector, const struct html_token *token)
{
    if (token->kind == HTML_START)
        read_start(collector, token);
    else if (token->kind == HTML_CLOSE && str_ieq(token->name, STR("a")))
        close_link(collector);
    else if (token->kind == HTML_TEXT && collector->is_open && !token->is_raw)
        add_text(collector, decode(collector, token->data, false));
}

enum status page_links_read(struct arena *arena, struct str html, const char *url, struct page_anchor **links,
                            size_t *count, struct error *err)
{
    struct html_tokenizer *tokenizer = html_tokenizer_new(html);
    struct html_token token;
    struct collector collector = {.arena = arena, .url = url, .base = url, .failed = !tokenizer};
    while (!collector.failed && html_next(tokenizer, &token))
        read_token(&collector, &token);
    if (!collector.failed)
        close_link(&collector);
    collector.failed = collector.failed || html_tokenizer_failed(tokenizer);
    html_tokenizer_free(tokenizer);
    buf_free(&collector.text);
    buf_free(&collector.value);
    *links = collector.links;
    *count = collector.failed ? 0 : collector.count;
    return collector.failed ? error_memory(err) : OK;
}
