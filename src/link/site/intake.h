/* The first pass: takes the pages from the caller, in his thread; on a large site another thread adds them meanwhile.
 */
#ifndef COPYDESK_LINK_SITE_INTAKE_H
#define COPYDESK_LINK_SITE_INTAKE_H

#include "link/site/site.h"

/* Reads all pages. Statuses of pages_add and pages_finish; E_CANCELLED; what the caller's `next` returns. */
enum status intake_run(struct site *site, struct error *err);

#endif
