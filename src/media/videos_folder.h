/* The backend "folder" of videos: a JSON file and a WebVTT file for each film. */
#ifndef COPYDESK_MEDIA_VIDEOS_FOLDER_H
#define COPYDESK_MEDIA_VIDEOS_FOLDER_H

#include "media/videos.h"

extern const struct video_backend videos_folder_backend;

#endif
