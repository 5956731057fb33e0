/*
 * Rate limits: token buckets per caller and class of request, in memory of a fixed size. When more callers come than
 * there are buckets, the one that was idle longest in its set starts afresh.
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

/* per_minute: requests per minute for each class, which is also how many may come at once; 0: unlimited. NULL: no
 * memory. */
struct limits *limits_new(const long per_minute[LIMIT_CLASSES]);
void limits_free(struct limits *limits);

struct limit_state {
    long quota;     /* requests per minute; 0: unlimited, and nothing below is set */
    long remaining; /* requests that would be let through now */
    long reset;     /* seconds until the whole quota is there again */
    long retry;     /* seconds until one is let through; 0 when it was */
};

/* Takes one token from the bucket of `caller`. False: too many. now: monotonic milliseconds. Thread-safe. */
bool limits_take(struct limits *limits, struct str caller, enum limit_class class, int64_t now,
                 struct limit_state *state);

#endif
