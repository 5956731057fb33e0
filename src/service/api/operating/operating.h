/*
 * operating: what whoever runs the service asks it.
 *
 *   health.h    is it alive, and ready? readiness.h finds out
 *   nodes.h     which processes serve its database?
 *   metrics.h   its figures, for Prometheus; exposition.h writes them
 */
#ifndef COPYDESK_SERVICE_API_OPERATING_H
#define COPYDESK_SERVICE_API_OPERATING_H

#include "service/api/operating/health.h"
#include "service/api/operating/metrics.h"
#include "service/api/operating/nodes.h"

#endif
