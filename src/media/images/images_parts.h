#ifndef COPYDESK_MEDIA_IMAGES_IMAGES_PARTS_H
#define COPYDESK_MEDIA_IMAGES_IMAGES_PARTS_H

#include "media/data/data.h"
#include "media/images/picture.h"

extern const struct image_backend images_folder_backend;

/* A picture in a reading of the folder. Its bytes are read when they are asked for. */
struct album_picture {
    const char *file;  /* its name in the folder, which is its key */
    const char *words; /* of the name, without its ending */
    struct picture head;
    const char *alt, *caption, *credit, *license, *license_url, *source; /* of NAME.json */
};

/* One reading of the folder. */
struct album {
    struct album_picture *pictures; /* in byte order of their names */
    size_t count, cap;
};

extern const struct image_backend images_automatic1111_backend;

extern const struct image_backend images_openai_backend;

#endif
