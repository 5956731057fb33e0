/* What a draft is made of, found in the HTML of an article by its tokens; for draft.c and draft_pictures.c. */
#ifndef COPYDESK_DELIVER_DRAFT_SCAN_H
#define COPYDESK_DELIVER_DRAFT_SCAN_H

#include "text/html/html.h"

/* Where the service keeps a picture: ".../media/ID.EXT". Slices of the address. */
struct draft_address {
    struct str id, extension;
};

/* The address in an <img>, decoded into `room`, which is emptied first. False for every other token, and for pictures
 * of other places; room->failed when memory ran out. value (may be NULL): the bytes of the attribute's value as it
 * stands. */
bool draft_image_read(const struct html_token *token, struct buf *room, struct draft_address *parts, struct str *value);

/* The bytes of the first <h1> with its end tag and the white space behind it, start == end when there is none, and what
 * stands in it. E_MEMORY. */
enum status draft_heading_find(struct str html, size_t *start, size_t *end, struct str *inner, struct error *err);

#endif
