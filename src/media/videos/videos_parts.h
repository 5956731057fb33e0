#ifndef COPYDESK_MEDIA_VIDEOS_VIDEOS_PARTS_H
#define COPYDESK_MEDIA_VIDEOS_VIDEOS_PARTS_H

#include "media/videos/videos.h"

extern const struct video_backend videos_invidious_backend;
extern const struct video_backend videos_folder_backend;

#endif
