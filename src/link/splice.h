/* Puts the chosen links into content. Every byte of the content stays, in its order; only markup is added. */
#ifndef COPYDESK_LINK_SPLICE_H
#define COPYDESK_LINK_SPLICE_H

#include "link/select.h"

/* Appends the content with <a href="...">...</a>, or with [...](...), around each choice. */
void splice_html(struct buf *out, struct str content, const struct link_index *index, const struct choice *choices,
                 size_t count);
void splice_markdown(struct buf *out, struct str content, const struct link_index *index, const struct choice *choices,
                     size_t count);

/*
 * The visible text of HTML, or of Markdown that has no markup inside: decoded, white space squeezed. data NULL: no
 * memory.
 */
struct str visible_text(struct arena *arena, struct str html);

#endif
