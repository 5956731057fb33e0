/* Where the button of a product leads. */
#include "write/market/market.h"

bool market_domain(struct str text, struct str *domain)
{
    struct str host = str_trim(text);
    size_t scheme = str_find(host, STR("://"), 0);
    if (scheme < host.len)
        host = (struct str){host.data + scheme + 3, host.len - scheme - 3};
    host.len = str_find(host, STR("/"), 0);
    bool has_dot = false;
    for (size_t i = 0; i < host.len; i++) {
        char character = host.data[i];
        if (!ascii_is_alnum(character) && character != '-' && character != '.')
            return false;
        has_dot |= character == '.' && i > 0 && i + 1 < host.len;
    }
    *domain = host;
    return has_dot;
}

/* The query without any "tag=", which would be somebody else's. */
static void add_query(struct buf *out, struct str query, bool replaces_tag)
{
    struct str rest = query, piece;
    char sign = '?';
    while (query.len && str_split(&rest, '&', &piece)) {
        if (!piece.len || (replaces_tag && str_istarts(piece, STR("tag="))))
            continue;
        buf_printf(out, "%c%.*s", sign, STR_ARG(piece));
        sign = '&';
    }
    if (replaces_tag)
        buf_printf(out, "%ctag=", sign);
}

struct str market_link(struct arena *arena, const struct product *product, struct str domain, struct str associate)
{
    struct url url = {.query = STR("")};
    struct buf out = {0};
    bool is_own = !domain.len && product->url && url_parse(str_from(product->url), &url, NULL) == OK;
    if (is_own) {
        buf_printf(&out, "%.*s://%.*s", STR_ARG(url.scheme), STR_ARG(url.host));
        if (url.port.len)
            buf_printf(&out, ":%.*s", STR_ARG(url.port));
        buf_add(&out, url.path.len ? url.path.data : "/", url.path.len ? url.path.len : 1);
    } else {
        struct str store = domain.len ? domain : STR(MARKET_DOMAIN);
        buf_printf(&out, "https://%.*s/dp/%s", STR_ARG(store), product->id);
    }
    add_query(&out, url.query, associate.len > 0);
    for (size_t i = 0; i < associate.len; i++) {
        if (url_is_unreserved(associate.data[i]))
            buf_char(&out, associate.data[i]);
        else
            url_encode_octet(&out, (unsigned char)associate.data[i]);
    }
    char *copy = out.failed ? NULL : arena_copy_n(arena, buf_text(&out), out.len);
    struct str link = {copy, out.len};
    buf_free(&out);
    return link;
}
