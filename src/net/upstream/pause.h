/* Pauses between the tries of a request. */
#ifndef COPYDESK_NET_UPSTREAM_PAUSE_H
#define COPYDESK_NET_UPSTREAM_PAUSE_H

#include "base/base.h"

#include <stdatomic.h>

/* Milliseconds to wait after so many tries (1 or more): 0.5 s, doubling up to 8 s, less up to a quarter at random, as
 * in the clients of OpenAI and AWS. */
int64_t pause_length(int tries);

/* Waits so many milliseconds. E_CANCELLED soon after *cancel (may be NULL) became true. */
enum status pause_wait(int64_t ms, const atomic_bool *cancel, struct error *err);

#endif
