/*
 * portions: the token buckets of keys and accounts, when several nodes share them in the store (store/account/rate.h).
 *
 * A node lets a request through with a token that it has taken out of the store before: never more pass than the quota,
 * on however many nodes. Whatever requests want at a moment goes into one write, in a thread of its own, and what they
 * want meanwhile into the next. A bucket that is used more than once a second is asked for a few tokens in advance, at
 * most PORTION_PERCENT of the quota over all nodes, so that most requests need not wait; what is not used for
 * PORTION_IDLE_MS is put back. So at most that much of a quota can be out of the others' reach for a moment.
 *
 * What the store answered last is remembered, and grows at the rate of the quota: a bucket that must be empty is not
 * asked for. That a bucket has more than this node knows, because another one put tokens back, shows at the next
 * question.
 *
 * A store that fails, or takes longer than a given time, is not waited for: the caller decides alone, and tells of
 * what it let through, which is taken off the bucket afterwards. After a failure the store is left alone for
 * PORTION_RETRY_MS. Memory is of a fixed size: a caller whose bucket finds no place decides alone, too.
 */
#ifndef COPYDESK_SERVICE_ACCOUNT_PORTIONS_H
#define COPYDESK_SERVICE_ACCOUNT_PORTIONS_H

#include "base/base.h"
#include "store/store.h"

enum { PORTION_PERCENT = 5, PORTION_IDLE_MS = 2000, PORTION_RETRY_MS = 1000 };

struct portions;

/* Starts a thread. wait_ms: how long the store is waited for. NULL: no memory. The store outlives it. */
struct portions *portions_new(struct store *store, int64_t wait_ms);

/* Puts back what is left. No other call may be under way. NULL is allowed. */
void portions_free(struct portions *portions);

/* A bucket. */
struct portion {
    uint64_t hash;           /* of all below, in this process; not 0 */
    const char *kind, *name; /* whose it is, what it is for: words without a blank */
    struct str id;
    double quota; /* tokens a minute, and the most there are */
    double left;  /* out: tokens that are left, as far as this node knows */
};

enum portion_answer {
    PORTION_TAKEN, /* a token of each bucket */
    PORTION_NONE,  /* one of them is empty: nothing was taken */
    PORTION_ASKED, /* nothing was taken: the store is being asked, so the answer is known soon */
    PORTION_ALONE  /* the store cannot be asked: the caller decides, `left` is not set */
};

/*
 * Takes a token of each of the `count` buckets, one or two, or of none. now: clock_mono_ms. may_wait: waits for the
 * store rather than to answer PORTION_ASKED. Any thread.
 */
enum portion_answer portions_take(struct portions *portions, struct portion *wanted, size_t count, int64_t now,
                                  bool may_wait);

/* The caller has decided alone, and let a request through. Any thread. */
void portions_owe(struct portions *portions, const struct portion *passed, size_t count, int64_t now);

#endif
