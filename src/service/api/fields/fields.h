/*
 * fields: what requests say and answers show, as tables.
 *
 *   fields.h    this file: the fields of a request
 *   members.h   the members of the objects in answers
 *   reading.h   reads a request by the table of its route
 *   listing.h   lists that come in pages
 *
 * The fields of a request's body or query: one table for each, by which they are read, checked and documented.
 *
 * - null, "" and an empty list count as absent; an empty object stands for an empty list, since some encoders write one
 * so.
 * - A whole number may be written as 5.0, since older Lua encoders have no other way; in a query it is digits.
 * - A name that is not in the table is a fault that lists those that are.
 * - Every fault is collected, up to FAULTS_MAX.
 */
#ifndef COPYDESK_SERVICE_API_FIELDS_H
#define COPYDESK_SERVICE_API_FIELDS_H

#include "base/base.h"
#include "base/faults.h"

#include <jansson.h>

enum { FAULTS_MAX = 100 };

/* What a field is, and what it becomes in the struct that is filled in. */
enum field_type {
    FIELD_TEXT,    /* const char *: NULL when absent */
    FIELD_URL,     /* the same: absolute, http or https */
    FIELD_WORD,    /* the same: one of a list, in any letter case; as the list spells it */
    FIELD_INTEGER, /* long */
    FIELD_NUMBER,  /* double */
    FIELD_FLAG,    /* bool */
    FIELD_TEXTS,   /* struct field_list of const char * */
    FIELD_OBJECT,  /* const json_t *: an object whose members the handler reads; {} is one, [] counts as absent */
    FIELD_OBJECTS  /* struct field_list of the struct that `items` fills in */
};

struct field_list {
    void *items;
    size_t count;
};

struct fields;

struct field {
    const char *name;
    enum field_type type;
    size_t at; /* offset in the struct that is filled in */
    bool required;
    double fallback;         /* a number, or a word by its number, that is absent; 0: the struct keeps what it held */
    double minimum, maximum; /* range of a number; characters of a text, entries of a list (maximum 0: any) */
    const char *(*word)(
        size_t i); /* of a FIELD_WORD, and of the entries of FIELD_TEXTS: those there are, NULL behind the last */
    const struct fields *items; /* of FIELD_OBJECTS */
    size_t longest;             /* of FIELD_TEXTS: characters of each entry; 0: any number */
    const char *summary;        /* one sentence: what it is */
};

struct fields {
    const char *name;    /* what the documentation calls them: "DomainRequest" */
    const char *summary; /* one sentence */
    const struct field *list;
    size_t count;
    size_t size;   /* of the struct that is filled in */
    bool partial;  /* changes something that is there: what is required may be absent, but not be null or empty */
    bool in_query; /* of the address, not of a body */
};

/* Fills *values in; what is absent keeps what it held. The texts are those of the object. */
void fields_read(const struct fields *fields, const json_t *object, void *values, struct faults *faults);

/* "string", "integer", "number", "array of string", "array of Page"; in the buffer. */
const char *field_type_name(const struct field *field, char *buffer, size_t size);

#endif
