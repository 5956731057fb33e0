/* reading: what a request says, read by the table of its route. */
#ifndef COPYDESK_SERVICE_API_FIELDS_READING_H
#define COPYDESK_SERVICE_API_FIELDS_READING_H

#include "service/api/fields/fields.h"
#include "service/http/request.h"

/* The body as a JSON object, in *body (json_decref). False: a problem was answered, and *body is NULL. */
bool read_json(struct request *request, json_t **body);

/* Fills *values in from the body or the query by request->route->takes. *object (json_decref) holds the texts, and what
 * was there. False: a problem was answered, and *object is NULL. */
bool read_request(struct request *request, void *values, json_t **object);

/* The table of routes that take no parameters, and the reading of such a request. */
extern const struct fields no_fields;
bool read_nothing(struct request *request);

#endif
