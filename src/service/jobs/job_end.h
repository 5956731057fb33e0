/* The end of a job: its result is stored, or its article is let go; that is logged, counted and announced. */
#ifndef COPYDESK_SERVICE_JOBS_JOB_END_H
#define COPYDESK_SERVICE_JOBS_JOB_END_H

#include "service/jobs/article_log.h"
#include "service/jobs/job_write.h"

struct job_ending {
    const struct jobs_options *options;
    struct lease lease;
    struct arena *arena;
    struct article *article; /* with its result when outcome->ended; with `polish` set it was polished, else written */
    const struct job_outcome *outcome;
    struct logged_article logged;
};

/* For the worker's own thread, while the job is open. Blocks for some seconds when the store fails. */
void job_end(const struct job_ending *ending);

#endif
