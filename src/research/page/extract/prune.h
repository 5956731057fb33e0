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
    size_t links;            /* of it in <a href> */
    size_t prose;            /* of it in <p> */
    size_t running;          /* of it in blocks that are long enough to be sentences, links left out */
    size_t sound;            /* of that, outside suspects */
    size_t line, line_links; /* of it in no block within it, and in <a href> of that */
    size_t raised;           /* number of <sup> elements in it */
    bool holds_core;         /* it is the core of the content, or around it */
    bool is_outside;         /* it stands beside the core, and is no part of the content */
    bool holds_blocks;       /* headings, lists, tables, preformatted text or a main element stand in it */
};

/* Measures the tree; the figures hang on the nodes (_private) and live in the arena. E_MEMORY. */
enum status prune_measure(struct arena *arena, xmlNode *root, struct error *err);

const struct extent *prune_extent(const xmlNode *node);

struct content {
    xmlNode *main; /* the element that says that it holds the main content: main, article, else body, else root */
    xmlNode *core; /* within it: the innermost element that holds nearly all running text */
};

void prune_main(xmlNode *root, struct content *content);

/* Is the element no part of the content: beside the core, navigation, hidden, a form, advertising, a list of links? */
bool prune_drops(const xmlNode *node, const xmlNode *core);

#endif
