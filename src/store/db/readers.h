/* The readers: a small pool of connections, opened when they are first needed and kept. Any thread may run a read. */
#ifndef COPYDESK_STORE_DB_READERS_H
#define COPYDESK_STORE_DB_READERS_H

#include "store/db/db.h"

struct readers;

/* `path` is copied. Nothing is opened yet. E_MEMORY. */
enum status readers_new(const struct db_driver *driver, const char *path, struct readers **readers, struct error *err);

/* Waits until every connection is back, and closes them. NULL is allowed. */
void readers_free(struct readers *readers);

/*
 * Runs work in a read transaction; waits for a connection when all are in use. is_long: it may take more than some
 * milliseconds; three such are run at a time, so that others need not wait for them. What work returns, or errors of
 * db_open.
 */
enum status readers_run(struct readers *readers, bool is_long, db_work work, void *argument, struct error *err);

#endif
