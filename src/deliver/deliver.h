/*
 * deliver: finished articles go out to other services. Each delivery (store/delivery/) is attempted until the receiver
 * accepts it, refuses it for good, or has failed too often; the outcome of every attempt is stored with the delivery.
 *
 *   deliver.h   what a target is; queueing, attempts, the sender; signatures; the secrets of integrations
 *   targets.c   the table of targets; the webhookUrl of a request (deprecated), which gets the bare status record
 *   webhook.c   a target: a signed request (Standard Webhooks 1.0)
 *   wordpress.c, ghost.c, shopify.c, webflow.c   targets: a draft at a site
 *   draft.h     an article as a site takes it: HTML, tags, pictures
 *   site.h      asking a site's interface, and what its answers mean
 *   sender.c    the threads that send what is due: one attempt, when the next is due, what of it is stored
 *   signature.c what a webhook is signed with
 *   secrets.c   secrets of integrations, and another key for them
 *   sealed.h    a text, sealed; the file of the keys (key_file.c)
 *
 * A new target is a file of its own with one `const struct delivery_target`, which is declared in this file, and a line
 * in the table of targets.c.
 *
 * Threads: the sender has its own. The functions of this file keep no state and may be called from any thread.
 */
#ifndef COPYDESK_DELIVER_DELIVER_H
#define COPYDESK_DELIVER_DELIVER_H

#include "base/system/system.h"
#include "deliver/sealed.h"
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
     * A target that makes a draft makes exactly one: the draft carries a marker (draft.h), and where is_repeated
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

/* The address that a setting means: the value itself where it is an http(s) URL or there is no format, otherwise the
 * format with it ("https://%s/"). NULL: no memory. */
const char *site_address(struct arena *arena, const char *format, const char *value);

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

/*
 * Stores an attempt that was made. A success ends the failing of the integration; DELIVERY_GONE disables it, and so
 * does a failure after it has been failing for three days, with a problem that says so and the deliveries that wait
 * failing. E_CONFLICT "lease_lost".
 */
enum status deliver_settle(struct db *db, const struct delivery *delivery, enum delivery_verdict verdict, int64_t now,
                           struct error *err);

/* --- the targets --- */

extern const struct delivery_target webhook_target;
extern const struct delivery_target wordpress_target;
extern const struct delivery_target ghost_target;
extern const struct delivery_target shopify_target;
extern const struct delivery_target webflow_target;
extern const struct delivery_target plain_target; /* the webhookUrl; not in the table: nobody connects it */

/* --- the sender --- */

/*
 * The threads that make the deliveries that are due. One finds what is due, and gives each delivery to a thread of its
 * own, as long as there are not too many: an account has four attempts under way here at most, fewer when many threads
 * are taken, and the account with the fewest comes next. So a receiver that never answers holds up its own account
 * alone. It sleeps until the next one is due, a minute at most, or until it is woken.
 *
 * Several nodes on one database share the deliveries: a claim is a lease of a minute, which is renewed while its
 * attempt lasts, and whoever lost it cannot write what came of it any more. The webhooks of a node that is dead are due
 * again as soon as another one notices; of a draft the lease runs out first (delivery_release). What another node
 * inserts wakes the senders of all (service/changes); each looks before it claims, since a transaction that writes
 * holds up all nodes.
 */

struct sender;

/* All of it outlives the sender. */
struct sender_options {
    struct store *store;
    const char *node; /* of this run of the service */
    struct net *net;
    record_writer write_record; /* called in the sender's threads */
    const void *record_context; /* for write_record */
    /*
     * Opens the secrets of an integration: a JSON object, a new reference. Called in the sender's threads, for one that
     * has secrets. E_MEMORY; E_IO, E_NOT_FOUND, E_CORRUPT with a sentence that its owner may read: the delivery is
     * tried again later. NULL: none can be opened.
     */
    enum status (*open_secrets)(void *context, const struct integration *integration, struct arena *arena,
                                json_t **secrets, struct error *err);
    void *secrets_context; /* for open_secrets */
    struct deliver_counters *counters;
};

/* E_MEMORY, also when no more threads can be made. *sender may have been set nevertheless: sender_stop it. */
enum status sender_start(const struct sender_options *options, struct sender **sender, struct error *err);

/* There is something to send. Any thread. NULL is allowed. */
void sender_wake(struct sender *sender);

/* Breaks off the attempts that are under way (they are made again after the next start), ends the threads. NULL is
 * allowed. */
void sender_stop(struct sender *sender);

/* --- signatures --- */

/*
 * The symmetric signatures of Standard Webhooks 1.0, by libcrypto: HMAC-SHA256 over `id.timestamp.body`. For those who
 * send and, through copydesk.signature, for those who receive: it needs nothing of the other folders.
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md, "Signature scheme"
 */

/* A secret is `whsec_` and base64 of so many bytes. */
#define SIGNATURE_SECRET_PREFIX "whsec_"
enum { SIGNATURE_KEY_MIN = 24, SIGNATURE_KEY_MAX = 64 };

enum { SIGNATURE_SIZE = 48 }; /* "v1,", base64 of 32 bytes, and a NUL */

/* Signs the content, which is the id, the time in seconds and the body with full stops between them. signature holds
 * SIGNATURE_SIZE bytes. E_INVALID: the secret is malformed; E_INTERNAL: libcrypto computes none. */
enum status signature_make(struct str secret, struct str content, char *signature);

/* --- secrets of integrations --- */

/*
 * Each integration keeps its secrets as one JSON object, sealed (sealed.h). Everything here is for any thread. Nodes of
 * one database each read a key file, which they may share: its keys have to be the same at all of them. Only one
 * process at a time may change it.
 */

/*
 * Reads the key file, which may be made when nothing is sealed yet, and warns in the log of each integration whose
 * secrets do not open; on a database that nodes share, with how it gets the key. That is no error: the service goes on
 * without them. The statuses of store_read; E_MEMORY.
 */
enum status secrets_start(struct store *store, const char *path, struct seal **seal, struct error *err);

/*
 * The settings of an integration with its secrets among them, as a new object (json_decref), for
 * delivery_call.settings. The statuses of seal_open; E_CORRUPT also when what is stored is no JSON object.
 */
enum status secrets_open(struct seal *seal, const struct integration *integration, struct arena *arena,
                         json_t **settings, struct error *err);

/* The secrets alone; an empty object when there are none. */
enum status secrets_read(struct seal *seal, const struct integration *integration, struct arena *arena,
                         json_t **secrets, struct error *err);

/* An object as JSON, to be freed; NULL: memory ran out. It is read again, since jansson (2.14) may leave out a part of
 * the text when an allocation fails, and what is stored so would be lost. */
char *secrets_text(const json_t *object);

/* Seals an object of secrets; an empty one becomes an empty text. The statuses of seal_close. */
enum status secrets_close(struct seal *seal, struct arena *arena, const char *integration_id, const json_t *secrets,
                          struct str *sealed, struct error *err);

/* Why the secrets of an integration cannot be used, for its owner, who may know nothing of the service's files; NULL:
 * they can, or there are none. */
const char *secrets_problem(struct seal *seal, const struct integration *integration, struct arena *arena);

struct secrets_rotation {
    int64_t sealed;     /* integrations whose secrets are sealed with the new key now */
    int64_t unreadable; /* those whose secrets could not be opened: left as they were */
    bool keeps_old;     /* the old keys stay in the file, since something sealed with them could not be opened */
};

/*
 * To be asked in the write transaction, before something is sealed in it: may this node (its id) seal, on a database
 * that nodes share? E_IO "no_secret_key" with a sentence that says what to do, when secrets are stored of which the key
 * file has the key of none, and it has no key at all, or other nodes are alive: no other could open what is sealed
 * here. Alone on the database, whoever has lost the key goes on with another one. The statuses of db_all.
 */
enum status secrets_check_key(struct seal *seal, struct db *db, const char *node, struct error *err);

/*
 * To be asked before secrets_rotate: E_CONFLICT with a sentence that says what to do, while other nodes than this one
 * are alive: those that have files of their own could open nothing afterwards, and those that share the file could
 * write it at the same time. The statuses of store_read.
 */
enum status secrets_check_alone(struct store *store, struct arena *arena, const char *node, struct error *err);

/*
 * Changes the key: a new one is put into the file, everything is sealed with it, and the old ones are dropped. Whenever
 * this is broken off, all secrets can be opened; doing it again completes it. Those of seal_rotate and store_write.
 */
enum status secrets_rotate(struct seal *seal, struct store *store, struct secrets_rotation *rotation,
                           struct error *err);

/* The step between: seals anew what is not sealed with the present key, of at most `limit` integrations behind `last`
 * ("": from the first one on; UUID_LENGTH + 1 bytes), and counts. *last gets the id of the last one that was looked at,
 * "" when there were none. In a write transaction. */
enum status secrets_seal_anew(struct seal *seal, struct db *db, size_t limit, char *last,
                              struct secrets_rotation *rotation, struct error *err);

#endif
