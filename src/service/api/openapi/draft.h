/* The document while it is made. Memory may run out anywhere: then `failed` is set, and one look at the end is enough.
 */
#ifndef COPYDESK_SERVICE_API_OPENAPI_DRAFT_H
#define COPYDESK_SERVICE_API_OPENAPI_DRAFT_H

#include "base/base.h"

#include <jansson.h>

struct openapi_draft {
    const json_t *frame; /* frame.json */
    json_t *schemas;     /* components.schemas; each is added when something refers to it */
    json_t *responses;   /* components.responses, likewise */
    bool failed;
};

/* Sets a member, appends an entry; takes the reference. A value that is NULL: memory ran out. */
void draft_put(struct openapi_draft *draft, json_t *object, const char *key, json_t *value);
void draft_add(struct openapi_draft *draft, json_t *array, json_t *value);

/* Any JSON text of the service's own. NULL: no memory. */
json_t *draft_parse(const char *text);

/* The words that a closed set has, as an array. */
json_t *draft_words(struct openapi_draft *draft, const char *(*word)(size_t i));

/* {"$ref": "#/components/KIND/NAME"} */
json_t *draft_reference(const char *kind, const char *name);

/* Names a header of the frame among those of a response. */
void draft_put_header(struct openapi_draft *draft, json_t *headers, const char *name);

/* A member of a section of the frame, borrowed; NULL: it has none. */
json_t *draft_framed(const struct openapi_draft *draft, const char *section, const char *name);

/* Sets `example` to the frame's for this name; what has none stays without. */
void draft_put_example(struct openapi_draft *draft, json_t *object, const char *name);

#endif
