/* A picture that an answer names by its address. */
#ifndef COPYDESK_MEDIA_IMAGES_FETCH_H
#define COPYDESK_MEDIA_IMAGES_FETCH_H

#include "net/net.h"
#include "net/upstream/upstream.h"

/*
 * Fetches it, of at most IMAGE_BYTES, into the arena of the look-up. The service that was asked is trusted at its own
 * origin, and asked with its key; a path ("/images/7.png") is of that. All others are asked through the guard of net,
 * which lets nobody into this machine or its network. E_UPSTREAM: the address is none, or the answer is not 2xx; what
 * upstream_ask and net_fetch say.
 */
enum status image_fetch(struct upstream *upstream, struct net *net, struct str url, const struct lookup *lookup,
                        struct str *data);

#endif
