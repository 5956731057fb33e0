/* Which part of an HTML page is its main content. */
#ifndef COPYDESK_RESEARCH_PAGE_PAGE_PRUNE_H
#define COPYDESK_RESEARCH_PAGE_PAGE_PRUNE_H

#include "research/page/html_document.h"

/* Measured once for every element of the tree: bytes of visible text in it, without white space. */
struct extent {
    size_t text;
    size_t links;      /* of it in <a href> */
    size_t prose;      /* of it in <p> */
    bool holds_blocks; /* headings, lists, tables, preformatted text or a main element stand in it */
};

/* Measures the tree; the figures hang on the nodes (_private) and live in the arena. E_MEMORY. */
enum status prune_measure(struct arena *arena, xmlNode *root, struct error *err);

const struct extent *prune_extent(const xmlNode *node);

/* The element that holds the main content: main, article, else body; root when there is none of them. */
xmlNode *prune_main(xmlNode *root);

/* Is the element no part of the content: navigation, hidden, a form, advertising, a list of links? `main`: of
 * prune_main. */
bool prune_drops(const xmlNode *node, const xmlNode *main);

#endif
