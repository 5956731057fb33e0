#include "service/api/media/media.h"

#include "write/media/picture_address.h"

#define SOURCE "src=\"" PICTURE_PATH

/* Where the next picture's path begins; the length where there is none. */
static size_t next_path(struct str html, size_t from)
{
    size_t at = str_find(html, STR(SOURCE), from);
    return at < html.len ? at + strlen(SOURCE) - strlen(PICTURE_PATH) : html.len;
}

bool media_has_addresses(const char *html)
{
    struct str text = str_from(html);
    return html && next_path(text, 0) < text.len;
}

void media_addresses(struct buf *out, const char *html, const char *base)
{
    struct str text = str_from(html);
    size_t from = 0;
    while (from < text.len) {
        size_t at = next_path(text, from);
        buf_add(out, text.data + from, at - from);
        if (at < text.len)
            buf_printf(out, "%s" PICTURE_PATH, base ? base : "");
        from = at < text.len ? at + strlen(PICTURE_PATH) : at;
    }
}
