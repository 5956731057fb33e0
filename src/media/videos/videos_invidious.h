/*
 * The backend "invidious" of videos: an instance of Invidious (https://docs.invidious.io/api/), a front end for the
 * films of one site, without an account and without cookies.
 *
 *     videos = { api = "invidious", base_url = "https://invidious.example", region = "DE" }
 *
 * region: the country for which films are looked up; missing: the instance's own. Players are the site's own ones that
 * set no cookies. Of several captions those in the wanted language go first, then those in another one; each time those
 * that somebody has written before those made automatically. Empty captions are none, and the next ones are tried.
 */
#ifndef COPYDESK_MEDIA_VIDEOS_INVIDIOUS_H
#define COPYDESK_MEDIA_VIDEOS_INVIDIOUS_H

#include "media/videos/videos.h"

extern const struct video_backend videos_invidious_backend;

#endif
