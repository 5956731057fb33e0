/* Between the server and the checks before the body. */
#ifndef COPYDESK_SERVICE_HTTP_HTTP_PARTS_H
#define COPYDESK_SERVICE_HTTP_HTTP_PARTS_H

#include "service/http/request.h"

/* method and version as the library gave them. Answers a problem, or leaves the request to its handler. */
void admission_check(struct request *request, const char *method, const char *version);

#endif
