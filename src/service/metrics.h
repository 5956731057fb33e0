/* Counters of a running service, for /metrics. */
#ifndef COPYDESK_SERVICE_METRICS_H
#define COPYDESK_SERVICE_METRICS_H

#include "deliver/deliver.h"
#include "service/jobs/jobs.h"

#include <stdatomic.h>

struct metrics {
    atomic_ulong answers[6]; /* by the first digit of the status */
    atomic_ulong created;
    atomic_ulong links, link_requests;
    struct jobs_counters jobs;
    struct deliver_counters deliver;
};

#endif
