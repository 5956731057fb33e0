/* The writing, or the polishing, of a claimed article, and how it ends. */
#ifndef COPYDESK_SERVICE_JOBS_JOB_WRITE_H
#define COPYDESK_SERVICE_JOBS_JOB_WRITE_H

#include "service/jobs/job.h"

struct write_services;

enum { MAX_ATTEMPTS = 20 }; /* an article that ends the process each time must not do so forever */

/* What came of it. */
struct job_outcome {
    bool ended; /* finished or failed: the article has the result. Otherwise it was cancelled, or the lease is lost */
    const char *problem; /* why it could not be polished, for its notes; NULL: it could, or it was written */
    const char *fault;   /* what went wrong on our side, for the log alone; NULL: nothing */
};

/* Writes the article of the open job and puts the result into it. services: without a library. Blocks for as long as
 * that takes; for the worker's own thread. */
void job_write(struct job *job, const struct jobs_options *options, const struct write_services *services,
               struct arena *arena, struct article *article, struct job_outcome *outcome);

/*
 * Polishes the article of the open job, in the way that article->polish says, and sets polished_html; when it cannot be
 * polished, that is NULL, and a note says why. Blocks for as long as that takes; for the worker's own thread.
 */
void job_polish(struct job *job, const struct jobs_options *options, const struct write_services *services,
                struct arena *arena, struct article *article, struct job_outcome *outcome);

/* --- what came of it, as the article is to be stored; texts live in the arena that is passed, or for ever --- */

/* Appends notes of the writing to those of the request. False: memory ran out, and the notes are as before. */
bool job_result_notes(struct article *article, const json_t *notes, struct arena *arena);

/*
 * Sets the failure that the writer reported. Where the record has no word for it, the record says "internal" and
 * nothing of what happened: that is returned, for the log; otherwise NULL.
 */
const char *job_result_fault(struct article *article, const struct error *err, struct arena *arena);

#endif
