/*
 * deliver: finished articles go out to other services. Each delivery (store/delivery/) is attempted until the receiver
 * accepts it, refuses it for good, or has failed too often; the outcome of every attempt is stored with the delivery.
 *
 *   deliver.h      this file: what a target is, one attempt, the counters
 *   targets.c      the table of targets
 *   webhook.c      a target: a signed request (Standard Webhooks 1.0); signature.h signs
 *   wordpress/ ghost/ shopify/ webflow/   targets: a draft at a site
 *   plain.c        the webhookUrl of a request (deprecated): the bare status record, unsigned
 *   post.h         what both of these do: one POST, and what its answer means
 *   draft/         an article as a site takes it: HTML, tags, pictures
 *   site/          asking a site's interface: what its answers mean for a delivery; what is kept of an attempt
 *   secrets/       secrets of integrations, encrypted, and their key
 *   queue.c        deliveries are queued when an article ends, and later
 *   attempt.c      one attempt: asks the target, and decides when the next attempt is due
 *   settle.c       what came of it is stored, and what it means for the integration
 *   dispatch.h       all of it for a delivery that was claimed
 *   sender.h       the threads that run the dispatches that are due
 *
 * A new target is a file of its own with one `const struct delivery_target`, which is declared at the end of this file,
 * and a line in the table of targets.c.
 *
 * Threads: the sender has its own. The functions of this file keep no state and may be called from any thread.
 */
#ifndef COPYDESK_DELIVER_H
#define COPYDESK_DELIVER_H

#include "base/system/tally.h"
#include "net/net.h"
#include "store/store.h"

#include <jansson.h>
#include <stdatomic.h>

/* Counted since the start, for whoever shows the figures. */
struct deliver_counters {
    atomic_ulong delivered; /* deliveries that were accepted */
    atomic_ulong failures;  /* attempts that failed */
    struct tally *attempts; /* by the kind of integration and how they ended: "delivered", "failed", "again"; NULL: not
                             * counted */
};

/* Appends the status record of an article to out, as JSON. Failures are kept in `out`, as buf.h says. */
typedef void (*record_writer)(const void *context, struct buf *out, const struct article *article);

/* What one attempt is made with. */
struct delivery_call {
    const struct delivery_target *target; /* NULL: the webhookUrl */
    struct net *net;                      /* through whose guard every request goes */
    const struct delivery *delivery;
    const struct article *article; /* that has ended, with all its texts; NULL in a test */
    const json_t *settings;        /* of the integration, its secrets among them; NULL: the webhookUrl */
    record_writer write_record;
    const void *record_context; /* for write_record */

    /* Somebody has begun this delivery before: what it makes may be there already, and has to be looked for. */
    bool is_repeated;
    /* What earlier attempts have kept: an object, empty at first. A target may change it, and keep it: from then on a
     * later attempt finds it, whatever happens to this one. OK, E_CONFLICT (another attempt has begun: stop), E_MEMORY,
     * E_CANCELLED, E_IO. */
    json_t *progress;
    enum status (*keep)(void *context, const json_t *progress, struct error *err);
    /* A picture of the article by the id in its address. OK, E_NOT_FOUND, E_MEMORY, E_IO. */
    enum status (*picture)(void *context, const char *id, struct arena *arena, struct stored_picture *picture,
                           struct error *err);
    void *context; /* for keep and picture */

    const atomic_bool *cancel; /* true: stop soon, with E_CANCELLED; may be NULL */
    struct arena *arena;       /* of this attempt */
};

enum delivery_verdict {
    DELIVERY_ACCEPTED, /* the receiver has it */
    DELIVERY_REFUSED,  /* the receiver does not want this one, neither now nor later */
    DELIVERY_GONE,     /* the receiver wants nothing more: the integration is disabled */
    DELIVERY_RETRY     /* it did not arrive; it may later */
};

/* What came of an attempt. */
struct delivery_outcome {
    enum delivery_verdict verdict;
    int status;             /* HTTP status, 0 when there was no response */
    const char *problem;    /* a sentence, in the arena; of what was accepted: what the site left out, or NULL */
    const char *remote_url; /* where the receiver shows it, in the arena; NULL: it did not say */
    int64_t retry_after_ms; /* the receiver asked for at least that long a pause; -1: it did not */
    int64_t busy_ms;        /* for how long it may still be at work on what was sent to it; 0: it has ended */
};

/* A setting that integrations of a kind have. */
enum setting_type { SETTING_TEXT, SETTING_URL, SETTING_TEXTS, SETTING_OBJECT };
struct setting {
    const char *name; /* in requests: "applicationPassword" */
    enum setting_type type;
    bool is_secret, is_required;
    const char *summary; /* a sentence for the documentation */
};

/* Where deliveries go: a row of the table in targets.c. */
struct delivery_target {
    const char *name;        /* the word for it in requests and in the store: "webhook" */
    bool takes_failed;       /* also articles that failed, not only finished ones */
    const char *url_setting; /* the setting that says where it goes: "url" */
    const char *url_format;  /* how an address comes of it (site_address): "https://%s/"; NULL: it is one */
    const struct setting *settings;
    size_t setting_count;

    /* What the settings say beyond their types: E_INVALID with a message that begins with the setting's name, E_MEMORY.
     * NULL: nothing. */
    enum status (*check)(const json_t *settings, struct arena *arena, struct error *err);

    /* Asks the receiver whether deliveries would be accepted, leaving nothing there but, of a webhook, a request of the
     * type "test". Blocks; statuses as of send. */
    enum status (*test)(const struct delivery_call *call, struct delivery_outcome *outcome, struct error *err);

    /*
     * Makes one attempt and fills in *outcome. Blocks. Returns OK whatever the receiver answered, and also when there
     * was no connection or the guard forbade it: that is an outcome. E_MEMORY, E_CANCELLED and those of keep and
     * picture are the only errors.
     *
     * A target that makes a draft makes exactly one: the draft carries a marker (draft/draft.h), and where is_repeated
     * says so it is looked for first.
     */
    enum status (*send)(const struct delivery_call *call, struct delivery_outcome *outcome, struct error *err);
};

/* NULL when there is no target of that name. */
const struct delivery_target *delivery_target_find(const char *name);

/* The names in the order of the table; NULL behind the last. */
const char *delivery_target_name(size_t i);

/* A URL as it may be shown: scheme, host and path, without what may be secret in it. In the arena; NULL: no memory. */
char *delivery_shown_url(struct arena *arena, const char *url);

/* --- queueing --- */

/*
 * Queues what the request of an article that has ended asks for, in the transaction of its end: a delivery to its
 * webhookUrl, and one to its integrationId if that kind takes articles that ended so; an integration that was deleted
 * meanwhile gets none. Reads id, account_id, config and state. *queued: is there one to be sent?
 */
enum status deliver_ended(struct db *db, const struct article *article, int64_t now, bool *queued, struct error *err);

/* Queues one of a finished article to an integration. When there is one already it is left as it is, but one that
 * failed is due again. *id (UUID_LENGTH + 1 bytes) gets the one that there is. E_CONFLICT: it is not finished. */
enum status deliver_to(struct db *db, const struct article *article, const struct integration *integration, int64_t now,
                       char *id, struct error *err);

/* --- one attempt --- */

enum { DELIVERY_ATTEMPTS = 10 }; /* most of them */

/*
 * Makes the attempt that was claimed and sets state, next_at, busy_until, last_status, last_error and remote_url of the
 * delivery to what follows from the outcome: DELIVERY_DELIVERED when it was accepted; DELIVERY_FAILED when it was
 * refused, or with the tenth attempt; otherwise DELIVERY_PENDING again, after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h,
 * 20 h, 24 h (with up to a tenth of jitter, or as late as the receiver asked for, 24 h at most), counted from the end
 * of the attempt. clock: Unix milliseconds. The statuses are those of
 * delivery_target.send.
 */
enum status deliver_attempt(const struct delivery_call *call, struct delivery *delivery, int64_t (*clock)(void),
                            enum delivery_verdict *verdict, struct error *err);

/* The same for an attempt that could not be made for a reason that may pass: a sentence in the arena of the delivery.
 */
void deliver_later(struct delivery *delivery, const char *problem, int64_t now);

/*
 * Stores an attempt that was made. A success ends the failing of the integration; DELIVERY_GONE disables it, and so
 * does a failure after it has been failing for three days, with a problem that says so and the deliveries that wait
 * failing. E_CONFLICT "lease_lost".
 */
enum status deliver_settle(struct db *db, const struct delivery *delivery, enum delivery_verdict verdict, int64_t now,
                           struct error *err);

/* --- the targets --- */

extern const struct delivery_target webhook_target;   /* webhook.c */
extern const struct delivery_target wordpress_target; /* wordpress/ */
extern const struct delivery_target ghost_target;     /* ghost/ */
extern const struct delivery_target shopify_target;   /* shopify/ */
extern const struct delivery_target webflow_target;   /* webflow/ */
extern const struct delivery_target plain_target;     /* plain.c; not in the table: nobody connects it */

#endif
