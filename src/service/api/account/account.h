/*
 * account: what the account of the key that asks has, and what it was given and charged.
 *
 *   account.c   what is left, and when more comes
 *   usage.c     what was used, by day
 *   ledger.c    every row of the ledger
 */
#ifndef COPYDESK_SERVICE_API_ACCOUNT_H
#define COPYDESK_SERVICE_API_ACCOUNT_H

#include "service/api/api.h"
#include "service/api/fields/fields.h"
#include "service/api/fields/members.h"

extern const struct fields usage_fields, ledger_fields;
extern const struct members account_members, amount_members, month_members, usage_members, ledger_members;

void account_show(struct request *request);
void usage_list(struct request *request);
void ledger_rows(struct request *request);

/* The account with what it is given this month. False: a problem was answered. */
bool account_renewed(struct request *request, struct account *account, struct ledger_terms *terms);

#endif
