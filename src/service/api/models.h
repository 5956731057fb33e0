/* The models that the configuration names. */
#ifndef COPYDESK_SERVICE_API_MODELS_H
#define COPYDESK_SERVICE_API_MODELS_H

#include "service/api/api.h"
#include "service/api/fields/fields.h"
#include "service/api/fields/members.h"

extern const struct fields models_fields;
extern const struct members model_members;

void models_list(struct request *request);

#endif
