/* The token buckets that several nodes share (limits.c). */
#ifndef COPYDESK_SERVICE_ACCOUNT_ACCOUNT_PARTS_H
#define COPYDESK_SERVICE_ACCOUNT_ACCOUNT_PARTS_H

#include "store/store.h"

enum { PORTION_PERCENT = 5, PORTION_IDLE_MS = 2000, PORTION_RETRY_MS = 1000 };

struct portions;

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

#endif
