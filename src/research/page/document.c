#include "research/page/document.h"

#include "research/page/page.h"
#include "text/html/html.h"

#include <errno.h>
#include <iconv.h>
#include <libxml/HTMLparser.h>
#include <pthread.h>
#include <strings.h>

struct encoding {
    const char *name;   /* for iconv */
    bool has_bytes;     /* one byte for each character; or UTF-8 */
    const char *labels; /* with blanks between */
};

static const struct encoding encodings[] = {
#include "research/page/encoding_labels.inc"
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

/*
 * Bytes that are parsed after the conversion to UTF-8, in which a wrong byte becomes three; those after them are left
 * out. For a text of over 10,000,000 bytes libxml2 says that memory ran out, and a character reference may stand for a
 * little more than its own length.
 */
enum { PARSED_BYTES = 8000000 };

static pthread_once_t parser_once = PTHREAD_ONCE_INIT;

static enum status parse(struct str text, xmlDoc **document, struct error *err)
{
    const int options = HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET |
                        HTML_PARSE_COMPACT | HTML_PARSE_IGNORE_ENC | HTML_PARSE_NODEFDTD;
    htmlParserCtxt *parser = htmlNewParserCtxt();
    if (!parser)
        return error_memory(err);
    *document = htmlCtxtReadMemory(parser, text.data, (int)text.len, NULL, "utf-8", options);
    bool out_of_memory = parser->lastError.code == XML_ERR_NO_MEMORY || parser->errNo == XML_ERR_NO_MEMORY;
    htmlFreeParserCtxt(parser);
    if (!out_of_memory)
        return OK;
    xmlFreeDoc(*document);
    *document = NULL;
    return error_memory(err);
}

enum status html_document_parse(struct str html, const char *charset, bool with_links, struct buf *linked_data,
                                xmlDoc **document, struct error *err)
{
    struct buf text = {0}, simple = {0};
    enum status status = OK;
    *document = NULL;
    if (html.len > HTML_DOCUMENT_LIMIT)
        return error_set(err, E_LIMIT, NULL, "the page is larger than %d MiB", HTML_DOCUMENT_LIMIT >> 20);
    pthread_once(&parser_once, xmlInitParser);
    bool done = html_to_utf8(&text, html, charset);
    struct str parsed = {buf_text(&text), text.len};
    if (parsed.len > PARSED_BYTES)
        parsed.len = utf8_valid_length((struct str){parsed.data, PARSED_BYTES});
    if (!done || !html_simplify(&simple, parsed, with_links, linked_data))
        status = error_memory(err);
    else if (simple.len)
        status = parse((struct str){simple.data, simple.len}, document, err);
    buf_free(&text);
    buf_free(&simple);
    return status;
}

/* --- the tree --- */

void html_walk(xmlNode *root, const struct html_visitor *visitor)
{
    xmlNode *node = root;
    for (;;) {
        bool descend = visitor->enter(visitor->context, node) && node->type == XML_ELEMENT_NODE;
        if (descend && node->children) {
            node = node->children;
            continue;
        }
        if (descend)
            visitor->leave(visitor->context, node);
        while (node != root && !node->next) {
            node = node->parent;
            visitor->leave(visitor->context, node);
        }
        if (node == root)
            return;
        node = node->next;
    }
}

enum html_element html_node_element(const xmlNode *node)
{
    return node->type == XML_ELEMENT_NODE ? html_element_find(str_from((const char *)node->name)) : ELEMENT_OTHER;
}

struct str html_node_attribute(const xmlNode *node, const char *name)
{
    for (const xmlAttr *attribute = node->properties; attribute; attribute = attribute->next)
        if (strcasecmp((const char *)attribute->name, name) == 0)
            return attribute->children && attribute->children->content
                       ? str_from((const char *)attribute->children->content)
                       : STR("");
    return (struct str){NULL, 0};
}

bool html_value_has(struct str value, struct str token)
{
    for (size_t at = 0, end; at < value.len; at = end + 1) {
        for (end = at; end < value.len && value.data[end] != ',' && !ascii_is_space(value.data[end]); end++)
            ;
        if (str_ieq((struct str){value.data + at, end - at}, token))
            return true;
    }
    return false;
}
