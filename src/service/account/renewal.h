/*
 * renewal: what an account has left, with the amounts of the month that has begun. Nothing runs at the first of a
 * month: whoever checks or shows what is left asks here, and the month is given then.
 */
#ifndef COPYDESK_SERVICE_ACCOUNT_RENEWAL_H
#define COPYDESK_SERVICE_ACCOUNT_RENEWAL_H

#include "base/base.h"
#include "service/account/plans.h"
#include "store/store.h"

/* The account by the clock of the database. It is written only when something is due: once a month, and after a change
 * of its terms. terms (may be NULL) gets what it is given by month. E_NOT_FOUND. */
enum status renewal_read(struct store *store, const struct plans *plans, struct arena *arena, const char *account_id,
                         struct account *account, struct ledger_terms *terms, struct error *err);

/* The same in a transaction that writes. */
enum status renewal_write(struct db *db, const struct plans *plans, struct arena *arena, const char *account_id,
                          struct account *account, struct error *err);

#endif
