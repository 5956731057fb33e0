/* Boxes, quotations and tables that lay out a page: elements that are told by what stands in them, and where. */
#ifndef COPYDESK_RESEARCH_PAGE_EXTRACT_BOX_H
#define COPYDESK_RESEARCH_PAGE_EXTRACT_BOX_H

#include "research/page/extract/prune.h"

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
