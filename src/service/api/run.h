/* How an article came about: its steps, the calls to models with their cost, the sources that were looked at. */
#ifndef COPYDESK_SERVICE_API_RUN_H
#define COPYDESK_SERVICE_API_RUN_H

#include "service/api/api.h"
#include "service/api/fields/members.h"

extern const struct members run_members;

void articles_run(struct request *request);

#endif
