#include "link/splice.h"

#include "text/html/html.h"

static struct str target_url(const struct link_index *index, const struct choice *choice)
{
    return index_text(index, index->pages[choice->page].url);
}

static void add_slice(struct buf *out, struct str content, size_t from, size_t to)
{
    buf_add(out, content.data + from, to - from);
}

void splice_html(struct buf *out, struct str content, const struct link_index *index, const struct choice *choices,
                 size_t count)
{
    size_t at = 0;
    for (size_t i = 0; i < count; i++) {
        add_slice(out, content, at, choices[i].start);
        buf_str(out, "<a href=\"");
        escape_attribute(out, target_url(index, &choices[i]));
        buf_str(out, "\">");
        add_slice(out, content, choices[i].start, choices[i].end);
        buf_str(out, "</a>");
        at = choices[i].end;
    }
    add_slice(out, content, at, content.len);
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

void splice_markdown(struct buf *out, struct str content, const struct link_index *index, const struct choice *choices,
                     size_t count)
{
    size_t at = 0;
    for (size_t i = 0; i < count; i++) {
        add_slice(out, content, at, choices[i].start);
        buf_char(out, '[');
        add_slice(out, content, choices[i].start, choices[i].end);
        buf_str(out, "](");
        add_destination(out, target_url(index, &choices[i]));
        buf_char(out, ')');
        at = choices[i].end;
    }
    add_slice(out, content, at, content.len);
}

struct str visible_text(struct arena *arena, struct str html)
{
    struct buf decoded = {0};
    struct html_tokenizer *tokenizer = html_tokenizer_new(html);
    struct html_token token;
    while (tokenizer && html_next(tokenizer, &token))
        if (token.kind == HTML_TEXT)
            html_decode(&decoded, token.data, false);
    bool failed = !tokenizer || html_tokenizer_failed(tokenizer) || decoded.failed;
    html_tokenizer_free(tokenizer);
    char *text = failed ? NULL : arena_copy_n(arena, buf_text(&decoded), decoded.len);
    size_t length = text ? text_squeeze_in_place(text, decoded.len) : 0;
    buf_free(&decoded);
    return (struct str){text, length};
}
