/* Tables as JSON Schema 2020-12. What a table refers to becomes a schema of the document too. */
#ifndef COPYDESK_SERVICE_API_OPENAPI_SCHEMA_H
#define COPYDESK_SERVICE_API_OPENAPI_SCHEMA_H

#include "service/api/fields/fields.h"
#include "service/api/fields/members.h"
#include "service/api/openapi/draft.h"

/* A type as an editor writes it: "string", "integer?", "string[]", "Source[]", "Seo?". */
json_t *schema_of_type(const char *type);

/* A field of a request, without its summary. */
json_t *schema_of_field(struct openapi_draft *draft, const struct fields *fields, const struct field *field);

/* Add the schema of the table's name, and those that it refers to; once, and give a reference to it. */
json_t *schema_of_fields(struct openapi_draft *draft, const struct fields *fields);
json_t *schema_of_members(struct openapi_draft *draft, const struct members *members);

/* A page of a list of them. */
json_t *schema_of_list(struct openapi_draft *draft, const struct members *members);

#endif
