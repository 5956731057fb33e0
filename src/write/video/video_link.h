/* Addresses of films: at a time, and of players. */
#ifndef COPYDESK_WRITE_VIDEO_LINK_H
#define COPYDESK_WRITE_VIDEO_LINK_H

#include "base/base.h"

/* A time as viewers read it: "2:05", "1:02:05". */
void video_time_add(struct buf *out, int64_t ms);

/* The address that starts the film at this time; empty where its site is not known to take one. data NULL: memory ran
 * out. */
struct str video_link_at(struct arena *arena, struct str url, int64_t ms);

/* The address of a player for a film on a site whose players have one made of its id; empty for any other. data NULL:
 * memory ran out. */
struct str video_player(struct arena *arena, struct str url);

#endif
