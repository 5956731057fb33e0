/* Counters of a running service, for /metrics. */
#ifndef COPYDESK_SERVICE_METRICS_H
#define COPYDESK_SERVICE_METRICS_H

#include "deliver/deliver.h"

#include <stdatomic.h>

struct metrics {
    atomic_ulong answers[6]; /* by the first digit of the status */
    atomic_ulong created, finished, failed, words;
    atomic_ulong links, link_requests;
    struct deliver_counters deliver;
};

#endif
