/*
 * domain: what answers tell of the pages of a domain (service/api/domains.h). The front header of the folder.
 *
 *   domain_pages.c   the stored pages, one page of the list after the other
 *   domain_report.c  how they link to each other (link/report/report.h)
 */
#ifndef COPYDESK_SERVICE_API_DOMAIN_H
#define COPYDESK_SERVICE_API_DOMAIN_H

#include "service/api/api.h"
#include "service/api/fields/fields.h"
#include "service/api/fields/members.h"

extern const struct fields domain_pages_fields, domain_report_fields;
extern const struct members domain_page_members, domain_report_members;

void domain_pages_list(struct request *request);
void domain_report_show(struct request *request);

#endif
