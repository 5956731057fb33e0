/*
 * pg_failure: what went wrong, by the SQLSTATE that the server says, which is the same in all its languages.
 */
#ifndef COPYDESK_STORE_PG_FAILURE_H
#define COPYDESK_STORE_PG_FAILURE_H

#include "base/base.h"

#include <libpq-fe.h>

/* What a result of the server's says; OK when nothing went wrong. E_... of db.h. */
enum status pg_failure(const PGresult *result, struct error *err);

/*
 * Why there is no connection: E_IO "database_gone" when the server was not reached or cannot take anybody at present,
 * so that it is worth another try; E_DENIED "database" when it refuses what the address says, or this side does.
 * The handle was told to say everything (PQERRORS_VERBOSE); is_tls: what the server answered was not good enough.
 */
enum status pg_connect_failure(const PGconn *handle, bool is_tls, struct error *err);

#endif
