/* The languages that are known. */
#ifndef COPYDESK_SERVICE_API_LANGUAGES_H
#define COPYDESK_SERVICE_API_LANGUAGES_H

#include "service/api/api.h"

void languages_list(struct request *request);

#endif
