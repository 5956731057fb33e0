/* Addresses of films: at a time, and of players. */
#ifndef COPYDESK_WRITE_VIDEO_LINK_H
#define COPYDESK_WRITE_VIDEO_LINK_H

#include "base/base.h"

/* A time as viewers read it: "2:05", "1:02:05". */
void video_time_add(struct buf *out, int64_t ms);

/* The address that starts the film at this time; empty where its site is not known to take one. data NULL: memory ran
 * out. */
struct str video_link_at(struct arena *arena, struct str url, int64_t ms);

/*
 * The address of a player for a film: of a site that is known the one that sets no cookies, made of the film's id; of
 * any other `embed`, the player that the source of the film names, which is trusted as that is. Empty where neither is
 * there. data NULL: memory ran out.
 */
struct str video_player(struct arena *arena, struct str page, struct str embed);

#endif
