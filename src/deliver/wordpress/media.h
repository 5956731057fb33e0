/* Pictures in the media library of a WordPress site. */
#ifndef COPYDESK_DELIVER_WORDPRESS_MEDIA_H
#define COPYDESK_DELIVER_WORDPRESS_MEDIA_H

#include "deliver/draft/draft.h"
#include "deliver/wordpress/wordpress.h"

struct wordpress_media {
    struct wordpress *wordpress;
    int status; /* HTTP status with which the site refused a picture for good; 0: it refused none */
};

/*
 * A draft_upload, with a struct wordpress_media. In a repeated attempt a copy is looked for by its file's name first.
 * The progress gets the id of each, under "media". A picture that the site will never take, since it is too large or
 * of a type that it does not know, keeps the service's address: it is no reason to do without the draft.
 */
enum status wordpress_upload(void *context, const struct draft_picture *picture, const struct stored_picture *bytes,
                             const char **address, struct delivery_outcome *outcome, struct error *err);

/* The id of the first picture that the site has; 0: it has none. */
json_int_t wordpress_first_picture(const struct delivery_call *call, const struct delivered_draft *draft);

#endif
