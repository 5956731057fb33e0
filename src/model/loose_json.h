/* JSON as language models write it: inside other text, with raw line breaks in strings and commas too many. */
#ifndef COPYDESK_MODEL_LOOSE_JSON_H
#define COPYDESK_MODEL_LOOSE_JSON_H

#include "base/base.h"

#include <jansson.h>

/* Deepest nesting that is read. */
enum { LOOSE_JSON_DEPTH = 32 };

enum loose_json {
    LOOSE_JSON_FOUND,
    LOOSE_JSON_NONE,   /* no opening bracket follows */
    LOOSE_JSON_CUT,    /* the text ends before the brackets are balanced */
    LOOSE_JSON_TANGLED /* brackets that do not match, or nested too deeply */
};

/*
 * The next value at or after *at that opens with this bracket, '{' or '['. FOUND: *out holds it as JSON that a strict
 * parser may read (control characters in strings escaped, commas before a closing bracket dropped), *at is behind it.
 * CUT, TANGLED: *at is behind its opening bracket. What is wrong beside that stays as it is. Check out->failed.
 */
enum loose_json loose_json_next(struct str text, size_t *at, char open, struct buf *out);

#endif
