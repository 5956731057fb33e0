/* domain_view: one domain: its pages, how they link to each other, and what a program needs to use it. */
#ifndef COPYDESK_SERVICE_WEB_DOMAINS_DOMAIN_VIEW_H
#define COPYDESK_SERVICE_WEB_DOMAINS_DOMAIN_VIEW_H

#include "service/http/request.h"

/* GET /domains/{id}?cursor=: the page of the list of its pages */
void domain_view_show(struct request *request);

/* GET /domains/{id}/report: the interface's report as a page of its own, with a drawing of the links, for a frame */
void domain_view_report(struct request *request);

/* POST /domains/{id}: its settings, changed; POST /domains/{id}/refresh and delete */
void domain_view_change(struct request *request);
void domain_view_refresh(struct request *request);
void domain_view_delete(struct request *request);

#endif
