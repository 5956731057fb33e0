/* The backend "folder" of images: pictures with words in their names, and what is told of them beside. */
#ifndef COPYDESK_MEDIA_IMAGES_FOLDER_H
#define COPYDESK_MEDIA_IMAGES_FOLDER_H

#include "media/data/data.h"
#include "media/images/images.h"
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

/* images_folder_read.c: how a folder becomes a struct album. */
extern const struct watched_kind images_folder_kind;

#endif
