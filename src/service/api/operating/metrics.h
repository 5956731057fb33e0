/* For whoever runs the service: its figures, in Prometheus' text format 0.0.4. */
#ifndef COPYDESK_SERVICE_API_OPERATING_METRICS_H
#define COPYDESK_SERVICE_API_OPERATING_METRICS_H

#include "service/api/api.h"

void metrics_show(struct request *request);

#endif
