#include "link/page/page_parts.h"

#include "text/text.h"

#include <stdio.h>

/* Control characters, and what turns the direction of the text behind it, become blanks. */
static bool parts_html_is_shown(uint32_t character)
{
    return character >= ' ' && (character < 0x7F || character > 0x9F) && !unicode_is_hidden(character);
}

void html_text(struct buf *out, struct str text, size_t most)
{
    uint32_t character;
    size_t count = 0;
    for (size_t at = 0, length; at < text.len; at += length) {
        length = utf8_decode(text, at, &character);
        if (count++ == most) {
            buf_str(out, "\xE2\x80\xA6");
            return;
        }
        if (!parts_html_is_shown(character))
            buf_char(out, ' ');
        else if (character == 0xFFFD)
            buf_str(out, "\xEF\xBF\xBD");
        else
            escape_attribute(out, (struct str){text.data + at, length});
    }
}

bool html_is_address(struct str url)
{
    return str_istarts(url, STR("https://")) || str_istarts(url, STR("http://"));
}

struct str html_shown_url(struct str url)
{
    size_t scheme = html_is_address(url) ? str_find(url, STR("://"), 0) + 3 : 0;
    return (struct str){url.data + scheme, url.len - scheme};
}

/* --- pages and cells of tables --- */

void html_address(struct buf *out, struct str url, struct str text, size_t most)
{
    bool is_link = html_is_address(url);
    if (is_link) {
        buf_str(out, "<a href=\"");
        html_text(out, url, SIZE_MAX);
        buf_str(out, "\">");
    }
    html_text(out, text, most);
    if (is_link)
        buf_str(out, "</a>");
}

void html_page(struct buf *out, struct str url, struct str title)
{
    struct str shown = html_shown_url(url);
    buf_str(out, "<span dir=\"auto\">");
    html_address(out, url, title.len ? title : shown, HTML_TITLE_LENGTH);
    buf_str(out, "</span>");
    if (title.len) {
        buf_str(out, "<small>");
        html_text(out, shown, HTML_URL_LENGTH);
        buf_str(out, "</small>");
    }
}

void html_page_cell(struct buf *out, struct str url, struct str title)
{
    buf_str(out, "<td>");
    html_page(out, url, title);
    buf_str(out, "</td>");
}

void html_text_cell(struct buf *out, struct str text)
{
    buf_str(out, "<td dir=\"auto\">");
    if (text.len)
        html_text(out, text, HTML_TITLE_LENGTH);
    else
        buf_str(out, "<span class=\"soft\">(no text)</span>");
    buf_str(out, "</td>");
}

void html_number_cell(struct buf *out, int64_t number)
{
    buf_str(out, "<td class=\"n\">");
    if (number < 0)
        buf_str(out, "&ndash;");
    else
        buf_grouped(out, number);
    buf_str(out, "</td>");
}
