/* What the wire formats have in common: JSON in, errors, texts of others made fit for a message. */
#ifndef COPYDESK_MODEL_WIRE_H
#define COPYDESK_MODEL_WIRE_H

#include "model/reply.h"

#include <jansson.h>

/* Parses JSON that came over the wire: a new reference, NULL when it is broken, nested too deeply or no object. *status
 * is OK, E_UPSTREAM or E_MEMORY. */
json_t *wire_parse(struct str text, enum status *status, struct error *err);

/* A member of an object as text; empty when it is none. */
struct str wire_text(const json_t *object, const char *member);

/* A text, or the texts of a list of {"type":"text","text":"..."}, given to the reply. */
void wire_content(struct reply *reply, const json_t *content);

/* Text of others as part of a message: one line, cut, without control characters, and without the secret (may be
 * NULL). */
struct wire_quote {
    char text[260];
};
struct wire_quote wire_quote(struct str text, const char *secret);

/* What the body of an error says. */
struct wire_error {
    struct str message; /* the body itself where it is no JSON; never NULL data */
    struct str type, code;
    json_t *json; /* that they are borrowed from; NULL: from the body */
};
void wire_error_read(struct str body, struct wire_error *error);
void wire_error_free(struct wire_error *error);

/* The status of HTTP that an error in the middle of a stream would have had, by its type or code; 500 for others. */
int wire_error_status(const struct wire_error *error);

/* Does it say that the question is longer than the model's context? */
bool wire_error_is_length(const struct wire_error *error);

#endif
