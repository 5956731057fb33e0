/*
 * Every source that was looked at, and what came of it: the `sources` of a run, [{url, title, used, why}].
 */
#ifndef COPYDESK_WRITE_WRITING_SOURCE_REPORT_H
#define COPYDESK_WRITE_WRITING_SOURCE_REPORT_H

#include "base/error.h"

#include <jansson.h>

enum source_reason {
    SOURCE_UNREACHABLE, /* detail: the message, without a full stop */
    SOURCE_SAME,        /* detail: the address of the source that it is the same as */
    SOURCE_FOREIGN,
    SOURCE_EMPTY,
    SOURCE_CUT,
    SOURCE_REPEATS,   /* passages of it stand in another source too */
    SOURCE_ADDRESSES, /* passages of it give orders to who reads it as a program */
    SOURCE_UNFIT,
    SOURCE_NOT_READ, /* a search found it */
    SOURCE_OLD,
    SOURCE_LIKE, /* detail: the address of the source that it is like */
    SOURCE_NO_ROOM,
    SOURCE_SUMMARY, /* detail: why the page could not be read */
    SOURCE_CITED,
    SOURCE_UNCITED,
    SOURCE_REASONS
};

struct source_fate {
    const char *url, *title; /* title may be NULL: none is known */
    enum source_reason reason;
    const char *detail; /* where the reason has one, else NULL */
};

/*
 * Adds the source to the JSON array, in the order in which sources are first named. What is added of the same address
 * once more goes to its entry: the reason behind those that are there, a title where there is none; it is used when
 * one of its reasons is that it was cited. E_MEMORY: the array is as it was.
 */
enum status source_report_add(json_t *sources, const struct source_fate *fate, struct error *err);

/* Puts what an earlier attempt had found into the array; a source keeps the reasons that it has beside those. E_MEMORY:
 * the array may have some of them. */
enum status source_report_merge(json_t *sources, const json_t *stored, struct error *err);

#endif
