/* brands: whom articles are written for. */
#ifndef COPYDESK_SERVICE_WEB_MANAGE_BRANDS_H
#define COPYDESK_SERVICE_WEB_MANAGE_BRANDS_H

#include "service/http/request.h"

/* GET /brands, and POST /brands, which makes one */
void brand_pages_list(struct request *request);
void brand_pages_create(struct request *request);

/* GET and POST /brands/{id}: one to change; POST /brands/{id}/delete */
void brand_pages_show(struct request *request);
void brand_pages_change(struct request *request);
void brand_pages_delete(struct request *request);

#endif
