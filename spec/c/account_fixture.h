/* An account with amounts that it was given once: what most tests of what lies above accounts need. */
#ifndef ACCOUNT_FIXTURE_H
#define ACCOUNT_FIXTURE_H

#include "store/store.h"

/* Makes the account, or gives it another plan and other amounts; AMOUNT_UNLIMITED for no end of them. */
static inline enum status make_account_with(struct db *db, const char *id, const char *plan, int64_t words,
                                            int64_t credits, struct error *err)
{
    const struct account account = {
        .id = id,
        .plan = plan,
        .monthly_words = words == AMOUNT_UNLIMITED ? AMOUNT_UNLIMITED : 0,
        .monthly_credits = credits == AMOUNT_UNLIMITED ? AMOUNT_UNLIMITED : 0,
    };
    const struct ledger_terms terms = {account.monthly_words, account.monthly_credits, words, credits};
    enum status status = account_update(db, &account, NULL);
    if (status == E_NOT_FOUND)
        status = account_insert(db, &account, err);
    return status ? status : ledger_renew(db, id, &terms, 0, err);
}

#endif
