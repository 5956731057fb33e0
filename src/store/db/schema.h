/*
 * The schema and its versions. A database only ever moves forward.
 *
 * Nodes are replaced one after the other: while the first new one has migrated the database, old ones go on with it,
 * and may be started again. So a part of the schema says which version may go on beside it ("-- version 12, beside
 * 11"), which it may if the part only adds what the older program need not know: tables, and columns with a default.
 */
#ifndef COPYDESK_STORE_DB_SCHEMA_H
#define COPYDESK_STORE_DB_SCHEMA_H

#include "store/db/db.h"

/*
 * Brings the database to the newest version, in one transaction: when a step fails, it stays as the older program left
 * it, who can go on with it. With a newer one nothing is done when that says that this program may go on beside it.
 * E_INVALID "newer_schema": a newer program wrote it; errors of db_run.
 */
enum status schema_migrate(struct db *writer, struct error *err);

/* The newest version that this program knows. */
int64_t schema_newest(void);

/* The version of a database that is only read; nothing is changed. E_INVALID: it is none of ours; errors of db_one. */
enum status schema_version(struct db *db, int64_t *version, struct error *err);

#endif
