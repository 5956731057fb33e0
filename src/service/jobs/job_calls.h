/* What the writer of an article gets, and what it calls back. */
#ifndef COPYDESK_SERVICE_JOBS_JOB_CALLS_H
#define COPYDESK_SERVICE_JOBS_JOB_CALLS_H

#include "service/jobs/job.h"
#include "service/jobs/jobs.h"
#include "write/write.h"

/* Where the calls go; it outlives the writing, and but for the last nothing in it changes meanwhile. */
struct job_calls {
    struct job *job; /* open */
    const struct jobs_options *options;
    const char *account_id;
    atomic_bool is_cut_off; /* the store failed for so long that a step could not be saved, or something not be read */
};

/* The job for a config, with the model that its modelVersion leads to. Its functions may be called by several threads
 * at once. */
struct write_job job_callbacks(struct job_calls *calls, const json_t *config);

#endif
