/* Polishing a finished article. */
#ifndef COPYDESK_SERVICE_API_POLISH_H
#define COPYDESK_SERVICE_API_POLISH_H

#include "service/api/api.h"

void articles_polish(struct request *request);

#endif
