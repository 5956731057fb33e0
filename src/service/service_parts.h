/* The checks of the doctor that stand in check_backends.c. */
#ifndef COPYDESK_SERVICE_SERVICE_PARTS_H
#define COPYDESK_SERVICE_SERVICE_PARTS_H

#include "service/check_data.h"

/* Each adds what it finds, one finding or more; none where there is nothing to look at. */
void check_models(struct examination *examination);
void check_search(struct examination *examination);
void check_media(struct examination *examination);
void check_documents(struct examination *examination);
void check_integrations(struct examination *examination);

#endif
