/*
 * bounds: how much an account may hold at a time. A new bound is one row of BOUNDS below; each can be configured under
 * `limits` by its word, 0: unlimited.
 */
#ifndef COPYDESK_SERVICE_ACCOUNT_BOUNDS_H
#define COPYDESK_SERVICE_ACCOUNT_BOUNDS_H

#include "base/base.h"
#include "store/holding.h"

struct db;
struct domain;

/*
 * row(name in C, word, unless configured, what is counted, whose it is, what it is called in a message)
 * Bytes are of pages' HTML.
 */
/* clang-format off */
#define BOUNDS(row) \
    row(ARTICLES, "queued_articles", 10000, HOLDING_OPEN_ARTICLES, "An account", "articles that wait or are written") \
    row(DOMAINS, "domains", 200, HOLDING_DOMAINS, "An account", "domains") \
    row(DOMAIN_PAGES, "domain_pages", 20000, HOLDING_DOMAIN_PAGES, "A domain", "pages") \
    row(DOMAIN_BYTES, "domain_bytes", 256 << 20, HOLDING_DOMAIN_BYTES, "A domain", "bytes of pages") \
    row(PAGE_BYTES, "page_bytes", 2048L << 20, HOLDING_PAGE_BYTES, "An account", "bytes of pages in all its domains") \
    row(BRANDS, "brands", 500, HOLDING_BRANDS, "An account", "brands") \
    row(KEYS, "keys", 100, HOLDING_KEYS, "An account", "keys") \
    row(INTEGRATIONS, "integrations", 100, HOLDING_INTEGRATIONS, "An account", "integrations")
/* clang-format on */

#define BOUND_CONSTANT(constant, word, usual, holding, whose, what) BOUND_##constant,
enum bound { BOUNDS(BOUND_CONSTANT) BOUND_COUNT };
#undef BOUND_CONSTANT

struct bounds {
    int64_t most[BOUND_COUNT]; /* 0: unlimited */
};

/* The word of the configuration. */
const char *bound_word(enum bound bound);

/* What holds unless it is configured. */
struct bounds bounds_usual(void);

/*
 * To be called behind a change, in its transaction, with the account or the domain that the bound is of. E_LIMIT: it
 * holds more than it may, so that the change is to be undone; the code is "account_limit", for articles "queue_full",
 * and the message is for the caller. Otherwise statuses of store_write.
 */
enum status bound_check(struct db *db, const struct bounds *bounds, enum bound bound, const char *id,
                        struct error *err);

/* Fills the error of a bound that is met: E_LIMIT, as above. */
enum status bound_refuse(const struct bounds *bounds, enum bound bound, struct error *err);

/* As bound_check, behind a change of a domain's pages, for all that bounds them. */
enum status bounds_check_pages(struct db *db, const struct bounds *bounds, const struct domain *domain,
                               struct error *err);

#endif
