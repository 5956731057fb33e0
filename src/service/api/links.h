/* Internal links put into content. */
#ifndef COPYDESK_SERVICE_API_LINKS_H
#define COPYDESK_SERVICE_API_LINKS_H

#include "service/api/api.h"
#include "service/api/fields/fields.h"

extern const struct fields link_fields;

void links_create(struct request *request);

#endif
