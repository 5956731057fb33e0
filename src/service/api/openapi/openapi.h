/*
 * openapi: the interface described for programs (OpenAPI 3.1), as GET /openapi.json answers it. It is made from the
 * tables that the service works by: routes, fields of requests, members of answers, parameters of articles, shapes of
 * reports, problems. What no table says (titles, forms of the few answers that are written by hand, examples) is in
 * frame.json, which is compiled in.
 *
 *   openapi.h    this file: the handler, and the text that it keeps
 *   description.h the whole document
 *   operation.h  one route
 *   schema.h     tables as JSON Schema
 *   parameters.h the request for an article as JSON Schema
 *   refusals.h   the problems that a route can answer with
 *   draft.h      what these share: the document while it is made
 *
 * A route is described when it has a name and a summary (service/http/router.h).
 */
#ifndef COPYDESK_SERVICE_API_OPENAPI_H
#define COPYDESK_SERVICE_API_OPENAPI_H

#include "service/http/request.h"

struct openapi;

/* NULL: no memory. */
struct openapi *openapi_new(void);
void openapi_free(struct openapi *openapi);

/* Answers the description, made at the first request and kept; 304 to those who have it. public_url: where callers
 * reach the service, NULL: not known yet. */
void openapi_answer(struct request *request, struct openapi *openapi, const char *public_url);

#endif
