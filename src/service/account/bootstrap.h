/* bootstrap: the configured accounts and their first keys, made at the start. */
#ifndef COPYDESK_SERVICE_ACCOUNT_BOOTSTRAP_H
#define COPYDESK_SERVICE_ACCOUNT_BOOTSTRAP_H

#include "base/base.h"
#include "service/account/plans.h"
#include "store/store.h"

/* The account of the program around the service, and of whoever runs it. */
#define LOCAL_ACCOUNT "local"

/* An account with its terms. */
struct account_terms {
    const char *id;
    enum plan plan;
    int64_t words, credits;                 /* given once, from the day it is made; AMOUNT_UNLIMITED: nothing is said */
    int64_t monthly_words, monthly_credits; /* an amount, AMOUNT_UNLIMITED or AMOUNT_BY_PLAN */
    const char *key;                        /* a key that must work, NULL: one is made */
};

struct bootstrap {
    struct store *store;
    const char *folder;                   /* the data folder */
    const struct account_terms *accounts; /* the first is the local one */
    size_t account_count;
    const struct plans *plans;
    struct arena *arena; /* of the keys */
};

/*
 * Makes what is missing, applies the configured terms and sets *local_key. Accounts that were configured and no longer
 * are become disabled, until they are configured again; those that were added are left alone. The local account's key
 * is kept in the file `key` of the data folder, that of another account in `key.NAME`: each holds a key that works for
 * good, but for a configured one that was deleted over the interface or has an end. That stays so, and is warned of
 * when it no longer works, until another one is configured. E_INVALID: a configured key is another account's, or a
 * configured name that of an account that was added or removed.
 *
 * Nodes of one database: a configured key is noted in the store, so that one that was deleted does not come back by a
 * node whose folder is another. Without a configured key each folder gets a first key of its own, and all of them work:
 * whoever starts nodes with ever new folders configures the keys, or the account holds one more after each start. A
 * start makes its key also where the account has as many as it may (BOUND_KEYS).
 */
enum status bootstrap_accounts(const struct bootstrap *bootstrap, const char **local_key, struct error *err);

#endif
