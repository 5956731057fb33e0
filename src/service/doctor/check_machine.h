/* What the machine gives: its clock, libraries, limits. */
#ifndef COPYDESK_SERVICE_DOCTOR_CHECK_MACHINE_H
#define COPYDESK_SERVICE_DOCTOR_CHECK_MACHINE_H

#include "service/doctor/examination.h"

/* Each adds what it finds, one finding or more; none where there is nothing to look at. */
void check_clock(struct examination *examination);
void check_files(struct examination *examination);
void check_libraries(struct examination *examination);

#endif
