/* Used only inside this folder: links that lead to no page. */
#ifndef COPYDESK_LINK_REPORT_REPORT_BROKEN_H
#define COPYDESK_LINK_REPORT_REPORT_BROKEN_H

#include "link/report/report_facts.h"

/* E_MEMORY. */
enum status report_list_broken(const struct facts *facts, struct arena *arena, struct link_report *report,
                               struct error *err);

#endif
