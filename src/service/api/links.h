/* Internal links put into content. */
#ifndef COPYDESK_SERVICE_API_LINKS_H
#define COPYDESK_SERVICE_API_LINKS_H

#include "service/api/api.h"

void links_create(struct request *request);

#endif
