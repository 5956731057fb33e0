/* call: the life of a call around its attempts: made, taken from the pool, ended, freed. */
#ifndef COPYDESK_CLIENT_CALL_H
#define COPYDESK_CLIENT_CALL_H

#include "client/attempt.h"

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

#endif
