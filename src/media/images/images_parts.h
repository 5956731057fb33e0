#ifndef COPYDESK_MEDIA_IMAGES_IMAGES_PARTS_H
#define COPYDESK_MEDIA_IMAGES_IMAGES_PARTS_H

#include "media/data/data.h"
#include "media/images/picture.h"

extern const struct image_backend images_folder_backend;
extern const struct image_backend images_automatic1111_backend;
extern const struct image_backend images_openai_backend;

#endif
