/*
 * web: the pages for people: plain HTML, made here, that works without script; a little script of our own shows
 * progress as it happens.
 *
 *   routes.c        the one table of pages; signing in and out; style, script and icon, compiled in from assets/;
 *                   what a browser is told about an address where there is nothing
 *   integrations.c  where articles go, and what went there
 *   domains.c       sites, and a box that links text
 *   brands.c, keys.c, usage.c, nodes.c   what else an account has
 *   articles/       the queue, with live progress; one article, many at once
 *   manual/         the chapters of the manual, for everybody
 *   frame/          what every page is made with
 *
 * A page does its work by asking the interface as any client does (service/http/inner.h), in the name of the key that
 * the visitor signed in with; so a page can do what that key can, and nothing of the interface's rules is said twice.
 *
 * Rules for every page: no inline script or style (the content security policy forbids them), no secret in an address,
 * what changes something is a POST with the token of the session, answered by a redirect. Handlers run in the pool.
 */
#ifndef COPYDESK_SERVICE_WEB_WEB_H
#define COPYDESK_SERVICE_WEB_WEB_H

#include "service/web/web_parts.h"

/* To be served beside those of the interface. */
struct routes web_routes(void);

/* For http_options.no_route: turns the problem into a page for a browser that asked for one, outside the interface. */
void no_route_show(struct request *request);

#endif
