/*
 * document: bytes become UTF-8, and HTML a tree. The front header of the folder.
 *
 *   document.h       this file: HTML parsed by libxml2; nothing is ever fetched, errors are not printed, sizes and
 * depth are bounded encoding.h       documents in any encoding as UTF-8 html_simplify.h  HTML made fit for libxml2's
 * parser html_element.h   the elements, and what is true of each html_class.h     what classes say of an element
 */
#ifndef COPYDESK_RESEARCH_PAGE_DOCUMENT_H
#define COPYDESK_RESEARCH_PAGE_DOCUMENT_H

#include "research/page/document/html_class.h"
#include "research/page/document/html_element.h"
#include "text/text.h"

#include <libxml/HTMLtree.h>

/* Larger documents are refused: no page that a person reads comes near. */
enum { HTML_DOCUMENT_LIMIT = 8 * 1024 * 1024 };

/*
 * charset: of the transport, "" when unknown; encoding.h says what counts then. with_links: keep where all links lead,
 * not only those of tables of contents. linked_data: as html_simplify fills it; NULL: not wanted. Free with xmlFreeDoc.
 * OK with *document NULL: there was nothing in it. E_LIMIT: it is too large; E_MEMORY.
 */
enum status html_document_parse(struct str html, const char *charset, bool with_links, struct buf *linked_data,
                                xmlDoc **document, struct error *err);

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

/* Which element a node is; ELEMENT_OTHER when it is none. */
enum html_element html_node_element(const xmlNode *node);

/* The value of an attribute, whose name is given in lower case; data NULL: absent. */
struct str html_node_attribute(const xmlNode *node, const char *name);

/* Is the token, in any letter case, one of the words of an attribute's value, such as that of rel or content? */
bool html_value_has(struct str value, struct str token);

#endif
