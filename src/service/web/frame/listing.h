/* listing: a list of the interface, a page of it at a time. */
#ifndef COPYDESK_SERVICE_WEB_FRAME_LISTING_H
#define COPYDESK_SERVICE_WEB_FRAME_LISTING_H

#include "service/web/frame/ask.h"

/* Asks for the part of the list that begins at `cursor` of the page's address; at the beginning when there is none.
 * What is answered otherwise: ask.h. path: "/api/brands". */
bool listing_ask(struct web_page *page, struct api_reply *reply, const char *path);

/* Appends the way to the next part of the list, which the address leads to with its cursor; nothing at its end. */
void listing_more(struct web_page *page, const json_t *answer, const char *path, const char *label);

#endif
