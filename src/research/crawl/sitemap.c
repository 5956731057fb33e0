#include "research/crawl/sitemap.h"

#include "text/html/html.h"

#include <zlib.h>

/* --- gzip --- */

static bool is_gzip(struct str body)
{
    return str_starts(body, STR("\x1F\x8B"));
}

/* Inflates one gzip member after the other. */
static enum status inflate_members(z_stream *stream, struct buf *out, struct error *err)
{
    unsigned char piece[16384];
    int result = Z_OK;
    while (!out->failed && result == Z_OK) {
        stream->next_out = piece;
        stream->avail_out = sizeof piece;
        result = inflate(stream, Z_NO_FLUSH);
        buf_add(out, piece, sizeof piece - stream->avail_out);
        if (result == Z_STREAM_END && is_gzip((struct str){(char *)stream->next_in, stream->avail_in}))
            result = inflateReset(stream);
    }
    if (out->failed && out->len + sizeof piece <= SITEMAP_LARGEST)
        return error_memory(err);
    if (out->failed)
        return error_set(err, E_LIMIT, NULL, "a sitemap is larger than %d MiB", SITEMAP_LARGEST >> 20);
    return result == Z_STREAM_END ? OK : error_set(err, E_CORRUPT, NULL, "a gzipped sitemap is damaged");
}

static enum status gunzip(struct str body, struct buf *out, struct error *err)
{
    z_stream stream = {.next_in = (unsigned char *)body.data, .avail_in = (uInt)body.len};
    out->limit = SITEMAP_LARGEST;
    if (body.len > SITEMAP_LARGEST)
        return error_set(err, E_LIMIT, NULL, "a sitemap is larger than %d MiB", SITEMAP_LARGEST >> 20);
    if (inflateInit2(&stream, 16 + MAX_WBITS) != Z_OK)
        return error_memory(err);
    enum status status = inflate_members(&stream, out, err);
    inflateEnd(&stream);
    return status;
}

/* --- what it lists --- */

struct lister {
    struct arena *arena;
    const char *base;
    struct sitemap *sitemap;
    size_t cap;
};

static void sitemap_add_url(struct lister *lister, struct str text)
{
    struct sitemap *sitemap = lister->sitemap;
    struct str trimmed = str_trim(text);
    if (!trimmed.len || sitemap->count >= SITEMAP_MOST_URLS)
        return;
    char *url = url_resolve(lister->arena, lister->base, trimmed);
    char **added = url ? VEC_PUSH(lister->arena, sitemap->urls, sitemap->count, lister->cap) : NULL;
    if (added)
        *added = url;
}

static void sitemap_read_lines(struct lister *lister, struct str text)
{
    struct str line;
    while (str_split(&text, '\n', &line))
        sitemap_add_url(lister, line);
}

/* Adds a token inside <loc>. To an HTML tokenizer <![CDATA[...]]> is a comment. */
static void add_loc_text(struct buf *loc, const struct html_token *token)
{
    struct str data = token->data;
    const struct str open = STR("[CDATA["), close = STR("]]");
    if (token->kind == HTML_TEXT)
        html_decode(loc, data, false);
    else if (str_starts(data, open) && str_ends(data, close))
        buf_add(loc, data.data + open.len, data.len - open.len - close.len);
}

static void read_tags(struct lister *lister, struct html_tokenizer *tokenizer)
{
    struct html_token token;
    struct buf loc = {0};
    bool in_loc = false;
    while (!loc.failed && html_next(tokenizer, &token)) {
        bool is_loc = str_eq(token.name, STR("loc"));
        if (token.kind == HTML_START && str_eq(token.name, STR("sitemapindex")))
            lister->sitemap->is_index = true;
        if (token.kind == HTML_START && is_loc) {
            buf_clear(&loc);
            in_loc = true;
        } else if (token.kind == HTML_CLOSE && is_loc && in_loc) {
            sitemap_add_url(lister, (struct str){buf_text(&loc), loc.len});
            in_loc = false;
        } else if (in_loc && (token.kind == HTML_TEXT || token.kind == HTML_COMMENT)) {
            add_loc_text(&loc, &token);
        }
    }
    if (loc.failed || html_tokenizer_failed(tokenizer))
        arena_fail(lister->arena);
    buf_free(&loc);
}

static void read_xml(struct lister *lister, struct str text)
{
    struct html_tokenizer *tokenizer = html_tokenizer_new(text);
    if (tokenizer) {
        html_tokenizer_manual_modes(tokenizer);
        read_tags(lister, tokenizer);
    } else {
        arena_fail(lister->arena);
    }
    html_tokenizer_free(tokenizer);
}

enum status sitemap_read(struct arena *arena, struct str body, const char *url, struct sitemap *sitemap,
                         struct error *err)
{
    struct buf inflated = {0};
    enum status status = OK;
    *sitemap = (struct sitemap){NULL, 0, false};
    if (is_gzip(body)) {
        status = gunzip(body, &inflated, err);
        body = (struct str){buf_text(&inflated), inflated.len};
    }
    if (!status) {
        struct lister lister = {.arena = arena, .base = url, .sitemap = sitemap};
        if (str_starts(body, STR("\xEF\xBB\xBF")))
            body = (struct str){body.data + 3, body.len - 3};
        struct str text = str_trim(body);
        if (text.len && text.data[0] == '<')
            read_xml(&lister, text);
        else
            sitemap_read_lines(&lister, text);
        if (arena_failed(arena))
            status = error_memory(err);
    }
    buf_free(&inflated);
    return status;
}
