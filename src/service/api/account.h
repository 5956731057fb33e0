/* The account of the key that asks. */
#ifndef COPYDESK_SERVICE_API_ACCOUNT_H
#define COPYDESK_SERVICE_API_ACCOUNT_H

#include "service/api/api.h"
#include "service/api/fields/members.h"

extern const struct members account_members, amount_members;

void account_show(struct request *request);

#endif
