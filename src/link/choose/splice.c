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

static void close_link(struct buf *out, const struct choosing *choosing, const struct choice *choice)
{
    (void)choosing;
    (void)choice;
    buf_str(out, "</a>");
}

/* --- Markdown --- */

static void open_bracket(struct buf *out, const struct choosing *choosing, const struct choice *choice)
{
    (void)choosing;
    (void)choice;
    buf_char(out, '[');
}

/* Appends a URL as the destination of a Markdown link, without the parentheses. */
static void add_destination(struct buf *out, struct str url)
{
    for (size_t i = 0; i < url.len; i++) {
        unsigned char byte = (unsigned char)url.data[i];
        if (byte <= ' ' || byte == 0x7F)
            url_encode_octet(out, byte);
        else if (strchr("()<>\\&*_`[]|~", byte))
            buf_printf(out, "\\%c", byte);
        else
            buf_char(out, (char)byte);
    }
}

/* Appends a title between quotes: signs that mean something in Markdown behind "\\", no line breaks. */
static void add_title(struct buf *out, struct str title)
{
    if (!title.len)
        return;
    buf_str(out, " \"");
    for (size_t i = 0; i < title.len; i++) {
        unsigned char byte = (unsigned char)title.data[i];
        if (byte < ' ' || byte == 0x7F)
            buf_char(out, ' ');
        else if (byte < 0x80 && strchr("\"\\<>&*_`[]|~", byte))
            buf_printf(out, "\\%c", byte);
        else
            buf_char(out, (char)byte);
    }
    buf_char(out, '"');
}

static void add_target(struct buf *out, const struct choosing *choosing, const struct choice *choice)
{
    buf_str(out, "](");
    add_destination(out, noted(out, index_page_url(choosing->index, choice->candidate->page, choosing->arena)));
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

static void add_url(struct buf *out, const struct choosing *choosing, const struct choice *choice)
{
    buf_str(out, " <");
    add_plain_url(out, noted(out, index_page_url(choosing->index, choice->candidate->page, choosing->arena)));
    buf_char(out, '>');
}

/* --- all of it --- */

typedef void add_markup(struct buf *out, const struct choosing *choosing, const struct choice *choice);

void splice_links(struct buf *out, const struct choosing *choosing, const struct choice *choices, size_t count)
{
    static const struct {
        add_markup *before, *behind;
    } markups[] = {[LINK_HTML] = {open_link, close_link},
                   [LINK_MARKDOWN] = {open_bracket, add_target},
                   [LINK_JSON] = {open_link, close_link},
                   [LINK_TEXT] = {NULL, add_url}};
    size_t at = 0;
    for (size_t i = 0; i < count; i++) {
        add_slice(out, choosing->content, at, choices[i].start);
        if (markups[choosing->options->format].before)
            markups[choosing->options->format].before(out, choosing, &choices[i]);
        add_slice(out, choosing->content, choices[i].start, choices[i].end);
        markups[choosing->options->format].behind(out, choosing, &choices[i]);
        at = choices[i].end;
    }
    add_slice(out, choosing->content, at, choosing->content.len);
}
