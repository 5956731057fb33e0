/* What the account of the key that asks was given and charged, row by row. */
#ifndef COPYDESK_SERVICE_API_LEDGER_H
#define COPYDESK_SERVICE_API_LEDGER_H

#include "service/api/api.h"
#include "service/api/fields/fields.h"
#include "service/api/fields/members.h"

extern const struct fields ledger_fields;
extern const struct members ledger_members;

void ledger_rows(struct request *request);

#endif
