#include "research/html_document.h"

#include <libxml/HTMLparser.h>
#include <libxml/encoding.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_once_t parser_once = PTHREAD_ONCE_INIT;

/* --- character encoding ---------------------------------------------------------------------------------------- */

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

/* Copies what follows "charset=" in the first kilobyte, as browsers look for it, into label; "" when it is not there. */
static void find_meta_charset(struct str html, char *label, size_t size)
{
    enum { PRESCAN_BYTES = 1024 };
    struct str head = {html.data, html.len < PRESCAN_BYTES ? html.len : PRESCAN_BYTES};
    const struct str name = STR("charset=");
    size_t at = 0, used = 0;
    while (at < head.len && !str_istarts((struct str){head.data + at, head.len - at}, name))
        at++;
    at += name.len;
    while (at < head.len && (head.data[at] == '"' || head.data[at] == '\''))
        at++;
    while (at < head.len && used + 1 < size && (ascii_is_alnum(head.data[at]) || memchr("-_:.", head.data[at], 4)))
        label[used++] = head.data[at++];
    label[used] = '\0';
}

/* Does libxml2 know it, and can it hold ASCII markup as it stands? */
static bool is_usable(const char *encoding)
{
    if (!*encoding || str_istarts(str_from(encoding), STR("utf-16")) || str_istarts(str_from(encoding), STR("utf-32")))
        return false;
    xmlCharEncodingHandler *handler = xmlFindCharEncodingHandler(encoding);
    xmlCharEncCloseFunc(handler);
    return handler != NULL;
}

/* What is valid UTF-8 and not plain ASCII is UTF-8 whatever a page says of itself; only the transport is believed before. */
static const char *choose_encoding(struct str html, const char *charset, char *label, size_t size)
{
    if (!*charset && !utf8_is_valid(html)) {
        find_meta_charset(html, label, size);
        charset = label;
    }
    const char *encoding = encoding_of_label(charset);
    return is_usable(encoding) ? encoding : "utf-8";
}

/* --- parsing --------------------------------------------------------------------------------------------------- */

/* The parser ends at a NUL, which is nothing to a browser. */
static void blank_nuls(char *text, size_t length)
{
    for (char *nul = text; (nul = memchr(nul, '\0', length - (size_t)(nul - text))) != NULL;)
        *nul = ' ';
}

static enum status parse(char *text, size_t length, const char *encoding, xmlDoc **document, struct error *err)
{
    const int options = HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET |
                        HTML_PARSE_COMPACT | HTML_PARSE_IGNORE_ENC | HTML_PARSE_NODEFDTD;
    htmlParserCtxt *parser = htmlNewParserCtxt();
    if (!parser)
        return error_memory(err);
    blank_nuls(text, length);
    *document = htmlCtxtReadMemory(parser, text, (int)length, NULL, encoding, options);
    bool out_of_memory = parser->lastError.code == XML_ERR_NO_MEMORY || parser->errNo == XML_ERR_NO_MEMORY;
    htmlFreeParserCtxt(parser);
    if (!out_of_memory)
        return OK;
    xmlFreeDoc(*document);
    *document = NULL;
    return error_memory(err);
}

enum status html_document_parse(struct str html, const char *charset, xmlDoc **document, struct error *err)
{
    *document = NULL;
    if (html.len > HTML_DOCUMENT_LIMIT)
        return error_set(err, E_LIMIT, NULL, "the page is larger than %d MiB", HTML_DOCUMENT_LIMIT >> 20);
    pthread_once(&parser_once, xmlInitParser);
    if (str_starts(html, STR("\xEF\xBB\xBF")))
        html = (struct str){html.data + 3, html.len - 3};
    if (!html.len)
        return OK;
    char label[40] = "";
    const char *encoding = choose_encoding(html, charset, label, sizeof label);
    struct arena *arena = arena_new();
    if (!arena)
        return error_memory(err);
    size_t length = html.len;
    char *text = str_ieq(str_from(encoding), STR("utf-8")) ? utf8_repair(arena, html, &length)
                                                           : arena_copy_n(arena, html.data, html.len);
    enum status status = text ? parse(text, length, encoding, document, err) : error_memory(err);
    arena_free(arena);
    return status;
}

/* --- the tree -------------------------------------------------------------------------------------------------- */

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

bool html_node_is(const xmlNode *node, const char *name)
{
    return node->type == XML_ELEMENT_NODE && str_ieq(str_from((const char *)node->name), str_from(name));
}

bool html_node_in(const xmlNode *node, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (html_node_is(node, names[i]))
            return true;
    return false;
}

struct str html_node_attribute(const xmlNode *node, const char *name)
{
    for (const xmlAttr *attribute = node->properties; attribute; attribute = attribute->next)
        if (str_ieq(str_from((const char *)attribute->name), str_from(name)))
            return attribute->children && attribute->children->content
                       ? str_from((const char *)attribute->children->content)
                       : STR("");
    return (struct str){NULL, 0};
}

struct finder {
    const char *name;
    xmlNode *found;
};

static bool find_enter(void *context, xmlNode *node)
{
    struct finder *finder = context;
    if (!finder->found && html_node_is(node, finder->name))
        finder->found = node;
    return !finder->found;
}

static void find_leave(void *context, xmlNode *node)
{
    (void)context;
    (void)node;
}

xmlNode *html_node_find(xmlNode *root, const char *name)
{
    struct finder finder = {.name = name};
    html_walk(root, &(struct html_visitor){find_enter, find_leave, &finder});
    return finder.found;
}
