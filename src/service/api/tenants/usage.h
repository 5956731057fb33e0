/* What the account of the key that asks has used, by day. */
#ifndef COPYDESK_SERVICE_API_USAGE_H
#define COPYDESK_SERVICE_API_USAGE_H

#include "service/api/api.h"
#include "service/api/fields/fields.h"
#include "service/api/fields/members.h"

enum { USAGE_DAYS = 30 /* where the first day is not said */ };

extern const struct fields usage_fields;
extern const struct members usage_members;

void usage_list(struct request *request);

#endif
