/*
 * Which part of an HTML page is its main content.
 *
 * A page says it itself (<main>, <article>), or it is the body. Within that the core is the innermost element that
 * still holds nearly all running text: text in blocks as long as a sentence, few of its bytes in links. What stands
 * beside the core on a page with navigation is judged: text and facts with few links stay, and before the core the
 * title and what introduces the text; anything else is of the site. That the length of blocks and the share of links
 * tell text from what surrounds it is known from C. Kohlschuetter, P. Fankhauser, W. Nejdl: Boilerplate Detection using
 * Shallow Text Features (WSDM 2010). The numbers were settled with the two sets of `make extraction-report`.
 */
#ifndef COPYDESK_RESEARCH_PAGE_EXTRACT_H
#define COPYDESK_RESEARCH_PAGE_EXTRACT_H

#include "research/page/notices.h"
#include "research/page/page_date.h"

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
    bool holds_facts;        /* preformatted text, tables or descriptions stand in it */
    bool holds_core;         /* it is the core of the content, or around it */
    bool holds_title;        /* the title before the core stands in it, or is it */
    bool is_outside;         /* it stands beside the core, and is no part of the content */
    bool holds_blocks;       /* headings, lists, tables, preformatted text or a main element stand in it */
};

/* Measures the tree; the figures hang on the nodes (_private) and live in the arena. When that runs out of memory some
 * have none, and nothing below may be asked. */
void prune_measure(struct arena *arena, xmlNode *root);

const struct extent *prune_extent(const xmlNode *node);

/* Is the text of a block as long as a sentence, most of it no links? */
bool prune_is_sentence(const struct extent *extent);

struct content {
    xmlNode *main; /* the element that says that it holds the main content, else body, else root */
    xmlNode *core; /* within it, or itself; itself on a page without navigation */
    /* Navigation and the like stand around the content, as on the pages of a site and unlike in a manual or an old
     * page: what is no text of its own is looked for then. */
    bool is_of_site;
};

/* Finds it in a tree that was measured, and marks what stands beside the core. */
void prune_main(xmlNode *root, struct content *content);

/* Is the element no part of the content: beside the core, navigation, hidden, a form, advertising, a list of links? */
bool prune_drops(const xmlNode *node, const xmlNode *core);

/* --- boxes, quotations and tables that lay out a page: elements that are told by what stands in them, and where --- */

/* Which box the element is: CLASS_NOTE, CLASS_WARNING, or 0. main: the content, of which a box is a part, never the
 * most. */
unsigned box_of(const xmlNode *main, const xmlNode *node);

/* Is the heading the label of a box, such as "Note" or "Tip"? Then it is no heading of the page. */
bool box_is_label(const xmlNode *main, const xmlNode *heading);

/* Is it the name of a box that is set as a table: "Note" beside or above its text? */
bool box_is_table_label(const xmlNode *main, const xmlNode *node);

/* Is it quoted? Manuals indent lists, tables and listings with the same element. */
bool box_is_quotation(const xmlNode *node);

/* Does the table only lay out parts of the page, a listing with its line numbers, or a box with its sign? Asked of the
 * outermost table alone, so that each element is looked at once. */
bool box_is_layout(const xmlNode *main, xmlNode *table);

#endif
