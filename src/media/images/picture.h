/* Is it a picture, of which type, and how large: told from the heads of PNG, JPEG, WebP and GIF. */
#ifndef COPYDESK_MEDIA_IMAGES_PICTURE_H
#define COPYDESK_MEDIA_IMAGES_PICTURE_H

#include "base/base.h"

/* Larger ones are refused: a small file may unfold to more than a reader's browser can hold. */
enum { PICTURE_SIDE = 32767, PICTURE_AREA = 100 * 1000 * 1000 };

struct picture {
    const char *type;  /* "image/png", "image/jpeg", "image/webp", "image/gif" */
    int width, height; /* pixels; 0: the data end before they are told */
};

/*
 * False: it is none of these, or no side of it is in the range. SVG and HTML never are: they may hold scripts. The data
 * may be the beginning of a file.
 *
 * Formats: PNG (ISO/IEC 15948), JPEG (ITU-T T.81, annex B), WebP (RFC 9649), GIF (89a, section 18).
 */
bool picture_read(struct str data, struct picture *picture);

#endif
