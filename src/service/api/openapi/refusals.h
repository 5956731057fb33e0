/* The problems that routes answer with: a response for each status, with an example of each problem that has it. */
#ifndef COPYDESK_SERVICE_API_OPENAPI_REFUSALS_H
#define COPYDESK_SERVICE_API_OPENAPI_REFUSALS_H

#include "service/api/openapi/draft.h"
#include "service/http/router.h"

/* Adds those that the route can answer with to its responses, and their components ("NotFound") to the document. */
void refusals_add(struct openapi_draft *draft, json_t *responses, const struct route *route);

#endif
