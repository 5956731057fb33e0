/* Reads and writes of a job that must not be lost to a passing fault of the disk, or of the way to the database. */
#ifndef COPYDESK_SERVICE_JOBS_JOB_STORE_H
#define COPYDESK_SERVICE_JOBS_JOB_STORE_H

#include "store/store.h"

#include <stdatomic.h>

/*
 * Like store_write, but tries again for some seconds while the disk fails (E_IO), until *stops becomes true. id: of the
 * article, for the log. E_IO afterwards: it could not be stored in that time.
 */
enum status job_store(struct store *store, store_work work, void *argument, const char *id, const atomic_bool *stops,
                      struct error *err);

/* Like store_read, in the same way. */
enum status job_read(struct store *store, store_work work, void *argument, const char *id, const atomic_bool *stops,
                     struct error *err);

typedef enum status (*job_attempt)(void *argument, struct error *err);

/* The same for what uses the store in its own way. what: "read", for the log: "article ID cannot be read: ...". */
enum status job_try(job_attempt attempt, void *argument, const char *what, const char *id, const atomic_bool *stops,
                    struct error *err);

#endif
