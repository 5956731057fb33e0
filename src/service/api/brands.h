/* Brands: whom an account writes for, and how they speak. */
#ifndef COPYDESK_SERVICE_API_BRANDS_H
#define COPYDESK_SERVICE_API_BRANDS_H

#include "service/api/api.h"
#include "service/api/fields/fields.h"
#include "service/api/fields/members.h"

extern const struct fields brand_fields, brand_change_fields, brand_list_fields;
extern const struct members brand_members;

void brands_list(struct request *request);
void brands_create(struct request *request);
void brands_get(struct request *request);
void brands_update(struct request *request);
void brands_delete(struct request *request);

/* Appends a brand as it is shown. */
void brands_write(struct buf *out, const struct brand *brand);

#endif
