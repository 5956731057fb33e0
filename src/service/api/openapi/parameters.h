/* The request for an article as JSON Schema, from the table of its parameters (write/params/params.h). */
#ifndef COPYDESK_SERVICE_API_OPENAPI_PARAMETERS_H
#define COPYDESK_SERVICE_API_OPENAPI_PARAMETERS_H

#include "service/api/openapi/draft.h"

/* Adds the schemas CreateRequest, CreateRequestV1, PolishRequest and PolishSettings. */
void parameters_add(struct openapi_draft *draft);

#endif
