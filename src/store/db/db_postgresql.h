/* db_postgresql: what the PostgreSQL driver shows of a connection to its neighbours, beyond db.h. */
#ifndef COPYDESK_STORE_DB_POSTGRESQL_H
#define COPYDESK_STORE_DB_POSTGRESQL_H

#include "store/db/db.h"
#include "store/db/pg_connection.h"

/*
 * The server of a connection that is inside a transaction; what was to be sent together with the next statement has
 * been sent and answered then. It is to be given back in pipeline mode, or lost (pg_lose). Errors of db.h.
 */
enum status db_postgresql_server(struct db *db, struct pg_connection **server, struct error *err);

#endif
