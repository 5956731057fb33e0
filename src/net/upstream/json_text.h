/* JSON that came from elsewhere, for a parser that recurses and does not always know when memory ran out. */
#ifndef COPYDESK_NET_UPSTREAM_JSON_TEXT_H
#define COPYDESK_NET_UPSTREAM_JSON_TEXT_H

#include "base/base.h"

#include <jansson.h>

/* json_loadb that knows when memory ran out: NULL and *no_memory, or NULL and the fault. */
json_t *json_text_load(struct str json, size_t flags, bool *no_memory, json_error_t *fault);

/* Is the JSON nested no deeper than that, and are there few enough lists, objects and values in it? An empty list of
 * three bytes takes hundreds in memory. */
bool json_text_is_modest(struct str json, int depth);

#endif
