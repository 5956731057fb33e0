/*
 * Rate limits: token buckets in memory of a fixed size. A request takes a token from the bucket of its key and one from
 * that of its account, both or neither; one without a valid key takes it from the bucket of its address. When more
 * callers come than there are buckets, the fullest of a set is given away, which loses the least. Addresses never take
 * the place of keys and accounts.
 */
#ifndef COPYDESK_SERVICE_ACCOUNT_LIMITS_H
#define COPYDESK_SERVICE_ACCOUNT_LIMITS_H

#include "base/base.h"

/* The classes: row(name in C, name, requests per minute unless configured). A new class is one row here. */
/* clang-format off */
#define LIMITS(row) \
    row(CREATE, "create", 120) \
    row(STATUS, "status", 600) \
    row(LINKS, "links", 60) \
    row(OTHER, "other", 300)
/* clang-format on */

#define LIMIT_CONSTANT(constant, name, per_minute) LIMIT_##constant,
enum limit_class { LIMITS(LIMIT_CONSTANT) LIMIT_CLASSES, LIMIT_NONE = LIMIT_CLASSES };
#undef LIMIT_CONSTANT

struct limit_row {
    const char *name;
    long per_minute;
};

extern const struct limit_row limit_rows[LIMIT_CLASSES];

struct limits;

/* NULL: no memory. */
struct limits *limits_new(void);
void limits_free(struct limits *limits);

struct limit_request {
    enum limit_class class;
    struct str key;     /* its id; or the address of somebody without one */
    long quota;         /* requests a minute, which is also how many may come at once; 0: unlimited */
    struct str account; /* its id; empty: `key` is an address */
    long account_quota; /* of all its keys together */
};

/* Of the bucket that is nearer to its end. */
struct limit_state {
    long quota;      /* requests per minute; 0: unlimited, and nothing below is set */
    long remaining;  /* requests that would be let through now */
    long reset;      /* seconds until the whole quota is there again */
    long retry;      /* seconds until one is let through; 0 when it was */
    bool is_account; /* it is that of the account */
};

/* Takes the tokens of a request. False: too many, and none was taken. now: monotonic milliseconds. Thread-safe, and
 * exact over threads. */
bool limits_take(struct limits *limits, const struct limit_request *request, int64_t now, struct limit_state *state);

#endif
