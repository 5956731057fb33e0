#include "research/page/document/encoding.h"

#include <errno.h>
#include <iconv.h>

/* Labels that mean another encoding than their name says (https://encoding.spec.whatwg.org/#names-and-labels). */
static const struct {
    const char *label, *encoding;
} label_aliases[] = {
    {"iso-8859-1", "windows-1252"}, {"iso8859-1", "windows-1252"},
    {"latin1", "windows-1252"},     {"us-ascii", "windows-1252"},
    {"ascii", "windows-1252"},      {"iso-8859-9", "windows-1254"},
    {"gb2312", "gb18030"},          {"gbk", "gb18030"},
    {"shift_jis", "cp932"},         {"utf8", "utf-8"},
};

static const char *encoding_of_label(const char *label)
{
    for (size_t i = 0; i < COUNT_OF(label_aliases); i++)
        if (str_ieq(str_from(label), str_from(label_aliases[i].label)))
            return label_aliases[i].encoding;
    return label;
}

/* Copies into label what follows "charset=" in the first kilobyte, where browsers look for it; "" when it is not
 * there. */
static void find_meta_charset(struct str html, char *label, size_t size)
{
    enum { PRESCAN_BYTES = 1024 };
    struct str head = {html.data, html.len < PRESCAN_BYTES ? html.len : PRESCAN_BYTES};
    const struct str name = STR("charset=");
    size_t found = str_ifind(head, name, 0), used = 0;
    size_t at = found < head.len ? found + name.len : head.len;
    while (at < head.len && (head.data[at] == '"' || head.data[at] == '\''))
        at++;
    while (at < head.len && used + 1 < size && (ascii_is_alnum(head.data[at]) || memchr("-_:.", head.data[at], 4)))
        label[used++] = head.data[at++];
    label[used] = '\0';
}

static void append_replacement(struct buf *out)
{
    buf_str(out, "\xEF\xBF\xBD");
}

/* Appends text that is meant to be UTF-8: what is not becomes U+FFFD, NUL a blank. */
static void append_utf8(struct buf *out, struct str text)
{
    uint32_t codepoint;
    size_t from = 0;
    for (size_t at = 0, length; at < text.len; at += length) {
        length = utf8_decode(text, at, &codepoint);
        bool invalid = codepoint == 0xFFFD && length == 1;
        if (codepoint && !invalid)
            continue;
        buf_add(out, text.data + from, at - from);
        if (invalid)
            append_replacement(out);
        else
            buf_char(out, ' ');
        from = at + length;
    }
    if (from < text.len)
        buf_add(out, text.data + from, text.len - from);
}

/* Converts piece by piece; each byte that cannot be converted becomes U+FFFD. */
static void append_converted(struct buf *out, struct str text, iconv_t converter)
{
    char piece[4096];
    char *input = (char *)text.data; /* iconv does not write to it */
    size_t left = text.len;
    while (left && !out->failed) {
        char *output = piece;
        size_t room = sizeof piece;
        size_t done = iconv(converter, &input, &left, &output, &room);
        int problem = done == (size_t)-1 ? errno : 0;
        append_utf8(out, (struct str){piece, sizeof piece - room});
        if (problem != EILSEQ && problem != EINVAL)
            continue;
        append_replacement(out);
        input++;
        left--;
    }
}

bool html_to_utf8(struct buf *out, struct str html, const char *charset)
{
    char label[40] = "";
    bool marked = str_starts(html, STR("\xEF\xBB\xBF"));
    if (marked)
        html = (struct str){html.data + 3, html.len - 3};
    bool known = *charset != '\0';
    if (!known && !marked && !utf8_is_valid(html))
        find_meta_charset(html, label, sizeof label);
    const char *encoding = encoding_of_label(known ? charset : label);
    bool other = !marked && *encoding && !str_ieq(str_from(encoding), STR("utf-8"));
    iconv_t converter = other ? iconv_open("UTF-8", encoding) : (iconv_t)-1;
    if (converter == (iconv_t)-1) {
        append_utf8(out, html);
    } else {
        append_converted(out, html, converter);
        iconv_close(converter);
    }
    return !out->failed;
}
