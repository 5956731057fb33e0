/* JSON in and out: a strict reader for request bodies, checked access to their members, and text for answers. */
#ifndef COPYDESK_SERVICE_JSON_H
#define COPYDESK_SERVICE_JSON_H

#include "base/base.h"
#include "write/params.h"

#include <jansson.h>

enum { JSON_MAX_DEPTH = 32 };

/* Reads a whole body, which is followed by a NUL: UTF-8, no member twice, no NUL in it, at most JSON_MAX_DEPTH levels. NULL with
 * err filled otherwise: E_INVALID, or E_MEMORY. */
json_t *json_body(struct str text, struct error *err);

/* Appends text as a JSON string, or null for NULL. Bytes that are no UTF-8 become U+FFFD: an answer is always valid. */
void json_text(struct buf *out, const char *text);
void json_slice(struct buf *out, struct str text);

/* --- members of a body, each fault noted with its pointer --- */

struct fields {
    const json_t *body;
    struct arena *arena;
    struct fault *faults;
    size_t count, cap;
    bool failed; /* memory ran out */
};

void fields_init(struct fields *fields, const json_t *body, struct arena *arena);
void fields_fault(struct fields *fields, const char *pointer, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The text of a member: NULL when it is absent, null or "" (a fault when it is required) or no string (a fault). At most `max`
 * bytes; 0: any length. */
const char *fields_text(struct fields *fields, const char *name, bool required, size_t max);

/* A whole number within the range, `absent` when it is not there. */
long fields_integer(struct fields *fields, const char *name, long minimum, long maximum, long absent);

/* A number within the range, `absent` when it is not there. */
double fields_number(struct fields *fields, const char *name, double minimum, double maximum, double absent);

/* An array (or an empty object, which is how some encoders write an empty array), NULL when absent or wrong. */
const json_t *fields_array(struct fields *fields, const char *name, bool required, size_t max);

#endif
