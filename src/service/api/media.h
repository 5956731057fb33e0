/*
 * media: the pictures of articles, at /media/ID.EXT, for whoever knows the address. Articles are stored with the path
 * alone ("/media/..."): the service's address may change until they are read, and with it a port that was any free one.
 */
#ifndef COPYDESK_SERVICE_API_MEDIA_H
#define COPYDESK_SERVICE_API_MEDIA_H

#include "service/http/http.h"

/* GET /media/{id}: the bytes, which never change, so that they may be kept for ever. No key is asked for. */
void media_show(struct request *request);

/* Appends the HTML of an article with its pictures' paths behind `base`, "https://desk.example" (no slash at its end);
 * NULL: they stay as they are. */
void media_addresses(struct buf *out, const char *html, const char *base);

/* Has the HTML any such path? NULL has none. */
bool media_has_addresses(const char *html);

#endif
