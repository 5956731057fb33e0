/*
 * JSON (RFC 8259, nothing more lenient) read piece by piece from text that stays as it is. No memory is taken: who builds
 * values of it takes that, in the form that it needs.
 *
 *     struct json_read json = json_read(text);
 *     switch (json_read_value(&json)) {
 *     case JSON_READ_ARRAY:
 *         while (json_read_item(&json)) ... json_read_value ...
 *     case JSON_READ_OBJECT:
 *         while (json_read_key(&json)) ... json.string is the key ... json_read_value ...
 *     case JSON_READ_STRING: ... json.string
 *     ...
 *     }
 *     if (!json_read_end(&json)) ... json.problem, near byte json_read_offset(&json)
 *
 * After a problem every function gives its "no more" at once, so that one look at json_read_end, or at `problem`, is enough.
 */
#ifndef COPYDESK_BASE_JSON_H
#define COPYDESK_BASE_JSON_H

#include "base/buf.h"
#include "base/str.h"

#include <stdint.h>

enum json_read_kind {
    JSON_READ_BAD, /* see json.problem */
    JSON_READ_NULL,
    JSON_READ_FALSE,
    JSON_READ_TRUE,
    JSON_READ_INTEGER, /* json.integer: written without fraction and exponent, and fits */
    JSON_READ_REAL,    /* json.real: any other number; the nearest double, an error when it is too large for one */
    JSON_READ_STRING,
    JSON_READ_ARRAY,
    JSON_READ_OBJECT,
};

enum { JSON_READ_MAX_DEPTH = 100 };

struct json_read {
    const char *at, *start, *end;
    const char *problem; /* static text; NULL while all is well */
    int depth;
    bool opened; /* an array or object has just begun */
    int64_t integer;
    double real;
    struct str string; /* as it stands in the text, without the quotes: valid UTF-8 */
    bool escaped;      /* json_read_escaped is needed to read it */
};

/* The text must be followed by a NUL, and must outlive the reading. */
struct json_read json_read(struct str text);

/* Reads a scalar, or the beginning of an array or object. */
enum json_read_kind json_read_value(struct json_read *json);

/* In an array: is there one more item, which json_read_value reads next? */
bool json_read_item(struct json_read *json);

/* In an object: is there one more member, whose key is now json.string, and whose value json_read_value reads next? */
bool json_read_key(struct json_read *json);

/* Has all been read, without a problem? */
bool json_read_end(struct json_read *json);

size_t json_read_offset(const struct json_read *json);

/* Writes an escaped string's text to out, which holds at least string.len bytes; the number of bytes written. */
size_t json_read_escaped(struct str string, char *out);

/*
 * Append in JSON's form: a string, whose bytes are not judged, and the same without its quotes, for one made of pieces; a finite
 * number, so that reading it gives the same.
 */
void json_write_string(struct buf *out, struct str text);
void json_write_text(struct buf *out, struct str text);
void json_write_number(struct buf *out, double number);

#endif
