/*
 * The writer: one thread that owns the only writing connection. It takes all that is queued, runs each piece of work in a
 * savepoint, commits once, and then answers: one flush to the disk serves everybody who waited for it (group commit).
 */
#ifndef COPYDESK_STORE_DB_WRITER_H
#define COPYDESK_STORE_DB_WRITER_H

#include "store/db/db.h"
#include "store/store.h"

struct writer;

/* Starts the thread, with all signals blocked. The connection belongs to it from then on, also when this fails. */
enum status writer_start(struct db *db, struct writer **writer, struct error *err);

/* Refuses new work, finishes what is queued, ends the thread and closes the connection. */
void writer_stop(struct writer *writer);

/* Has a write failed on the disk (E_IO) since the start, or since writer_has_recovered was called? Any thread. */
bool writer_has_failed(const struct writer *writer);
void writer_has_recovered(struct writer *writer);

enum status writer_run(struct writer *writer, store_work work, void *argument, struct error *err);
enum status writer_submit(struct writer *writer, store_work work, void *argument, store_done done, struct error *err);

#endif
