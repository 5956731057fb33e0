#ifndef COPYDESK_DELIVER_DELIVER_PARTS_H
#define COPYDESK_DELIVER_DELIVER_PARTS_H

#include "deliver/deliver.h"

/* --- a delivery that was claimed (sender.c) --- */

enum { DISPATCH_LEASE_MS = 60 * 1000 };

struct dispatch {
    const struct sender_options *options;
    const atomic_bool *is_stopping; /* of the sender */
    struct delivery delivery;       /* in the arena, as does what else is read for it */
    struct arena *arena;
    atomic_bool cancel; /* set when the sender stops, or the lease was lost */
};

/* Blocks for as long as the attempt takes. What goes wrong is logged. */
void dispatch_run(struct dispatch *dispatch);

/* --- one POST, and what its answer means (webhook.c) --- */

/* headers: "Name: value" besides the type of the content, ends with NULL, at most POST_HEADERS. OK whatever came of it:
 * DELIVERY_ACCEPTED, DELIVERY_GONE for 410, DELIVERY_RETRY. E_MEMORY, E_CANCELLED. */
enum { POST_HEADERS = 6 };
enum status post_json(const struct delivery_call *call, const char *url, const char *const *headers, struct str body,
                      struct delivery_outcome *outcome, struct error *err);

/* --- keys of Ghost (ghost.c) --- */

/* Is the text an Admin API key, "24 hexadecimal digits:64 of them"? */
bool ghost_is_key(const char *text);

/* A token of such a key that holds for five minutes from `now`, in seconds. In the arena; NULL: no memory. */
const char *ghost_token(struct arena *arena, const char *key, int64_t now);

#endif
