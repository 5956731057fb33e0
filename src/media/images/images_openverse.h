/*
 * The backend "openverse" of images: pictures with a free licence.
 *
 * Request, GET {base_url}/v1/images/: q, page_size, license_type=commercial,modification, aspect_ratio, category,
 * mature=false. Answer: results[] with id, title, url, thumbnail, foreign_landing_url, creator, license,
 * license_version, license_url, attribution, filetype, filesize, width, mature. With credentials, POST
 * {base_url}/v1/auth_tokens/token/ first. Source: the documentation of Openverse's API, https://api.openverse.org/v1/.
 *
 * What a licence asks for is kept apart: title and creator, which the attribution begins with, are the credit; the
 * licence has its name, version and address; the page that shows the picture is its source.
 */
#ifndef COPYDESK_MEDIA_IMAGES_IMAGES_OPENVERSE_H
#define COPYDESK_MEDIA_IMAGES_IMAGES_OPENVERSE_H

#include "media/images/images.h"
#include "net/upstream/upstream.h"

extern const struct image_backend images_openverse_backend;

/* One result that may be shown. It lives in an arena. */
struct openverse_picture {
    struct image facts;          /* all that is told; without data */
    const char *url, *thumbnail; /* either may be NULL, not both */
    bool is_large;               /* the original has more than IMAGE_BYTES */
};

/*
 * Reads one of results[]. *is_fit: false: it is another type of file, too small, not for all readers, its licence is
 * not one that lets everybody use and change it, or the entry is broken. E_MEMORY.
 */
enum status openverse_read(const json_t *result, struct arena *arena, struct openverse_picture *picture, bool *is_fit,
                           struct error *err);

#endif
