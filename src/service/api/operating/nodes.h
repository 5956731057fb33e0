/* For whoever runs the service: the nodes that serve its database. */
#ifndef COPYDESK_SERVICE_API_OPERATING_NODES_H
#define COPYDESK_SERVICE_API_OPERATING_NODES_H

#include "service/api/api.h"
#include "service/api/fields/members.h"

extern const struct members node_members;

void nodes_list(struct request *request);

#endif
