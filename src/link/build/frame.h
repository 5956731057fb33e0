/*
 * Learns the frame of a site (index/frame.h) when its pages have been read. These things tell it from content, each
 * counted at a place of the site's templates over a sample of the pages: texts that stand on other pages too, blocks
 * that are little else than links, and blocks with links that begin with the same words, as "Posted in" does, or that
 * each page has once. A place that has most of the words of its pages is no frame, unless it is a menu.
 */
#ifndef COPYDESK_LINK_BUILD_FRAME_H
#define COPYDESK_LINK_BUILD_FRAME_H

#include "link/site/site.h"

/* After all pages: fills site.frame. E_CANCELLED; E_IO; E_MEMORY. */
enum status frame_learn(struct site *site, struct error *err);

#endif
