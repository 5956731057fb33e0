/* For whoever runs the service: is it alive, is it ready. */
#ifndef COPYDESK_SERVICE_API_OPERATING_HEALTH_H
#define COPYDESK_SERVICE_API_OPERATING_HEALTH_H

#include "service/api/api.h"

void health_live(struct request *request);
void health_ready(struct request *request);

#endif
