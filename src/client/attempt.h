/*
 * attempt: the attempts of one call, one after the other: over the engine, or by the caller where the transport is
 * external. Decides whether and when there is another one, keeps the deadline over all of them, and logs each.
 */
#ifndef COPYDESK_CLIENT_ATTEMPT_H
#define COPYDESK_CLIENT_ATTEMPT_H

#include "client/exchange.h"
#include "client/parts.h"

enum attempt_state { ATTEMPT_WAITING, ATTEMPT_RUNNING, ATTEMPT_ENDED };

/* Must not move while it has not ended. */
struct attempt {
    struct client *client;
    enum attempt_state state;
    struct client_exchange exchange; /* its request is filled in before the start */
    struct timer timer;              /* when the next attempt begins (waiting), the deadline (running) */
    struct queue_entry entry; /* in client->outgoing until it is sent; after the end the call's, for client->ended */
    int count, retries;       /* attempts made; further ones allowed after the first */
    int uncounted; /* of those made: they found nobody listening, and do not use up a retry (waits_for_takeover) */
    int64_t absent_since; /* monotonic ms: since when nobody has been listening; 0: somebody is, as far as is known */
    int64_t timeout_ms;
    int64_t deadline; /* monotonic ms */
    int64_t began;    /* monotonic ms: the present attempt, where attempts are logged */
    bool is_paced;    /* see client_request */
    bool is_retryable;
    /*
     * Called when no further attempt follows: with OK and no message when an answer came, else with the reason. Must
     * not free the attempt.
     */
    void (*ended)(struct attempt *attempt, enum status status, const char *message);
};

/*
 * Sets what a new series of attempts begins with; retries, timeout_ms, is_paced and the request are the caller's to
 * set.
 */
void attempt_reset(struct attempt *attempt);

/*
 * Begins the first attempt after delay_ms, which the timeout does not include. There must be room for its timer in the
 * engine.
 */
void attempt_start(struct attempt *attempt, int delay_ms);

/* Breaks the attempt off, without the callback. One that has ended is allowed. */
void attempt_cancel(struct attempt *attempt);

/* Ends the attempt in a forked child, where its curl handle is the parent's and must not be used: with E_NETWORK. */
void attempt_abandon(struct attempt *attempt, const char *message);

/* External transport: does the attempt wait for an answer? */
bool attempt_is_outgoing(const struct attempt *attempt);

/*
 * External transport: ends the attempt with the answer that was put into the exchange, or with what went wrong while it
 * was put there.
 */
void attempt_answered(struct attempt *attempt, int http_status);

/* External transport: ends the attempt as a broken connection would. */
void attempt_refused(struct attempt *attempt, const char *message);

#endif
