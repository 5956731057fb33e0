/* One route of the interface. */
#ifndef COPYDESK_SERVICE_API_OPENAPI_OPERATION_H
#define COPYDESK_SERVICE_API_OPENAPI_OPERATION_H

#include "service/api/openapi/draft.h"
#include "service/http/router.h"

/* The operation of a route that has a name. */
json_t *operation_of(struct openapi_draft *draft, const struct route *route);

#endif
