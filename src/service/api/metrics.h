/* For whoever runs the service: its figures, in Prometheus' text format 0.0.4. */
#ifndef COPYDESK_SERVICE_API_METRICS_H
#define COPYDESK_SERVICE_API_METRICS_H

#include "service/api/api.h"

void metrics_show(struct request *request);

/* Families of figures in Prometheus' text format 0.0.4
 * (https://prometheus.io/docs/instrumenting/exposition_formats/). Names are given without "copydesk_", which is put
 * before each. */

/* A family as a tally has it. second NULL: its rows have one label alone. */
struct exposition_tally {
    const char *name, *help;
    const char *first, *second;                           /* names of the labels */
    enum { SHOWS_COUNT, SHOWS_SUM, SHOWS_SUMMARY } shows; /* a counter of either, or a summary of both */
};
void exposition_tally(struct buf *out, const struct exposition_tally *family, struct tally *tally);

#endif
