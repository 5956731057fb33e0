/*
 * The ledger: every change of what an account has left, as a row that is never changed or removed. Amounts that were
 * given are above 0, charges below it. At every moment the rows of a limited account sum to what it has left, because
 * both are written in one transaction.
 */
#ifndef COPYDESK_STORE_LEDGER_H
#define COPYDESK_STORE_LEDGER_H

#include "base/base.h"

struct db;

/* row(name in C, word, what it is) */
/* clang-format off */
#define LEDGER_KINDS(row) \
    row(OPENING, "opening", "what the account had when the ledger began") \
    row(MONTH, "month", "the monthly amount; what is left of earlier ones stays") \
    row(ADJUSTMENT, "adjustment", "given or taken by whoever runs the service") \
    row(ARTICLE, "article", "an article that finished") \
    row(LINK, "link", "a request for internal links")
/* clang-format on */

#define LEDGER_CONSTANT(constant, name, summary) LEDGER_##constant,
enum ledger_kind { LEDGER_KINDS(LEDGER_CONSTANT) LEDGER_KIND_COUNT };
#undef LEDGER_CONSTANT

const char *ledger_kind_name(enum ledger_kind kind);
const char *ledger_kind_word(size_t i); /* in the order of the enum; NULL behind the last */

struct ledger_entry {
    const char *id, *account_id;
    enum ledger_kind kind;
    const char *subject; /* an article's id, a linking request's, "ACCOUNT/2026-11", "ACCOUNT/2026-11/2" */
    int64_t words, credits;
    int64_t created_at;
    const char *article_name; /* row_article_name; NULL also of what is for no article */
};

/*
 * Charges an account: words and credits are amounts above 0. One row per (subject, kind); a second one is E_CONFLICT.
 * E_LIMIT: it has fewer credits left; E_NOT_FOUND: there is no such account. Words are never refused, since their
 * number is known only when the work is done. A charge of nothing makes no row.
 */
enum status ledger_charge(struct db *db, const char *account_id, const char *subject, enum ledger_kind kind,
                          int64_t words, int64_t credits, int64_t now, struct error *err);

/* What an account is given: amounts, or AMOUNT_UNLIMITED (store/account/account.h). */
struct ledger_terms {
    int64_t monthly_words, monthly_credits; /* with the plan's amounts filled in */
    /* Given once and for all, from the account's first day on; such an account is limited though its monthly amount be
     * not. AMOUNT_UNLIMITED: nothing is said, and what was given once stays. */
    int64_t words, credits;
};

/*
 * Brings an account's amounts up to `now`, in UTC:
 * - the months that have begun since the last time, a row each, at most twelve; of a new account the first is the
 *   present one. Those that are over are given by the terms that held then, the present one by these. When it has been
 *   given already and these terms give more, a second row makes up the difference; what was given is never taken back.
 * - what is given once, where that has changed;
 * - limited or not, as the terms say. What was used while it was unlimited is not owed when it becomes limited by a
 *   monthly amount, but comes off what is given once.
 * Doing it again changes nothing, and a clock that is put back gives nothing twice. E_NOT_FOUND.
 */
enum status ledger_renew(struct db *db, const char *account_id, const struct ledger_terms *terms, int64_t now,
                         struct error *err);

/* Would ledger_renew change anything? It need not be called otherwise, so that nothing is written. E_NOT_FOUND. */
enum status ledger_is_due(struct db *db, const char *account_id, const struct ledger_terms *terms, int64_t now,
                          bool *due, struct error *err);

/* The month of a time, in UTC: 202611. */
int ledger_month(int64_t now);

/* When the next month begins. */
int64_t ledger_month_end(int64_t now);

/* Adds a row that changes both amounts by what it says, none for nothing; what is unlimited stays so. subject NULL: one
 * of its own, so that there may be any number of such rows. E_CONFLICT: there is this row. */
enum status ledger_give(struct db *db, const char *account_id, const char *subject, enum ledger_kind kind,
                        int64_t words, int64_t credits, int64_t now, struct error *err);

/* Gives or takes (below 0) an amount. E_NOT_FOUND; E_INVALID: what is unlimited can be given nothing. */
enum status ledger_adjust(struct db *db, const char *account_id, int64_t words, int64_t credits, int64_t now,
                          struct error *err);

/* The newest first. before: id of the last entry of the page before, NULL for the first page (an id that is not the
 * account's: nothing follows); subject NULL: all. */
enum status ledger_list(struct db *db, struct arena *arena, const char *account_id, const char *subject,
                        const char *before, size_t limit, struct ledger_entry **entries, size_t *count,
                        struct error *err);

/* What was used on one day (UTC). */
struct ledger_day {
    int64_t day; /* days since 1970 */
    int64_t words, credits, articles, links;
};

/* The days from `from` on and before `to` (Unix milliseconds) on which something was used, the first first. */
enum status ledger_days(struct db *db, struct arena *arena, const char *account_id, int64_t from, int64_t to,
                        struct ledger_day **days, size_t *count, struct error *err);

#endif
