/* What a request for internal links says: content, domain, and the options of link/choose/options.h by their names in
 * JSON. */
#ifndef COPYDESK_SERVICE_API_LINK_REQUEST_H
#define COPYDESK_SERVICE_API_LINK_REQUEST_H

#include "link/link.h"
#include "service/api/fields/fields.h"
#include "service/http/request.h"

extern const struct fields link_fields;

/* The texts point into the body. */
struct link_request {
    struct str content;
    const char *domain_id;
    struct link_options options;
    json_t *body; /* json_decref */
};

/* False: a problem was answered; the body may be there. */
bool link_request_read(struct request *request, struct link_request *read);

#endif
