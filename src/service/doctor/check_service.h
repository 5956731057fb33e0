/* The service on the data folder, or the address at which one would listen. */
#ifndef COPYDESK_SERVICE_DOCTOR_CHECK_SERVICE_H
#define COPYDESK_SERVICE_DOCTOR_CHECK_SERVICE_H

#include "service/doctor/examination.h"

/* Each adds what it finds, one finding or more; none where there is nothing to look at. */
void check_running(struct examination *examination);
void check_address(struct examination *examination);

#endif
