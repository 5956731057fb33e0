/* HTML parsed by libxml2: nothing is ever fetched, errors are not printed, sizes and depth are bounded. Private to research/. */
#ifndef COPYDESK_RESEARCH_PAGE_HTML_DOCUMENT_H
#define COPYDESK_RESEARCH_PAGE_HTML_DOCUMENT_H

#include "text/text.h"

#include <libxml/HTMLtree.h>

/* Larger documents are refused: no page that a person reads comes near. */
enum { HTML_DOCUMENT_LIMIT = 8 * 1024 * 1024 };

/* charset: of the transport, "" when unknown; then UTF-8 when the bytes are that, <meta> when not. Free with xmlFreeDoc. OK with
 * *document NULL: there was nothing in it. */
enum status html_document_parse(struct str html, const char *charset, xmlDoc **document, struct error *err);

/* Walks the tree below and with root in document order, without recursion: pages nest as deep as they like. `leave` is called
 * for each element for which `enter` said true; the children of the others are left out. */
struct html_visitor {
    bool (*enter)(void *context, xmlNode *node);
    void (*leave)(void *context, xmlNode *node);
    void *context;
};
void html_walk(xmlNode *root, const struct html_visitor *visitor);

/* Element and attribute tests; names in lower case. */
bool html_node_is(const xmlNode *node, const char *name);
bool html_node_in(const xmlNode *node, const char *const *names, size_t count);
struct str html_node_attribute(const xmlNode *node, const char *name); /* data NULL: absent */

/* The first element below root with that name; NULL when there is none. */
xmlNode *html_node_find(xmlNode *root, const char *name);

#endif
