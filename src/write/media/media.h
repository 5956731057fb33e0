/*
 * media: pictures and films in the sections of the finished text. A section gets one of them or none: what the request
 * asks for, and with "auto" a film where one speaks of the section's own subject, else a picture.
 *
 *   films.c      which sections get what; films found for them, stored as the step "films"
 *   pictures.c   pictures made or found, each stored as the step "picture-3"; where they are served, what they cost
 */
#ifndef COPYDESK_WRITE_MEDIA_MEDIA_H
#define COPYDESK_WRITE_MEDIA_MEDIA_H

#include "write/writing/writing.h"

/*
 * Gives the sections of the draft their figures, as multimediaOption and its companions say; *words: what the pictures
 * cost. What cannot be had is left out, with a note: the article stands. E_MEMORY, E_CANCELLED, E_CONFLICT, or what the
 * store says.
 */
enum status media_illustrate(struct writing *writing, struct draft *draft, int64_t *words);

/* Where a picture of an article is found: PICTURE_PATH, an id, a dot, and the extension of its type. The HTML has that
 * path alone: whoever runs the article serves it, and knows its own address. */
#define PICTURE_PATH "/media/"
enum { PICTURE_ID = 32 }; /* characters: 128 random bits in hexadecimal */

/* A type that a picture may have. Static. */
struct picture_type {
    const char *type;      /* "image/jpeg" */
    const char *extension; /* "jpg" */
};

/* NULL: no picture of an article has this type. */
const struct picture_type *picture_type_find(const char *type);

#endif
