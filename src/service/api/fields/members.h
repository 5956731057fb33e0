/* The members of the objects in answers: one table for each, by which they are written and documented. */
#ifndef COPYDESK_SERVICE_API_FIELDS_MEMBERS_H
#define COPYDESK_SERVICE_API_FIELDS_MEMBERS_H

#include "base/base.h"

struct report_shape; /* link/report/report_shape.h */

/* Appends a value of the object, which `field` points into it unless it is made of several. */
typedef void (*member_writer)(struct buf *out, const void *object, const void *field);

struct member {
    const char *name;
    const char *type;    /* as an editor writes it: "string", "string?" where it may be null; NULL: one of the words */
    const char *summary; /* one sentence: what it is */
    member_writer write;
    size_t at;                     /* offset of the field in the object */
    bool optional;                 /* left out while the field, a pointer, is NULL */
    const char *(*word)(size_t i); /* of a closed set: those there are, NULL behind the last */
};

struct members {
    const char *name;    /* what the documentation calls the object: "Domain" */
    const char *summary; /* one sentence */
    const struct member *list;
    size_t count;
    const struct report_shape *rest;    /* further members, which somebody else writes; NULL: none */
    const struct members *const *parts; /* objects that its members hold, ending with NULL; NULL: none */
};

/* Appends the object as JSON. */
void members_write(struct buf *out, const struct members *members, const void *object);

/* A const char *; NULL: null. */
void write_text(struct buf *out, const void *object, const void *field);

/* An int64_t. */
void write_integer(struct buf *out, const void *object, const void *field);

/* A double of at least 0, rounded to so many decimals, with a point in every locale. */
void write_decimal(struct buf *out, double number, int decimals);

/* An int64_t; null when it is negative: none, or no end. */
void write_amount(struct buf *out, const void *object, const void *field);

/* --- lists: `{"data":[...],"hasMore":...,"nextCursor":...}` --- */

extern const struct members list_members;

/* Opens one; before each entry list_next; close with the cursor of the next page, or NULL when this is the last. */
void list_open(struct buf *out);
void list_next(struct buf *out, size_t i);
void list_close(struct buf *out, const char *cursor);

#endif
