/*
 * Rate limits: token buckets. A request takes a token from the bucket of its key and one from that of its account, both
 * or neither; one without a valid key takes it from the bucket of its address.
 *
 * The buckets of one process are in memory of a fixed size. When more callers come than there are buckets, the fullest
 * of a set is given away, which loses the least. Addresses never take the place of keys and accounts.
 *
 * Where several nodes serve one database, the buckets of keys and accounts are in the store, and a node takes tokens
 * out of them before it lets a request through (portions.h). All nodes together never let more pass than one would
 * alone; up to a twentieth of a quota can lie unused at a node for two seconds, while the others refuse. While the
 * store fails, or takes longer than half a second, each node goes by its own buckets, which know of what passed here:
 * at worst, each lets a whole quota pass, and that is taken off the next ones as soon as the store answers. Addresses
 * are each node's own: what comes from one address without a key may pass once at each node.
 */
#ifndef COPYDESK_SERVICE_ACCOUNT_LIMITS_H
#define COPYDESK_SERVICE_ACCOUNT_LIMITS_H

#include "base/base.h"
#include "store/store.h"

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

/* How long a request waits for the store before this node decides alone. */
enum { LIMIT_WAIT_MS = 500 };

/* store: shared with other nodes, and outlives the limits; NULL: nobody else has the same callers. wait_ms:
 * LIMIT_WAIT_MS; a test may be more patient. NULL: no memory. */
struct limits *limits_new(struct store *store, int64_t wait_ms);
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

enum limit_answer {
    LIMIT_PASSED,
    LIMIT_REFUSED, /* too many, and none was taken */
    LIMIT_UNKNOWN  /* the store is being asked; nothing was taken, and *state is not set */
};

/* Takes the tokens of a request. now: clock_mono_ms. Waits for the store, where it is shared.
 * False: LIMIT_REFUSED. Thread-safe, and exact over threads. */
bool limits_take(struct limits *limits, const struct limit_request *request, int64_t now, struct limit_state *state);

/* The same for threads that must not wait. After LIMIT_UNKNOWN another thread calls limits_take. */
enum limit_answer limits_try(struct limits *limits, const struct limit_request *request, int64_t now,
                             struct limit_state *state);

#endif
