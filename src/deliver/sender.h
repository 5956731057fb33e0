/* The thread that sends finished articles to their webhookUrl, and again when that failed. */
#ifndef COPYDESK_DELIVER_SENDER_H
#define COPYDESK_DELIVER_SENDER_H

#include "base/base.h"

struct service;
struct deliveries;

enum status deliveries_start(struct service *service, struct deliveries **deliveries, struct error *err);

/* There is something to send. Any thread. NULL is allowed. */
void deliveries_wake(struct deliveries *deliveries);

/* Breaks off an attempt that is under way (it is made again after the next start). NULL is allowed. */
void deliveries_stop(struct deliveries *deliveries);

#endif
