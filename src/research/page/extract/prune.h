/* Which part of an HTML page is its main content. */
#ifndef COPYDESK_RESEARCH_PAGE_EXTRACT_PRUNE_H
#define COPYDESK_RESEARCH_PAGE_EXTRACT_PRUNE_H

#include "research/page/document/document.h"

/* Measured once for every element of the tree: which it is, and bytes of visible text in it, without white space. */
struct extent {
    enum html_element element;
    unsigned traits;  /* enum element_trait */
    unsigned classes; /* enum class_mark: what its class, id and style say of it */
    size_t text;
    size_t links;      /* of it in <a href> */
    size_t prose;      /* of it in <p> */
    size_t raised;     /* number of <sup> elements in it */
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
