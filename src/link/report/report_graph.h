/* Used only inside this folder: pages and the links between them. */
#ifndef COPYDESK_LINK_REPORT_REPORT_GRAPH_H
#define COPYDESK_LINK_REPORT_REPORT_GRAPH_H

#include "link/report/report_facts.h"

/* nodes: at most so many pages. The pages must have their folders. E_MEMORY. */
enum status report_make_graph(const struct facts *facts, size_t nodes, struct arena *arena, struct link_report *report,
                              struct error *err);

#endif
