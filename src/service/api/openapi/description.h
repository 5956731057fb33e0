/* The whole document. */
#ifndef COPYDESK_SERVICE_API_OPENAPI_DESCRIPTION_H
#define COPYDESK_SERVICE_API_OPENAPI_DESCRIPTION_H

#include "service/http/router.h"

/* As JSON text (free). public_url: of the service, NULL: unknown. NULL: no memory. */
char *description_text(const struct routes *routes, const char *public_url);

#endif
