/* The data folder: can it be written, is there room, is its database sound, are its keys there? */
#ifndef COPYDESK_SERVICE_DOCTOR_CHECK_DATA_H
#define COPYDESK_SERVICE_DOCTOR_CHECK_DATA_H

#include "service/doctor/examination.h"

struct db;

/*
 * Opens the database of the folder, or at the configured address, in a transaction that reads. E_NOT_FOUND: there is
 * none yet. *db is to be closed whatever comes of it.
 */
enum status examination_open(struct examination *examination, struct db **db, struct error *err);
void examination_close(struct db *db);

/* Each adds what it finds, one finding or more; none where there is nothing to look at. */
void check_folder(struct examination *examination);
void check_space(struct examination *examination);
void check_database(struct examination *examination);
void check_keys(struct examination *examination);

#endif
