/* What a request says, read by the table of its route. */
#ifndef COPYDESK_SERVICE_HTTP_READING_H
#define COPYDESK_SERVICE_HTTP_READING_H

#include "service/http/request.h"

/* Fills *values in from the body or the query by request->route->takes. *object (json_decref) holds the texts, and what was there.
 * False: a problem was answered. */
bool request_read(struct request *request, void *values, json_t **object);

/* The same for a route that takes no_fields. */
bool request_takes_nothing(struct request *request);

#endif
