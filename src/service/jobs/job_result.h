/* What came of the writing, as the article is to be stored. Strings live in the arena that is passed, or for ever. */
#ifndef COPYDESK_SERVICE_JOBS_JOB_RESULT_H
#define COPYDESK_SERVICE_JOBS_JOB_RESULT_H

#include "base/codes.h"
#include "store/store.h"
#include "write/write.h"

/* Sets texts, sources and words of a finished article. E_MEMORY. */
enum status job_result_finished(struct article *article, const struct write_result *result, struct arena *arena,
                                struct error *err);

/* Sets the sources that were looked at and the searches for them, also of an article that failed; each may be NULL.
 * False: memory ran out, and there are none. */
bool job_result_run(struct article *article, json_t *run, json_t *searches, struct arena *arena);

/* Appends notes of the writing to those of the request. False: memory ran out, and the notes are as before. */
bool job_result_notes(struct article *article, const json_t *notes, struct arena *arena);

/* Sets a failure that the record explains; message tells the user what to do about it. */
void job_result_failed(struct article *article, enum code code, const char *message);

/*
 * Sets the failure that the writer reported. Where the record has no word for it, the record says "internal" and
 * nothing of what happened: that is returned, for the log; otherwise NULL.
 */
const char *job_result_fault(struct article *article, const struct error *err, struct arena *arena);

#endif
