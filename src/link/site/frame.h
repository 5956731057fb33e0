/*
 * Learns the frame of a site (index/frame.h) when its pages have been read. These things tell it from content, each
 * counted at a place of the site's templates over a sample of the pages: texts that stand on other pages too, blocks
 * that are little else than links, and blocks with links that begin with the same words, as "Posted in" does, or that
 * each page has once. A place that has most of the words of its pages is never frame.
 */
#ifndef COPYDESK_LINK_SITE_FRAME_H
#define COPYDESK_LINK_SITE_FRAME_H

#include "link/site/site.h"

/* Of FRAME_TEXTS: how many pages have a text. */
struct frame_text {
    uint32_t pages, last_page; /* last_page: plus one */
};

/* Counts a text for a page. */
void frame_count(struct frame_text *texts, uint32_t text, uint32_t page);

/* Do so many pages have the text that it tells nothing, wherever it stands? It may get links, as any content may. */
bool frame_is_boilerplate(const struct frame_text *texts, uint32_t text, uint32_t page_count);

/* After all pages: fills site.frame. E_CANCELLED; E_IO; E_MEMORY. */
enum status frame_learn(struct site *site, struct error *err);

#endif
