/* What backends of images share: pictures that an answer holds in JSON, or names by their addresses. */
#ifndef COPYDESK_MEDIA_IMAGES_IMAGES_MAKER_H
#define COPYDESK_MEDIA_IMAGES_IMAGES_MAKER_H

#include "media/images/images.h"
#include "net/upstream/upstream.h"

/* Is the key among those of the pictures that the article has already? */
bool image_is_used(const struct images_query *query, const char *key);

enum {
    MAKER_SECONDS = 180,                                        /* the default for one picture */
    MAKER_BYTES = (IMAGE_BYTES + 2) / 3 * 4 + IMAGE_BYTES / 16, /* of an answer: a picture in base64, with line ends */
};

/*
 * Sends a JSON object, which it takes over (NULL: memory ran out), with POST. *value is a new reference. When the
 * service answers with an error, *refusal is what came (a new reference) or NULL, for a closer look, and the status and
 * message those of upstream_ask.
 */
enum status maker_ask(struct upstream *upstream, const char *path, bool is_paid, json_t *question,
                      const struct lookup *lookup, json_t **value, json_t **refusal);

/* The bytes of a JSON string in base64, in the arena of the look-up. E_UPSTREAM: it is none; E_MEMORY. */
enum status maker_bytes(const struct upstream *upstream, const json_t *base64, const struct lookup *lookup,
                        struct str *bytes);

/*
 * Fetches a picture that an answer names by its address, of at most IMAGE_BYTES, into the arena of the look-up. The
 * service that was asked is trusted at its own origin, and asked with its key; a path ("/images/7.png") is of that. All
 * others are asked through the guard of net, which lets nobody into this machine or its network. E_UPSTREAM: the
 * address is none, or the answer is not 2xx; what upstream_ask and net_fetch say.
 */
enum status image_fetch(struct upstream *upstream, struct net *net, struct str url, const struct lookup *lookup,
                        struct str *data);

#endif
