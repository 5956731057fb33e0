/* The status record of an article, as the status path, the list, cancel and webhooks show it. */
#ifndef COPYDESK_SERVICE_RECORD_H
#define COPYDESK_SERVICE_RECORD_H

#include "store/store.h"

/* Appends it as a JSON object. with_output: the `output` member of a finished one (a list leaves it out). */
void record_write(struct buf *out, const struct article *article, bool with_output);

/* A member of the record. */
struct record_member {
    const char *name;
    const char *type; /* as an editor writes it: "string", "string?" where it may be null, "integer", "Source[]", ... */
    const char *summary; /* one sentence: what it is */
};

/* The members in their order, i from 0 on; NULL behind the last. */
const struct record_member *record_member(size_t i);

#endif
