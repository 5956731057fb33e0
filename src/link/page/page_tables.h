/* Used only inside this folder: the lists of a report as sections of an HTML page, each with a table. */
#ifndef COPYDESK_LINK_PAGE_PAGE_TABLES_H
#define COPYDESK_LINK_PAGE_PAGE_TABLES_H

#include "link/report/report.h"

/* All lists, in the order in which somebody who tends the site would look at them. */
void tables_add(struct buf *out, const struct link_report *report);

/* The first `count` nodes of a graph and where they link: what its drawing shows. */
void tables_add_graph(struct buf *out, const struct report_graph *graph, size_t count, bool of_folders);

#endif
