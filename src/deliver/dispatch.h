/* A dispatch: all that is done about a delivery once it was claimed, from reading its article to storing what came of
 * it. An outcome that cannot be stored is lost: the attempt is made again when its lease runs out. */
#ifndef COPYDESK_DELIVER_DISPATCH_H
#define COPYDESK_DELIVER_DISPATCH_H

#include "deliver/sender.h"

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

/* Renews the lease. False: it is lost. Any thread, while it runs. */
bool dispatch_renew(const struct dispatch *dispatch);

/* Gives back a delivery that was not attempted, or whose attempt was broken off. */
void dispatch_release(const struct dispatch *dispatch);

#endif
