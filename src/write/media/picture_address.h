/* Where a picture of an article is found: PICTURE_PATH, an id, a dot, and the extension of its type. The HTML has that
 * path alone: whoever runs the article serves it, and knows its own address. */
#ifndef COPYDESK_WRITE_MEDIA_PICTURE_ADDRESS_H
#define COPYDESK_WRITE_MEDIA_PICTURE_ADDRESS_H

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
