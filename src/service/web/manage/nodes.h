/* nodes: the processes that serve the database, for whoever runs the service. */
#ifndef COPYDESK_SERVICE_WEB_MANAGE_NODES_H
#define COPYDESK_SERVICE_WEB_MANAGE_NODES_H

#include "service/http/request.h"

/* GET /nodes */
void nodes_page_show(struct request *request);

#endif
