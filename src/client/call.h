/* What client.c and call.c share: a client, its calls, and the attempts of each. */
#ifndef COPYDESK_CLIENT_CALL_H
#define COPYDESK_CLIENT_CALL_H

#include "client/exchange.h"

#include <curl/curl.h>
#include <stdbool.h>
#include <stdint.h>

/* --- the attempts that have ended, kept until the user of the client fetches them --- */

/* Zeroed: empty. */
struct attempt_log {
    struct logged_attempt *first, *last;
    struct logged_attempt *fetched; /* the one whose strings the user reads */
};

/* See client_next_attempt. */
bool attempt_log_next(struct attempt_log *log, struct client_attempt *attempt);

void attempt_log_free(struct attempt_log *log);

/* --- what a client is made of --- */

struct client {
    struct settings settings;
    struct engine engine;
    struct attempt_log log;
    struct queue outgoing; /* attempts that the caller is to answer: external transport */
    struct queue ended;    /* calls for client_next_ended */
    struct client_call *live;
    size_t live_count;
    struct client_call *pool; /* freed calls, kept for their curl handles and buffers */
    size_t pool_count;
    bool has_reached_server;
};

/*
 * --- the attempts of one call, one after the other ---
 *
 * They go over the engine, or by the caller where the transport is external. Each end decides whether and
 * when there is another one; there is one deadline over all of them, and each is logged.
 */

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

/* Ends the attempt in a forked child, where its curl handle is the parent's and must not be used: with E_NETWORK. */
void attempt_abandon(struct attempt *attempt, const char *message);

/* --- a call --- */

struct client_call {
    struct attempt attempt;          /* its client is NULL once the client is freed */
    struct client_call *prev, *next; /* in client->live, or next alone in client->pool */
    void *data;
    struct error error; /* the outcome, once the attempt has ended */
};

/* The client goes: a call that is still under way ends with E_CANCELLED, and stays readable until it is freed. */
void call_detach(struct client_call *call);

/* Frees all of a call that nobody holds. */
void call_destroy(struct client_call *call);

/* --- after which outcomes an attempt is repeated, and how long it waits --- */

/* Statuses after which the same request may succeed: 408, 409, 429 and 5xx. */
bool retry_wanted(int http_status);

/* Wait in ms before the next attempt, where `attempts` (1 or more) have failed and the server named no wait. */
int64_t retry_backoff_ms(int attempts);

#endif
