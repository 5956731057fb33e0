/* The data folder: can it be written, is there room, is its database sound, are its keys there? */
#ifndef COPYDESK_SERVICE_DOCTOR_CHECK_DATA_H
#define COPYDESK_SERVICE_DOCTOR_CHECK_DATA_H

#include "service/doctor/examination.h"

/* Each adds what it finds, one finding or more; none where there is nothing to look at. */
void check_folder(struct examination *examination);
void check_space(struct examination *examination);
void check_database(struct examination *examination);
void check_keys(struct examination *examination);

#endif
