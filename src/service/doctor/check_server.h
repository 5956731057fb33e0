/* The PostgreSQL server, where the data is on one: how it is reached, whether it keeps what it is given, and its room.
 */
#ifndef COPYDESK_SERVICE_DOCTOR_CHECK_SERVER_H
#define COPYDESK_SERVICE_DOCTOR_CHECK_SERVER_H

#include "service/doctor/examination.h"

/* Adds what it finds; nothing when there is no server, or none that answers (check_data.h says so then). */
void check_server(struct examination *examination);

#endif
