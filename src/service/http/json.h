/* JSON in and out: a strict reader for request bodies, and text for answers. */
#ifndef COPYDESK_SERVICE_HTTP_JSON_H
#define COPYDESK_SERVICE_HTTP_JSON_H

#include "base/base.h"

#include <jansson.h>

enum { JSON_MAX_DEPTH = 32 };

/*
 * Reads a whole body: a JSON object in UTF-8, no member twice, no NUL in it, at most JSON_MAX_DEPTH levels. NULL with
 * err filled otherwise: E_INVALID, or E_MEMORY.
 */
json_t *json_body(struct str text, struct error *err);

/* Appends text as a JSON string, or null for NULL. Bytes that are no UTF-8 become U+FFFD: an answer is always valid. */
void json_text(struct buf *out, const char *text);
void json_slice(struct buf *out, struct str text);

#endif
