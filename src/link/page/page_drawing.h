/* Used only inside this folder: a graph as an SVG drawing inside an HTML page. */
#ifndef COPYDESK_LINK_PAGE_PAGE_DRAWING_H
#define COPYDESK_LINK_PAGE_PAGE_DRAWING_H

#include "link/report/report.h"

/* Nodes that are drawn: the first ones. */
size_t drawing_node_count(const struct report_graph *graph);

/* Is it better to draw the folders of the site than its pages alone? */
bool drawing_needs_folders(const struct link_report *report);

/* Appends the drawing. E_MEMORY, also when the buffer has failed. */
enum status drawing_add(struct buf *out, const struct link_report *report, bool of_folders, struct error *err);

#endif
