#include "research/page/document/encoding.h"

#include "research/page/document/html_element.h"
#include "text/html/html.h"

#include <errno.h>
#include <iconv.h>

struct encoding {
    const char *name;   /* for iconv */
    bool has_bytes;     /* one byte for each character; or UTF-8 */
    const char *labels; /* with blanks between */
};

static const struct encoding encodings[] = {
#include "research/page/document/encoding_labels.inc"
};

/* In the order of the table. */
static const struct encoding *const utf8 = &encodings[0], *const windows1252 = &encodings[1];

static bool is_utf16(const struct encoding *encoding)
{
    return strncmp(encoding->name, "UTF-16", strlen("UTF-16")) == 0;
}

/* NULL: no encoding is called so. */
static const struct encoding *find_label(struct str label)
{
    label = str_trim(label);
    for (size_t i = 0; i < COUNT_OF(encodings) && label.len; i++) {
        struct str rest = str_from(encodings[i].labels), one;
        while (str_split(&rest, ' ', &one))
            if (str_ieq(one, label))
                return &encodings[i];
    }
    return NULL;
}

/* --- what the document says --- */

/* What follows "charset=" in an attribute such as "text/html; charset=utf-8". */
static struct str charset_in(struct str content)
{
    const struct str name = STR("charset=");
    size_t at = str_ifind(content, name, 0), end;
    if (at == content.len)
        return STR("");
    at += name.len;
    at += at < content.len && memchr("\"'", content.data[at], 2);
    for (end = at; end < content.len && !memchr("\"'; \t\r\n", content.data[end], 7); end++)
        ;
    return (struct str){content.data + at, end - at};
}

/* The encoding of <?xml version="1.0" encoding="...">. */
static const struct encoding *find_in_xml(struct str html)
{
    const struct str name = STR("encoding=");
    struct str line = {html.data, str_find(html, STR(">"), 0)};
    size_t at = str_starts(html, STR("<?xml")) ? str_find(line, name, 0) : line.len;
    if (at + name.len >= line.len)
        return NULL;
    at += name.len + 1;
    size_t end = at;
    while (end < line.len && line.data[end] != '"' && line.data[end] != '\'')
        end++;
    return end < line.len ? find_label((struct str){line.data + at, end - at}) : NULL;
}

static const struct encoding *encoding_of_meta(const struct html_token *token)
{
    struct str charset = html_attribute(token, STR("charset"));
    return find_label(charset.len ? charset : charset_in(html_attribute(token, STR("content"))));
}

/* Looks at the tags before the body. A page that can say this in ASCII is not in UTF-16. */
static const struct encoding *find_in_head(struct str html, bool *failed)
{
    enum { LONGEST_HEAD = 64 * 1024 };
    struct str head = {html.data, html.len < LONGEST_HEAD ? html.len : LONGEST_HEAD};
    const struct encoding *found = find_in_xml(head);
    struct html_tokenizer *tokenizer = found ? NULL : html_tokenizer_new(head);
    struct html_token token;
    *failed = !found && !tokenizer;
    while (tokenizer && !found && html_next(tokenizer, &token)) {
        enum html_element element = token.kind == HTML_START ? html_element_find(token.name) : ELEMENT_OTHER;
        if (element == ELEMENT_BODY)
            break;
        if (element == ELEMENT_META)
            found = encoding_of_meta(&token);
    }
    *failed = *failed || (tokenizer && html_tokenizer_failed(tokenizer));
    html_tokenizer_free(tokenizer);
    return found && is_utf16(found) ? utf8 : found;
}

/* --- what the bytes say --- */

struct bytes {
    size_t sequences; /* of UTF-8, of more than one byte */
    size_t wrong;     /* bytes that are no UTF-8 */
    size_t undefined; /* bytes above 0x7F that mean nothing in windows-1252 */
};

static struct bytes count_bytes(struct str text)
{
    struct bytes count = {0};
    uint32_t codepoint;
    for (size_t at = 0, length; at < text.len; at += length) {
        unsigned char byte = (unsigned char)text.data[at];
        length = byte < 0x80 ? 1 : utf8_decode(text, at, &codepoint);
        if (byte < 0x80)
            continue;
        count.sequences += length > 1;
        count.wrong += length == 1;
        count.undefined += length == 1 && memchr("\x81\x8D\x8F\x90\x9D", byte, 5) != NULL;
    }
    return count;
}

static const struct encoding *encoding_of_bytes(struct str text, const struct encoding *said)
{
    struct bytes count = count_bytes(text);
    if (!count.wrong && count.sequences)
        return !said || said->has_bytes ? utf8 : said;
    bool is_mostly_utf8 = count.wrong <= count.sequences;
    if (said == utf8)
        return is_mostly_utf8 || count.undefined ? utf8 : windows1252;
    if (said)
        return said;
    return is_mostly_utf8 ? utf8 : windows1252;
}

/* The encoding that a byte order mark tells, and its length; NULL: there is none. */
static const struct encoding *find_mark(struct str text, size_t *length)
{
    static const struct {
        const char *mark, *label;
    } marks[] = {{"\xEF\xBB\xBF", "utf-8"}, {"\xFE\xFF", "utf-16be"}, {"\xFF\xFE", "utf-16le"}};
    for (size_t i = 0; i < COUNT_OF(marks); i++) {
        *length = strlen(marks[i].mark);
        if (str_starts(text, str_from(marks[i].mark)))
            return find_label(str_from(marks[i].label));
    }
    *length = 0;
    return NULL;
}

/* --- decoding --- */

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
        unsigned char byte = (unsigned char)text.data[at];
        length = 1;
        if (byte && byte < 0x80)
            continue;
        if (byte)
            length = utf8_decode(text, at, &codepoint);
        bool invalid = byte && codepoint == 0xFFFD && length == 1;
        if (byte && !invalid)
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

static bool append_decoded(struct buf *out, struct str text, const struct encoding *encoding)
{
    iconv_t converter = encoding == utf8 ? (iconv_t)-1 : iconv_open("UTF-8", encoding->name);
    if (converter == (iconv_t)-1) {
        append_utf8(out, text); /* the C library lacks the encoding */
    } else {
        append_converted(out, text, converter);
        iconv_close(converter);
    }
    return !out->failed;
}

static bool to_utf8(struct buf *out, struct str document, const char *charset, bool is_html)
{
    size_t length;
    bool failed = false;
    const struct encoding *encoding = find_mark(document, &length);
    document = (struct str){document.data + length, document.len - length};
    if (encoding)
        return append_decoded(out, document, encoding);
    encoding = find_label(str_from(charset));
    if (!encoding && is_html)
        encoding = find_in_head(document, &failed);
    return !failed && append_decoded(out, document, encoding_of_bytes(document, encoding));
}

bool html_to_utf8(struct buf *out, struct str html, const char *charset)
{
    return to_utf8(out, html, charset, true);
}

bool text_to_utf8(struct buf *out, struct str text, const char *charset)
{
    return to_utf8(out, text, charset, false);
}
