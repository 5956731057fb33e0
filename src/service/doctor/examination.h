/* examination: what the doctor looks at, and what was found. */
#ifndef COPYDESK_SERVICE_DOCTOR_EXAMINATION_H
#define COPYDESK_SERVICE_DOCTOR_EXAMINATION_H

#include "service/config.h"

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

#endif
