/*
 * The shape of a report as tables: the members of its objects by name, from which every face makes its own form of it
 * (a Lua table, JSON, documentation), so that all say the same words for the same things.
 */
#ifndef COPYDESK_LINK_REPORT_REPORT_SHAPE_H
#define COPYDESK_LINK_REPORT_REPORT_SHAPE_H

#include "base/base.h"

enum shape_kind {
    SHAPE_TEXT,   /* struct str; data NULL: none */
    SHAPE_COUNT,  /* int64_t */
    SHAPE_AMOUNT, /* int64_t; negative: none */
    SHAPE_SHARE,  /* double, 0 to 1 */
    SHAPE_FLAG,   /* bool */
    SHAPE_PLACE,  /* uint32_t: the place of an entry in a list, counted from 0 here, and as is usual in each face */
    SHAPE_OBJECT, /* a struct of the shape `of` */
    SHAPE_LIST    /* pointer to such structs; their number is the size_t at count_at */
};

struct report_shape;

struct shape_field {
    const char *name;
    enum shape_kind kind;
    size_t at, count_at; /* offsets in the struct */
    const struct report_shape *of;
    const char *summary; /* one sentence: what it is */
};

struct report_shape {
    const char *name, *summary;
    size_t size; /* of the struct */
    const struct shape_field *fields;
    size_t count;
};

/* Of a struct link_report. */
extern const struct report_shape report_shape;

/* The shapes of which that one is made, NULL behind the last. */
const struct report_shape *report_shape_part(size_t i);

#endif
