/* The readers: a small pool of connections, opened when they are first needed and kept. */
#ifndef COPYDESK_STORE_DB_READERS_H
#define COPYDESK_STORE_DB_READERS_H

#include "store/db/db.h"
#include "store/store.h"

struct readers;

/* `path` is copied. Nothing is opened yet. */
enum status readers_new(const struct db_driver *driver, const char *path, struct readers **readers, struct error *err);

/* Waits until every connection is back, and closes them. NULL is allowed. */
void readers_free(struct readers *readers);

/* Runs work in a read transaction; waits for a connection when all are in use. */
enum status readers_run(struct readers *readers, store_work work, void *argument, struct error *err);

#endif
