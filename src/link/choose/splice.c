#include "link/choose/choose.h"

#include "text/html/html.h"

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
