/*
 * Facts: members of JSON objects, checked. The first fault is remembered and later reads give nothing, so that one
 * check of `status` at the end covers all. null counts as absent. A fault names file, entry and member:
 *
 *     products.json: entry 7 ("Kettle 2"): price.amount must be a number from 0 to 1000000000
 */
#ifndef COPYDESK_MEDIA_DATA_FACTS_H
#define COPYDESK_MEDIA_DATA_FACTS_H

#include "base/base.h"

#include <jansson.h>

struct media_facts {
    struct arena *arena; /* of what is read */
    struct error *err;   /* may be NULL */
    const char *file;    /* for messages */
    size_t number;       /* of the entry, from 1; 0: the file is one entry */
    const char *label;   /* title or name of the entry; NULL: it has none */
    bool is_quiet;       /* it was read before: nothing is logged again */
    enum status status;  /* OK, E_CORRUPT, E_MEMORY */
    /* The object inside the entry that is being read: "price", or the 3rd of "reviews"; for messages. */
    const char *inside;
    size_t inside_number;
};

/* Reads a JSON file of at most so many bytes; to be released with json_decref. E_CORRUPT names the line. E_NOT_FOUND,
 * E_IO, E_LIMIT, E_MEMORY. */
enum status facts_load(const char *path, size_t most, json_t **value, struct error *err);

/* Remembers a fault, unless there is one: "must be ...". */
void facts_fault(struct media_facts *facts, const char *member, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* A text, made plain and at most so many characters long; NULL: absent or empty. */
const char *facts_text(struct media_facts *facts, const json_t *object, const char *member, size_t most);
/* The same, but it must be there. */
const char *facts_needed(struct media_facts *facts, const json_t *object, const char *member, size_t most);
/* An http(s) address in its normal form; NULL: absent, or dropped since it is none (logged). */
const char *facts_url(struct media_facts *facts, const json_t *object, const char *member);
/* The first `most` texts of an array; *list lives in the arena. */
size_t facts_texts(struct media_facts *facts, const json_t *object, const char *member, size_t most, size_t longest,
                   const char *const **list);
/* Is there a number? It is in the range then. */
bool facts_number(struct media_facts *facts, const json_t *object, const char *member, double least, double most,
                  double *number);
/* Is it true? */
bool facts_flag(struct media_facts *facts, const json_t *object, const char *member);

/* An object or array; NULL: absent. */
const json_t *facts_object(struct media_facts *facts, const json_t *object, const char *member);
const json_t *facts_array(struct media_facts *facts, const json_t *object, const char *member);

#endif
