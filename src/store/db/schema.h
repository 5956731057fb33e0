/* The schema and its versions. A database only ever moves forward. */
#ifndef COPYDESK_STORE_DB_SCHEMA_H
#define COPYDESK_STORE_DB_SCHEMA_H

#include "store/db/db.h"

/*
 * Brings the database to the newest version, in one transaction: when a step fails, it stays as the older program left
 * it, who can go on with it. E_INVALID "newer_schema": a newer program wrote it; errors of db_run.
 */
enum status schema_migrate(struct db *writer, struct error *err);

/* The newest version that this program knows. */
int64_t schema_newest(void);

/* The version of a database that is only read; nothing is changed. E_INVALID: it is none of ours; errors of db_one. */
enum status schema_version(struct db *db, int64_t *version, struct error *err);

#endif
