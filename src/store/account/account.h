/*
 * account: accounts in the store. What an account has left is the sum of its rows in the ledger; the amounts beside it
 * are kept in the same transactions.
 *
 *   account.h   this file: accounts, added, listed, changed, removed
 *   ledger.h    what they were given and charged (ledger.c), month after month (ledger_renew.c)
 *   rate.h      what they may ask for in a minute, over all nodes
 */
#ifndef COPYDESK_STORE_ACCOUNT_H
#define COPYDESK_STORE_ACCOUNT_H

#include "base/base.h"

struct db;

/* Longest id of an account. */
enum { ACCOUNT_ID_MAX = 64 };

enum account_origin { ACCOUNT_CONFIGURED, ACCOUNT_ADDED };

/* The keys of a disabled or removed account do not work. Of a removed one only the row and the ledger are left. */
enum account_state { ACCOUNT_ACTIVE, ACCOUNT_DISABLED, ACCOUNT_REMOVED };

const char *account_origin_name(enum account_origin origin); /* "configured", "added" */
const char *account_state_name(enum account_state state);    /* "active", "disabled", "removed" */

enum {
    AMOUNT_UNLIMITED = -1,
    AMOUNT_BY_PLAN = -2 /* of a monthly amount: what the plan says */
};

struct account {
    const char *id;
    const char *plan; /* its name */
    enum account_origin origin;
    enum account_state state;
    int64_t monthly_words, monthly_credits; /* an amount, AMOUNT_UNLIMITED or AMOUNT_BY_PLAN */
    bool has_words, has_credits;            /* false: unlimited, and what is left means nothing */
    int64_t words_left, credits_left; /* words may be below 0: the length of an article is known when it is done */
    int64_t words_used, credits_used;
    int64_t created_at;
};

/* Reads id, plan, origin, state, the monthly amounts and created_at of it; it begins unlimited, with an empty ledger.
 * E_CONFLICT: the id is taken, also by a removed account. */
enum status account_insert(struct db *db, const struct account *account, struct error *err);

/* E_NOT_FOUND. */
enum status account_get(struct db *db, struct arena *arena, const char *id, struct account *account, struct error *err);

/* In the order of their ids, at most limit, after the id `after` (NULL: from the start); without removed ones. */
enum status account_list(struct db *db, struct arena *arena, const char *after, size_t limit, struct account **accounts,
                         size_t *count, struct error *err);

/* Writes plan, origin, state and the monthly amounts. E_NOT_FOUND. */
enum status account_update(struct db *db, const struct account *account, struct error *err);

/* For the transactions that give it something: a request that came before the account was removed may end after it.
 * E_CONFLICT: it is removed. */
enum status account_check_there(struct db *db, const char *id, struct error *err);

/* Removes all that the account has, and its keys; its row stays as removed, and so does its ledger. E_NOT_FOUND. */
enum status account_remove(struct db *db, const char *id, struct error *err);

#endif
