/*
 * The shape of a JSON answer, told by an example: {"sections":[{"heading":"...","passages":[1]}]} wants an object with
 * an array of objects, each with a text and an array of whole numbers. From one example come the JSON schema for the
 * wire (all members required, no others), and the reader that forgives what models do around JSON.
 */
#ifndef COPYDESK_MODEL_FORM_H
#define COPYDESK_MODEL_FORM_H

#include "base/base.h"

#include <jansson.h>

struct model_form {
    const char *name; /* of the schema: "outline_refine" */
    json_t *example;  /* borrowed */
};

/* The JSON schema: a new reference; NULL when memory ran out. */
json_t *model_form_schema(const struct model_form *form);

/*
 * Reads an answer: the first balanced JSON object in it, whatever stands around it (prose, a code fence), raw control
 * characters in strings and trailing commas forgiven. Members that the form does not know are dropped; a number where a
 * text is wanted becomes one, and the other way round where it is whole; a single value where an array is wanted
 * becomes one of one entry. OK: *value is a new reference that fits the form. E_CORRUPT: it does not fit, and
 * err->message names the fault for the model that is asked again ("sections[2].passages must be an array of whole
 * numbers"). E_MEMORY.
 */
enum status model_form_read(const struct model_form *form, struct str answer, json_t **value, struct error *err);

#endif
