/* domain_link: a box that links text to the pages of a domain. */
#ifndef COPYDESK_SERVICE_WEB_DOMAINS_DOMAIN_LINK_H
#define COPYDESK_SERVICE_WEB_DOMAINS_DOMAIN_LINK_H

#include "service/http/request.h"

/* GET /domains/{id}/link: the form; POST: the form with the linked text below. Costs one credit. */
void domain_link_show(struct request *request);
void domain_link_send(struct request *request);

#endif
