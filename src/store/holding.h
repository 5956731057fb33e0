/* What an account or a domain holds, counted for bounds: each by an index, or from a counter that its writers keep. */
#ifndef COPYDESK_STORE_HOLDING_H
#define COPYDESK_STORE_HOLDING_H

#include "base/error.h"

#include <stdint.h>

struct db;

/* Of an account but where a domain is named. Bytes are those of the pages' HTML. */
enum holding {
    HOLDING_OPEN_ARTICLES, /* queued or processing */
    HOLDING_DOMAINS,
    HOLDING_DOMAIN_PAGES, /* of a domain */
    HOLDING_DOMAIN_BYTES, /* of a domain */
    HOLDING_PAGE_BYTES,   /* of all domains together */
    HOLDING_BRANDS,
    HOLDING_KEYS,
    HOLDING_INTEGRATIONS
};

/* id: of the account, or of the domain. 0 for one that is not there. Inside a transaction, which sees its own writes.
 */
enum status holding_count(struct db *db, enum holding holding, const char *id, int64_t *count, struct error *err);

#endif
