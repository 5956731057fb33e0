/* What the configuration names outside of this process: does it answer? Nothing is asked that is paid for. */
#ifndef COPYDESK_SERVICE_DOCTOR_CHECK_BACKENDS_H
#define COPYDESK_SERVICE_DOCTOR_CHECK_BACKENDS_H

#include "service/doctor/examination.h"

/* Each adds what it finds, one finding or more; none where there is nothing to look at. */
void check_models(struct examination *examination);
void check_search(struct examination *examination);
void check_media(struct examination *examination);
void check_documents(struct examination *examination);
void check_integrations(struct examination *examination);

#endif
