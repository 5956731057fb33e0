#ifndef COPYDESK_MEDIA_VIDEOS_VIDEOS_PARTS_H
#define COPYDESK_MEDIA_VIDEOS_VIDEOS_PARTS_H

#include "media/data/data.h"
#include "media/videos/videos.h"

extern const struct video_backend videos_invidious_backend;

extern const struct video_backend videos_folder_backend;

/* A film in a reading of the folder. It is read from its JSON again for each call, into the arena of that. */
struct folder_film {
    const char *name; /* of its files, without their endings */
    json_t *json;     /* it was checked */
};

/* One reading of the folder. */
struct shelf {
    struct folder_film *films; /* in byte order of their names */
    size_t count, cap;
    struct word_index *index;
    struct map keys; /* id, or key of an address -> number + 1 */
};

#endif
