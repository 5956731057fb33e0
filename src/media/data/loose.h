/* Members of JSON that came from a service: what is missing, or of another type, counts as absent. */
#ifndef COPYDESK_MEDIA_DATA_LOOSE_H
#define COPYDESK_MEDIA_DATA_LOOSE_H

#include "base/base.h"

#include <jansson.h>

struct loose {
    struct arena *arena; /* of what is read */
    bool failed;         /* memory ran out; nothing more is read */
};

/* The member behind a path such as "price.value"; "offers.0.price": of the first entry of an array. NULL: absent. */
const json_t *loose_at(const json_t *value, const char *path);

/* A text, or a number as it is written, made plain and at most so many characters long; NULL: absent or empty. */
const char *loose_text(struct loose *loose, const json_t *value, const char *path, size_t most);
/* An http(s) address in its normal form; NULL: absent, or none. */
const char *loose_url(struct loose *loose, const json_t *value, const char *path);
/* The first `most` texts of an array; *list lives in the arena. */
size_t loose_texts(struct loose *loose, const json_t *value, const char *path, size_t most, size_t longest,
                   const char *const **list);
/* Is there a number in the range? Digits in a text count. */
bool loose_number(const json_t *value, const char *path, double least, double most, double *number);
/* Is it true? */
bool loose_flag(const json_t *value, const char *path);

#endif
