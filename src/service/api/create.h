/* Creating articles, by either engine. */
#ifndef COPYDESK_SERVICE_API_CREATE_H
#define COPYDESK_SERVICE_API_CREATE_H

#include "service/api/api.h"

void articles_create_v1(struct request *request);
void articles_create_v2(struct request *request);

#endif
