/*
 * deliver: finished articles go out to other services. Each delivery (store.h) is attempted until the receiver accepts
 * it, refuses it for good, or has failed too often; the outcome of every attempt is stored with the delivery.
 *
 *   deliver.h   this file: what a target is, one attempt, the counters
 *   webhook.c   a target: POSTs the status record to a URL
 *   targets.c   the table of targets
 *   attempt.c   one attempt: asks the target, and decides when the next attempt is due
 *   sender.h    the thread that makes the attempts that are due
 *
 * A new target is a file of its own like webhook.c, with one `const struct delivery_target` that is declared at the end
 * of this file, and a line in the table of targets.c.
 *
 * Threads: the sender has one. The functions of this file keep no state and may be called from any thread.
 */
#ifndef COPYDESK_DELIVER_H
#define COPYDESK_DELIVER_H

#include "net/net.h"
#include "store/store.h"

#include <stdatomic.h>

/* Counted since the start, for whoever shows the figures. */
struct deliver_counters {
    atomic_ulong delivered; /* deliveries that were accepted */
    atomic_ulong failures;  /* attempts that failed */
};

/* Appends the status record of an article to out, as JSON. Failures are kept in `out`, as buf.h says. */
typedef void (*record_writer)(const void *context, struct buf *out, const struct article *article);

/* What one attempt is made with. */
struct delivery_call {
    struct net *net;               /* through whose guard every request goes */
    const struct article *article; /* finished or failed, with all its texts */
    record_writer write_record;
    const void *record_context; /* for write_record */
    const atomic_bool *cancel;  /* true: stop soon, with E_CANCELLED; may be NULL */
    struct arena *arena;        /* of this attempt */
};

enum delivery_verdict {
    DELIVERY_ACCEPTED, /* the receiver has it */
    DELIVERY_REFUSED,  /* the receiver wants it neither now nor later */
    DELIVERY_RETRY     /* it did not arrive; it may later */
};

/* What came of an attempt. */
struct delivery_outcome {
    enum delivery_verdict verdict;
    int status;             /* HTTP status, 0 when there was no response */
    const char *problem;    /* a sentence, in the arena of the call; NULL when it was accepted */
    int64_t retry_after_ms; /* the receiver asked for at least that long a pause; -1: it did not */
};

/* Where deliveries go: a row of the table in targets.c. */
struct delivery_target {
    const char *name; /* the word for it in requests and in the store: "webhook" */

    /*
     * Makes one attempt and fills in *outcome. Blocks. Returns OK whatever the receiver answered, and also when there
     * was no connection or the guard forbade it: that is an outcome. E_MEMORY and E_CANCELLED are the only errors; the
     * attempt does not count then.
     */
    enum status (*send)(const struct delivery_call *call, const struct delivery *delivery,
                        struct delivery_outcome *outcome, struct error *err);
};

/* NULL when there is no target of that name. */
const struct delivery_target *delivery_target_find(const char *name);

/*
 * Makes one attempt at `delivery` and sets its state, attempts, next_at, last_status and last_error to what follows
 * from the outcome: DELIVERY_DELIVERED when it was accepted; DELIVERY_FAILED when it was refused, or after the tenth
 * attempt; otherwise DELIVERY_PENDING again, after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h (with up to a
 * tenth of jitter, or as late as the receiver asked for, 24 h at most). now: Unix milliseconds. The statuses are those
 * of delivery_target.send.
 */
enum status deliver_attempt(const struct delivery_call *call, struct delivery *delivery, int64_t now,
                            struct error *err);

/* --- the targets --- */

extern const struct delivery_target webhook_target; /* webhook.c */

#endif
