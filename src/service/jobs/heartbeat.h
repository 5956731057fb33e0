/*
 * The heartbeat: one thread that renews the leases of all jobs and stores their progress, a few times a second at most,
 * so that no worker waits for the disk to say how far it is. Once a second it wakes an idle worker to look for work,
 * unless somebody else does.
 */
#ifndef COPYDESK_SERVICE_JOBS_HEARTBEAT_H
#define COPYDESK_SERVICE_JOBS_HEARTBEAT_H

#include "base/system/thread.h"
#include "service/jobs/job.h"
#include "service/jobs/jobs.h"
#include "service/jobs/work_signal.h"

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

/* The options, the jobs and the signal outlive the heartbeat. E_MEMORY, also when no more threads can be made. */
enum status heartbeat_start(struct heartbeat *heartbeat, const struct jobs_options *options, struct job *jobs,
                            int count, struct work_signal *signal, struct error *err);

/* One that was never started is allowed. */
void heartbeat_stop(struct heartbeat *heartbeat);

#endif
