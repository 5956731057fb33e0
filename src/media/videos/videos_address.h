/* When two addresses are of one film. */
#ifndef COPYDESK_MEDIA_VIDEOS_ADDRESS_H
#define COPYDESK_MEDIA_VIDEOS_ADDRESS_H

#include "base/base.h"

/*
 * What is the same for all addresses of a film, in the arena: the id for those with /watch?v=ID, /embed/ID, /shorts/ID,
 * /live/ID, /v/ID and youtu.be/ID, on any site; else the address in its normal form, https, without "www." and without
 * what only says from where or how the film is watched (t, start, list, index, feature, si, utm_..., ...). An address
 * may lack its scheme ("youtu.be/ID"). Any other text is an id and stays as it is. NULL when memory ran out.
 */
const char *video_key(struct arena *arena, struct str url_or_id);

#endif
