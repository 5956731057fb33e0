/* no_route: what a browser is told about an address where there is nothing. */
#ifndef COPYDESK_SERVICE_WEB_NO_ROUTE_H
#define COPYDESK_SERVICE_WEB_NO_ROUTE_H

#include "service/http/request.h"

/* For http_options.no_route: turns the problem into a page for a browser that asked for one, outside the interface. */
void no_route_show(struct request *request);

#endif
