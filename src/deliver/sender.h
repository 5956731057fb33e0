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
#ifndef COPYDESK_DELIVER_SENDER_H
#define COPYDESK_DELIVER_SENDER_H

#include "deliver/deliver.h"

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

#endif
