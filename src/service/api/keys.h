/* The keys of an account. */
#ifndef COPYDESK_SERVICE_API_KEYS_H
#define COPYDESK_SERVICE_API_KEYS_H

#include "service/api/api.h"
#include "service/api/fields/fields.h"
#include "service/api/fields/members.h"

extern const struct fields key_fields;
extern const struct members key_members;

void keys_list(struct request *request);
void keys_create(struct request *request);
void keys_delete(struct request *request);

#endif
