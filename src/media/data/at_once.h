/* Several questions to one service at once. */
#ifndef COPYDESK_MEDIA_DATA_AT_ONCE_H
#define COPYDESK_MEDIA_DATA_AT_ONCE_H

#include "base/lookup.h"
#include "net/upstream/upstream.h"

struct at_once {
    const char *path; /* of the request */
    bool is_paid;     /* as in struct upstream_request, and the next */
    bool (*may_keep)(struct str body);
    enum status status; /* of upstream_json */
    json_t *value;      /* a new reference; NULL: it failed */
};

/* Asks all of them, as many side by side as the service's settings allow. OK: each has its status, and the messages of
 * failures are in the log; E_CANCELLED, E_TIMEOUT (of the look-up), E_MEMORY: no values are left behind. */
enum status at_once_ask(struct upstream *upstream, struct at_once *list, size_t count, const struct lookup *call);

#endif
