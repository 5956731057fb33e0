/* The polishing of a finished article. */
#ifndef COPYDESK_SERVICE_JOBS_JOB_POLISH_H
#define COPYDESK_SERVICE_JOBS_JOB_POLISH_H

#include "service/jobs/job_write.h"

/*
 * Polishes the article of the open job, in the way that article->polish says, and sets polished_html; when it cannot be
 * polished, that is NULL, and a note says why. Blocks for as long as that takes; for the worker's own thread.
 */
void job_polish(struct job *job, const struct jobs_options *options, const struct write_services *services,
                struct arena *arena, struct article *article, struct job_outcome *outcome);

#endif
