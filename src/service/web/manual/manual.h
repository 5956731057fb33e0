/*
 * manual: the chapters of the manual as pages, and a search over them. Nobody need be signed in.
 */
#ifndef COPYDESK_SERVICE_WEB_MANUAL_H
#define COPYDESK_SERVICE_WEB_MANUAL_H

#include "service/http/http.h"

/* GET /manual: the chapters; with `q`, the sections that have its words. */
void manual_show(struct request *request);

/* GET /manual/{id}: the chapter of this name. */
void manual_chapter_show(struct request *request);

#endif
