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

/* How the server is reached. */
struct db_postgresql_link {
    bool is_pooled;    /* through a pooler: see pg_connection.h */
    bool is_near;      /* at a socket, or at an address of this machine */
    bool is_encrypted; /* by TLS */
    bool is_checked;   /* and the server's certificate is held against its name */
};

/* Of a connection inside a transaction. Errors of db.h. */
enum status db_postgresql_look(struct db *db, struct db_postgresql_link *link, struct error *err);

#endif
