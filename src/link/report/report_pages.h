/* Used only inside this folder: the lists of pages. */
#ifndef COPYDESK_LINK_REPORT_REPORT_PAGES_H
#define COPYDESK_LINK_REPORT_REPORT_PAGES_H

#include "link/report/report_facts.h"

/* A best_order of pages, with the facts: the ones that most pages link to from their text come first. */
int report_by_most_linked(const void *facts, uint32_t a, uint32_t b);

/* E_MEMORY. */
enum status report_list_pages(const struct facts *facts, struct arena *arena, struct link_report *report,
                              struct error *err);

#endif
