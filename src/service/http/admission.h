/*
 * admission: the checks of a request whose head is there, before its body is read: the head itself, is the service
 * running, is there a such route, may the caller do this (the application's `authorize`), is the body of a length and a
 * media type that the route takes?
 */
#ifndef COPYDESK_SERVICE_HTTP_ADMISSION_H
#define COPYDESK_SERVICE_HTTP_ADMISSION_H

#include "service/http/request.h"

/* method and version as the library gave them. Answers a problem, or leaves the request to its handler. */
void admission_check(struct request *request, const char *method, const char *version);

#endif
