/*
 * The writer: one thread that owns the only writing connection. It takes what is queued, runs each piece of work in a
 * savepoint, commits once, and then answers: one flush to the disk serves everybody who waited for it (group commit).
 * Any thread may call the functions here; writer_stop must be the last call.
 */
#ifndef COPYDESK_STORE_DB_WRITER_H
#define COPYDESK_STORE_DB_WRITER_H

#include "store/db/db.h"

struct writer;

/*
 * Starts the thread, with all signals blocked. It takes the connection over, which is closed also when this fails.
 * E_MEMORY.
 */
enum status writer_start(struct db *db, struct writer **writer, struct error *err);

/* Refuses new work, finishes what is queued, ends the thread and closes the connection. */
void writer_stop(struct writer *writer);

/* Has a write failed on the disk (E_IO) since the start, or since writer_has_recovered was called? */
bool writer_has_failed(const struct writer *writer);
void writer_has_recovered(struct writer *writer);

/*
 * Runs work and waits until it is durable. What work returns; the error of the commit, when the whole group was undone;
 * E_CANCELLED: the writer is closing; E_INTERNAL: called by work of the writer itself.
 */
enum status writer_run(struct writer *writer, db_work work, void *argument, struct error *err);

/*
 * The same for work that is done at once for all who wait for it: it runs at the place of the first of them in the
 * group. When it fails, it is run again for each alone, so that everybody gets the outcome of his own.
 */
enum status writer_run_joint(struct writer *writer, db_joint_work work, void *argument, struct error *err);

/*
 * As writer_run, without waiting: `done` gets the outcome. E_MEMORY, E_CANCELLED: the work was not queued, `done` is
 * not called.
 */
enum status writer_submit(struct writer *writer, db_work work, void *argument, db_done done, struct error *err);

#endif
