/* One question to a service while it is asked: its tries, the pauses between them, and what a refusal says. */
#ifndef COPYDESK_NET_UPSTREAM_ASKING_H
#define COPYDESK_NET_UPSTREAM_ASKING_H

#include "base/system/turns.h"
#include "net/upstream/answers.h"
#include "net/upstream/exchange.h"
#include "net/upstream/upstream.h"

struct upstream {
    struct arena *arena; /* of the settings */
    struct upstream_settings settings;
    bool is_local;
    struct turns turns;
    struct exchange_pool pool;
    struct answers answers;
    pthread_mutex_t lock;
    int64_t next_start; /* clock_mono_ms: no request starts before */
};

/* A question while it is asked. */
struct asking {
    struct upstream *upstream;
    const struct upstream_request *request;
    const struct lookup *lookup;
    struct upstream_answer *answer;
    const char *url;  /* without the key */
    const char *sent; /* the same, with it */
    const char *headers[7];
    int64_t deadline;
    struct error *err;
    struct buf body, type;
    int64_t retry_after_ms;
    bool may_pass;
};

/* Asks until it answers, with the tries of upstream_ask. OK: with a status of 2xx; the statuses of upstream_ask. What
 * came last is in body and type. */
enum status asking_run(struct asking *asking);

#endif
