/*
 * The thread that makes the deliveries that are due: one attempt after the other, the one that is due longest first. It
 * sleeps until the next one is due, a minute at most, or until it is woken.
 *
 * Single node: a delivery that is inserted by another process wakes nobody here; it is found after a minute at the
 * latest. Claiming is safe for several processes: a claim postpones the delivery for 30 s, longer than an attempt can
 * take.
 */
#ifndef COPYDESK_DELIVER_SENDER_H
#define COPYDESK_DELIVER_SENDER_H

#include "deliver/deliver.h"

struct sender;

/* All of it outlives the sender. */
struct sender_options {
    struct store *store;
    struct net *net;
    record_writer write_record; /* called in the sender's thread */
    const void *record_context; /* for write_record */
    struct deliver_counters *counters;
};

/* E_MEMORY, also when no more threads can be made. *sender may have been set nevertheless: sender_stop it. */
enum status sender_start(const struct sender_options *options, struct sender **sender, struct error *err);

/* There is something to send. Any thread. NULL is allowed. */
void sender_wake(struct sender *sender);

/* Breaks off an attempt that is under way (it is made again after the next start), ends the thread. NULL is allowed. */
void sender_stop(struct sender *sender);

#endif
