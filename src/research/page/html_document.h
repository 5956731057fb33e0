/* HTML parsed by libxml2: nothing is ever fetched, errors are not printed, sizes and depth are bounded. */
#ifndef COPYDESK_RESEARCH_PAGE_HTML_DOCUMENT_H
#define COPYDESK_RESEARCH_PAGE_HTML_DOCUMENT_H

#include "text/text.h"

#include <libxml/HTMLtree.h>

/* Larger documents are refused: no page that a person reads comes near. */
enum { HTML_DOCUMENT_LIMIT = 8 * 1024 * 1024 };

/*
 * charset: of the transport, "" when unknown; then UTF-8 when the bytes are that, <meta> when not. Free with
 * xmlFreeDoc. OK with *document NULL: there was nothing in it. E_LIMIT: it is too large; E_MEMORY.
 */
enum status html_document_parse(struct str html, const char *charset, xmlDoc **document, struct error *err);

/*
 * Walks root and the tree below it in document order, without recursion, since pages nest to any depth. `enter` is
 * called for each node and says whether to walk its children; `leave` is called after the children of each element so
 * walked.
 */
struct html_visitor {
    bool (*enter)(void *context, xmlNode *node);
    void (*leave)(void *context, xmlNode *node);
    void *context;
};
void html_walk(xmlNode *root, const struct html_visitor *visitor);

/* Element and attribute tests; names in lower case. */
bool html_node_is(const xmlNode *node, const char *name);
bool html_node_in(const xmlNode *node, const char *const *names);      /* NULL-terminated */
struct str html_node_attribute(const xmlNode *node, const char *name); /* data NULL: absent */

#endif
