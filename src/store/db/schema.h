/* The schema and its versions. A database only ever moves forward. */
#ifndef COPYDESK_STORE_DB_SCHEMA_H
#define COPYDESK_STORE_DB_SCHEMA_H

#include "store/db/db.h"

/*
 * Brings the database to the newest version, each step in a transaction. E_INVALID "newer_schema": a newer program
 * wrote it; errors of db_run.
 */
enum status schema_migrate(struct db *writer, struct error *err);

#endif
