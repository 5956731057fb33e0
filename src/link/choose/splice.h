/* Puts the chosen links into content. Every byte of the content stays, in its order; only markup is added. */
#ifndef COPYDESK_LINK_CHOOSE_SPLICE_H
#define COPYDESK_LINK_CHOOSE_SPLICE_H

#include "link/choose/choose.h"

/*
 * Appends the content with <a href="..."> ... </a> around each choice, and the attributes of the options: rel, target,
 * class, title. As the format of the options is: for Markdown with [...](...), or [...](... "title"), which has no
 * place for the other attributes; for text without markup with " <url>" behind each choice.
 */
void splice(struct buf *out, const struct choosing *choosing, const struct choice *choices, size_t count);

#endif
