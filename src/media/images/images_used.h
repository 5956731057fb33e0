/* Pictures that an article has already. */
#ifndef COPYDESK_MEDIA_IMAGES_USED_H
#define COPYDESK_MEDIA_IMAGES_USED_H

#include "media/images/images.h"

/* Is the key among those of the query? */
bool image_is_used(const struct images_query *query, const char *key);

#endif
