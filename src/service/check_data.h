/*
 * What the checks of the doctor share, and those of the data: its folder, its room, its database with the nodes that
 * serve it, its keys (check_data.c). Models, search, media, documents and integrations are in check_backends.c; the
 * machine, the PostgreSQL server and the service that runs in doctor.c.
 */
#ifndef COPYDESK_SERVICE_CHECK_DATA_H
#define COPYDESK_SERVICE_CHECK_DATA_H

#include "service/config.h"

/* --- what is looked at, and what was found --- */

enum level {
    FINE,
    WARNING, /* the service runs, but something is missing or will be */
    FAULT    /* the service does not start, or something that is configured does not work */
};

/* Of one thread. */
struct examination {
    json_t *findings; /* as doctor_examine returns them */
    struct arena *arena;
    struct config config;
    const char *folder, *socket; /* the data folder and its socket (http/local.h); they need not exist */
    bool has_failed;             /* memory ran out: the findings are not whole */
};

/* Adds a finding. advice: what to do; NULL: nothing. */
void found(struct examination *examination, const char *check, enum level level, const char *advice, const char *format,
           ...) __attribute__((format(printf, 5, 6)));

/* A size as people write it: "1.5 GiB". Static for 4 calls of a thread. */
const char *size_text(int64_t bytes);

struct db;

/* --- the database --- */

/* The processes that serve a database which several may share, and its clock: in a transaction that reads. clock_ahead:
 * by how many milliseconds the clock of the database was before that of this machine when the transaction began.
 * Statuses of node_list. */
enum status check_nodes(struct examination *examination, struct db *db, int64_t clock_ahead, struct error *err);

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
