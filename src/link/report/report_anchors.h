/* Used only inside this folder: what links say. */
#ifndef COPYDESK_LINK_REPORT_REPORT_ANCHORS_H
#define COPYDESK_LINK_REPORT_REPORT_ANCHORS_H

#include "link/report/report_facts.h"

/* E_MEMORY. */
enum status report_list_anchors(const struct facts *facts, struct arena *arena, struct link_report *report,
                                struct error *err);

#endif
