/* What requests may say and answers show, resource by resource; for the route table, and so for who documents them. */
#ifndef COPYDESK_SERVICE_API_RESOURCES_H
#define COPYDESK_SERVICE_API_RESOURCES_H

#include "service/api/record.h"
#include "service/http/fields.h"
#include "service/http/members.h"

/* articles.c */
extern const struct fields article_list_fields;

/* links.c */
extern const struct fields link_fields;

/* domains.c */
extern const struct fields domain_fields, domain_change_fields, pages_fields;
extern const struct members domain_members;

/* account.c */
extern const struct fields key_fields;
extern const struct members account_members, amount_members, key_members;

/* Lists that take no parameters: reading.c */
extern const struct fields no_fields;

#endif
