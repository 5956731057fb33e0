/*
 * deliver: finished work goes out. So far the request's own webhookUrl; every attempt's outcome is kept with the delivery.
 */
#ifndef COPYDESK_DELIVER_H
#define COPYDESK_DELIVER_H

#include "net/net.h"
#include "store/store.h"

/*
 * One attempt: POSTs `record` (the status record as JSON) to delivery->url through the guard, without following redirects, within
 * 20 s. Sets state, attempts, next_at, last_status and last_error of the delivery to what follows: delivered on 2xx; failed on 410
 * or after the last attempt; otherwise pending again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h (with up to 10%
 * jitter, or Retry-After when that is later, 24 h at most). The outcome is in the delivery: only E_MEMORY and E_CANCELLED are errors.
 */
enum status deliver_webhook(struct net *net, struct delivery *delivery, struct str record, int64_t now,
                            const atomic_bool *cancel, struct arena *arena, struct error *err);

#endif
