/* Used only inside this folder: the folders of a site and the links between them. */
#ifndef COPYDESK_LINK_REPORT_REPORT_FOLDERS_H
#define COPYDESK_LINK_REPORT_REPORT_FOLDERS_H

#include "link/report/report_facts.h"

/* Sets the folder of each page too. E_MEMORY. */
enum status report_make_folders(struct facts *facts, struct arena *arena, struct link_report *report,
                                struct error *err);

#endif
