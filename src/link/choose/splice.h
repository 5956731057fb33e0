/* Puts the chosen links into content. Every byte of the content stays, in its order; only markup is added. */
#ifndef COPYDESK_LINK_CHOOSE_SPLICE_H
#define COPYDESK_LINK_CHOOSE_SPLICE_H

#include "link/choose/choose.h"

/*
 * Appends the content with <a href="..."> ... </a> around each choice, and the attributes of the options: rel, target,
 * class, title.
 */
void splice_html(struct buf *out, const struct choosing *choosing, const struct choice *choices, size_t count);

/* The same with [...](...), or [...](... "title"). Markdown has no place for the other attributes. */
void splice_markdown(struct buf *out, const struct choosing *choosing, const struct choice *choices, size_t count);

/* The same with " <url>" behind each choice, for text without markup. */
void splice_text(struct buf *out, const struct choosing *choosing, const struct choice *choices, size_t count);

#endif
