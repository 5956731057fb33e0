/* What the workers and their heartbeat share. */
#ifndef COPYDESK_SERVICE_JOBS_JOBS_PARTS_H
#define COPYDESK_SERVICE_JOBS_JOBS_PARTS_H

#include "service/jobs/worker.h"

enum { LEASE_MS = 30000 }; /* how long a claim or a renewal lasts */

/* Zeroed until it is started; it must not move afterwards. */
struct heartbeat {
    const struct jobs_options *options;
    struct job *jobs; /* initialized */
    int count;        /* of the jobs */
    struct work_signal *signal;
    int64_t woke_at; /* clock_mono_ms when it last woke a worker */
    struct background background;
};

#endif
