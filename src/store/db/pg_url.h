/* pg_url: addresses of PostgreSQL databases, as people may see them. */
#ifndef COPYDESK_STORE_PG_URL_H
#define COPYDESK_STORE_PG_URL_H

#include "base/base.h"

/*
 * The address with user, host, port and name of the database, and without everything else, such as a password, wherever
 * in the address that stands. For messages and logs; it can be used as an address, too. "postgresql://" when it is not
 * well formed. In the arena; NULL: memory ran out.
 */
const char *pg_url_shown(const char *url, struct arena *arena);

/* E_INVALID: it is not well formed. What libpq says of it is not shown: that may have the password in it. */
enum status pg_url_check(const char *url, struct error *err);

#endif
