/* What became of the pages that a content names, and what would bring more links. */
#ifndef COPYDESK_LINK_CHOOSE_SUMMARY_H
#define COPYDESK_LINK_CHOOSE_SUMMARY_H

#include "link/choose/choose.h"

/* choices: with what was refused. False: memory ran out. */
bool summary_make(const struct choosing *choosing, const struct choices *choices, struct arena *arena,
                  struct link_summary *summary);

/*
 * Appends how many pages of a site link to others in their text: a sentence, which says also what follows from that
 * where they are few.
 */
void summary_add_site(struct buf *out, size_t linking_pages, size_t pages);

#endif
