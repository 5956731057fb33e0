/* check_nodes: the processes that serve a database which several may share, and its clock. */
#ifndef COPYDESK_SERVICE_DOCTOR_CHECK_NODES_H
#define COPYDESK_SERVICE_DOCTOR_CHECK_NODES_H

#include "service/doctor/examination.h"

struct db;

/* In a transaction that reads. clock_ahead: by how many milliseconds the clock of the database was before that of this
 * machine when the transaction began. Statuses of node_list. */
enum status check_nodes(struct examination *examination, struct db *db, int64_t clock_ahead, struct error *err);

#endif
