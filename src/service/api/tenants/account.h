/* The account of the key that asks: what is left, and when more comes. */
#ifndef COPYDESK_SERVICE_API_ACCOUNT_H
#define COPYDESK_SERVICE_API_ACCOUNT_H

#include "service/api/api.h"
#include "service/api/fields/members.h"

extern const struct members account_members, amount_members;

/* Write the Amount of words or credits of a struct account. */
void account_write_words(struct buf *out, const void *object, const void *field);
void account_write_credits(struct buf *out, const void *object, const void *field);

void account_show(struct request *request);

/* The account with what it is given this month; terms may be NULL. False: a problem was answered. */
bool account_renewed(struct request *request, struct account *account, struct ledger_terms *terms);

#endif
