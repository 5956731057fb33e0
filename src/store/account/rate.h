/*
 * rate: token buckets of rate limits that all nodes on a database share. A bucket fills evenly within RATE_WINDOW_MS,
 * by the database's clock. Nodes take tokens out of it for requests that wait, and a few more in advance; what they do
 * not use they put back.
 */
#ifndef COPYDESK_STORE_RATE_H
#define COPYDESK_STORE_RATE_H

#include "base/base.h"

struct db;

enum { RATE_WINDOW_MS = 60000 };

/* What a node wants of a bucket, and what it gets. */
struct rate_take {
    const char *name; /* of the bucket; one that is new is full */
    double quota;     /* the most that it holds, and what it gains within the window */
    long back;        /* put back first; below 0: let through without asking, as far as there is that much */
    long wanted;      /* as many as there are, when there are fewer */
    long held;        /* in advance, by this node */
    long spare;       /* how many all nodes together may hold in advance; each may hold an equal part */
    long taken;       /* out: the wanted ones, then those in advance */
    double left;      /* out */
};

/* Takes of `count` different buckets. Runs in a write transaction; the results count once that is committed. */
enum status rate_take(struct db *db, struct rate_take *takes, size_t count, struct error *err);

/* Removes the rows of buckets that are full again. */
enum status rate_remove_full(struct db *db, struct error *err);

#endif
