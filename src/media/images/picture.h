/* Is it a picture, of which type, and how large: told from the heads of PNG, JPEG, WebP and GIF. */
#ifndef COPYDESK_MEDIA_IMAGES_PICTURE_H
#define COPYDESK_MEDIA_IMAGES_PICTURE_H

#include "media/images/images.h"

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

/* --- the sizes of the interface, and which of them a model makes --- */

enum { IMAGE_SIZES = 16 }; /* most that an entry may name */

struct image_size {
    int width, height; /* pixels */
};

/* The sizes that a model makes: these, or any between two bounds. */
struct image_sizes {
    struct image_size list[IMAGE_SIZES];
    size_t count;          /* 0: any */
    int step, least, most; /* of a side, where any is made */
};

/* Reads a size of the interface: "1792x1008", "16:9", "square". NULL and what is none mean 1024x1024. */
struct image_size image_size_read(const char *text);

/* How different the shape is from the one that was asked for: 0 is the same; a picture of unknown size is farther away
 * than any other. */
double image_size_distance(const char *asked, int width, int height);

/*
 * The sizes of an entry: its member `sizes`, a list such as { "1024x1024", "1536x1024" }, or else what the table knows
 * of the api and the model there (NULL: not named). E_INVALID.
 */
enum status image_sizes_read(const json_t *entry, const char *name, const char *api, const char *model,
                             struct image_sizes *sizes, struct error *err);

/*
 * The one that comes nearest to what was asked for: in shape, then in area. *note is NULL or says in what it differs;
 * it lives in the arena. E_MEMORY.
 */
enum status image_size_choose(const struct image_sizes *sizes, const char *asked, const struct lookup *lookup,
                              struct image_size *size, const char **note);

/* Notes at the picture, unless its backend did, in what it differs from what was asked for: a picture that was made in
 * its pixels, one that was found in lying, standing or square. E_MEMORY. */
enum status image_size_compare(const char *asked, struct image *image, const struct lookup *lookup);

#endif
