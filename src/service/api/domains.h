/* Domains: the sites to whose pages content is linked. */
#ifndef COPYDESK_SERVICE_API_DOMAINS_H
#define COPYDESK_SERVICE_API_DOMAINS_H

#include "service/api/api.h"
#include "service/api/fields/fields.h"
#include "service/api/fields/members.h"

extern const struct fields domain_fields, domain_change_fields, pages_fields;
extern const struct members domain_members;

void domains_list(struct request *request);
void domains_create(struct request *request);
void domains_get(struct request *request);
void domains_update(struct request *request);
void domains_delete(struct request *request);
void domains_put(struct request *request);
void domains_refresh(struct request *request);

#endif
