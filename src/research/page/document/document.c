#include "research/page/document/document.h"

#include "research/page/document/encoding.h"
#include "research/page/document/html_simplify.h"

#include <libxml/HTMLparser.h>
#include <pthread.h>
#include <strings.h>

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
