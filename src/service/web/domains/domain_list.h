/* domain_list: the account's domains, and a new one. */
#ifndef COPYDESK_SERVICE_WEB_DOMAINS_DOMAIN_LIST_H
#define COPYDESK_SERVICE_WEB_DOMAINS_DOMAIN_LIST_H

#include "service/http/request.h"

/* GET /domains, and POST /domains, which makes one */
void domain_list_show(struct request *request);
void domain_list_create(struct request *request);

#endif
