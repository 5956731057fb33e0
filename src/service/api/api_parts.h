/* What the files of the interface share beside api.h: the description while it is made, and handlers of few words. */
#ifndef COPYDESK_SERVICE_API_API_PARTS_H
#define COPYDESK_SERVICE_API_API_PARTS_H

#include "service/api/api.h"
#include "service/api/metrics.h"

#include <jansson.h>

/* --- the description of the interface (openapi.c, openapi_schema.c) --- */

/* The document while it is made. Memory may run out anywhere: then `failed` is set, and one look at the end is enough.
 */
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

/* {"$ref": "#/components/KIND/NAME"} */
json_t *draft_reference(const char *kind, const char *name);

/* Names a header of the frame among those of a response. */
void draft_put_header(struct openapi_draft *draft, json_t *headers, const char *name);

/* A member of a section of the frame, borrowed; NULL: it has none. */
json_t *draft_framed(const struct openapi_draft *draft, const char *section, const char *name);

/* Sets `example` to the frame's for this name; what has none stays without. */
void draft_put_example(struct openapi_draft *draft, json_t *object, const char *name);

/* Adds the problems that the route can answer with to its responses, one for each status with an example of each, and
 * their components ("NotFound") to the document. */
void refusals_add(struct openapi_draft *draft, json_t *responses, const struct route *route);

/* Adds the schemas CreateRequest, CreateRequestV1, PolishRequest and PolishSettings, from the table of parameters
 * (write/params/params.h). */
void parameters_add(struct openapi_draft *draft);

/* Tables as JSON Schema 2020-12. What a table refers to becomes a schema of the document too. A field of a request,
 * without its summary: */
json_t *schema_of_field(struct openapi_draft *draft, const struct fields *fields, const struct field *field);

/* Add the schema of the table's name, and those that it refers to; once, and give a reference to it. */
json_t *schema_of_fields(struct openapi_draft *draft, const struct fields *fields);
json_t *schema_of_members(struct openapi_draft *draft, const struct members *members);

/* A page of a list of them. */
json_t *schema_of_list(struct openapi_draft *draft, const struct members *members);

/* The whole document as JSON text (free). public_url: of the service, NULL: unknown. NULL: no memory. */
char *description_text(const struct routes *routes, const char *public_url);

/* --- handlers --- */

/* For whoever runs the service: is it alive, is it ready? Which nodes serve the database? */
void health_live(struct request *request);
void health_ready(struct request *request);

extern const struct members node_members;
void nodes_list(struct request *request);

extern const struct fields models_fields;
extern const struct members model_members;

void models_list(struct request *request);

void links_create(struct request *request);
void articles_create_v1(struct request *request);
void articles_create_v2(struct request *request);
void articles_polish(struct request *request);

/* The languages that are known. */
void languages_list(struct request *request);

/* --- an integration as answers show it --- */

struct shown_integration {
    struct integration integration;
    const char *secret; /* of a webhook, when it was made just now; NULL: not shown */
    struct delivery *last;
    size_t last_count; /* 0 or 1 */
};

/* Reads what is shown beside the row itself. In a transaction. */
enum status shown_read(struct db *db, struct arena *arena, struct shown_integration *shown, struct error *err);

/* Appends it. */
void shown_write(struct request *request, const struct shown_integration *shown);

#endif
