/*
 * Accounts, for whoever runs the service: reached at the data folder's socket, or with a key of the local account that
 * has the scope manage. For everybody else there is nothing at these addresses.
 *
 *   accounts.c         what requests say and answers show of accounts; they are listed and shown
 *   accounts_change.c  they are added, changed and removed
 */
#ifndef COPYDESK_SERVICE_API_ACCOUNTS_H
#define COPYDESK_SERVICE_API_ACCOUNTS_H

#include "service/api/api.h"
#include "service/api/fields/fields.h"
#include "service/api/fields/members.h"

/* What a request says of an account. */
struct given_account {
    const char *id, *plan, *state;
    long monthly_words, monthly_credits; /* AMOUNT_BY_PLAN: not given, or null */
    long add_words, add_credits;
};

extern const struct fields account_list_fields, account_fields, account_change_fields;
extern const struct members operated_account_members;

void accounts_list(struct request *request);
void accounts_get(struct request *request);
void accounts_create(struct request *request);
void accounts_update(struct request *request);
void accounts_delete(struct request *request);

/* Reads an account that was not removed. E_NOT_FOUND, with a sentence for the caller. */
enum status accounts_read(struct db *db, const struct request *request, const char *id, struct account *account,
                          struct error *err);

/* Appends an account as operators see it. key: its first key; NULL: it is not shown. */
void accounts_write(struct buf *out, const struct account *account, const char *key);

#endif
