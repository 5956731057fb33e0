/* A picture of the article as a stored step: with its bytes, both or neither, so that a resumed article pays for it
 * once.
 */
#ifndef COPYDESK_WRITE_MEDIA_PICTURE_STEP_H
#define COPYDESK_WRITE_MEDIA_PICTURE_STEP_H

#include "media/images/images.h"
#include "write/writing/draft.h"

struct kept_picture {
    const struct document_figure *figure;
    const char *key;  /* of struct image; NULL: it has none */
    const char *note; /* what was done differently; NULL: nothing */
};

/* The picture of the section at this heading that an earlier attempt kept. E_NOT_FOUND: there is none. */
enum status picture_step_load(struct writing *writing, size_t heading, struct kept_picture *kept);

/*
 * Keeps a picture. model: by which it was made, for the record; NULL: it was found. alternative: where the picture
 * brings none. E_LIMIT: it is too large, or the article has too many; E_CORRUPT: its type is not one that is served.
 */
enum status picture_step_save(struct writing *writing, size_t heading, const char *model, const struct image *image,
                              struct str alternative, int64_t began_ms, struct kept_picture *kept);

/* Tells of a call to a model that gave no picture. */
enum status picture_step_fail(struct writing *writing, size_t heading, const char *model, int64_t began_ms,
                              const char *problem);

#endif
