/* exposition: families of figures in Prometheus' text format 0.0.4
 * (https://prometheus.io/docs/instrumenting/exposition_formats/). Names are given without "copydesk_", which is put
 * before each. */
#ifndef COPYDESK_SERVICE_API_OPERATING_EXPOSITION_H
#define COPYDESK_SERVICE_API_OPERATING_EXPOSITION_H

#include "base/base.h"
#include "base/system/tally.h"

/* The lines HELP and TYPE of a family; type: "counter", "gauge", "summary", "histogram". */
void exposition_head(struct buf *out, const char *name, const char *type, const char *help);

/* A family of one figure. */
void exposition_figure(struct buf *out, const char *name, const char *type, const char *help, unsigned long value);

/* A family as a tally has it. second NULL: its rows have one label alone. */
struct exposition_tally {
    const char *name, *help;
    const char *first, *second;                           /* names of the labels */
    enum { SHOWS_COUNT, SHOWS_SUM, SHOWS_SUMMARY } shows; /* a counter of either, or a summary of both */
};
void exposition_tally(struct buf *out, const struct exposition_tally *family, struct tally *tally);

#endif
