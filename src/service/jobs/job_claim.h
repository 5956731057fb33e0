/*
 * Claiming: a finished article that is to be polished, else an article that can be written now, gets a lease. Accounts
 * of which nothing is under way come before all others, then those with the least.
 */
#ifndef COPYDESK_SERVICE_JOBS_JOB_CLAIM_H
#define COPYDESK_SERVICE_JOBS_JOB_CLAIM_H

#include "service/jobs/jobs.h"
#include "store/store.h"

/*
 * Claims for the worker of that name, from any account or from those of which nothing is under way. Polishing comes
 * first: somebody waits for it, and it is short. An article that needs something which is not there now (its library
 * folder cannot be read) is postponed, its detail says why, and the next one is looked at. *article lives in the arena.
 * E_NOT_FOUND: there is nothing that can be written now; otherwise statuses of store_write.
 */
enum status job_claim(const struct jobs_options *options, const char *worker, enum claim_from from, struct arena *arena,
                      struct article *article, struct error *err);

#endif
