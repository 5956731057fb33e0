/*
 * sections: the text of a section. The front header of the folder.
 *
 *   material.c  what is left of a passage where the article says some of it already
 *   offered.c   which passages stand under a heading
 *   thin.c      sections that say next to nothing
 */
#ifndef COPYDESK_WRITE_COMPOSE_SECTIONS_H
#define COPYDESK_WRITE_COMPOSE_SECTIONS_H

#include "write/writing/draft.h"

/* --- material.c --- */

/* Which sentences of a passage the article has not yet, where they can do without the others: into `kept`, which has
 * room for all, as numbers of the corpus. Returns how many; of a list all or none, but for sentences before what
 * announces it. */
size_t compose_rest(const struct writing *writing, const struct passage *passage, size_t *kept);

/* That rest of a passage as the built-in writer puts it together, with the code or the table behind it; sentences NULL
 * when memory ran out. */
struct builtin_passage compose_passage(struct writing *writing, const struct passage *passage);

/* Does the article say the sentence, or one that is nearly the same? Of a passage: any of its sentences? */
bool compose_says(const struct writing *writing, size_t sentence);
bool compose_is_said(const struct writing *writing, const struct passage *passage);

/* --- offered.c --- */

struct composer;

/* Of the passages that belong to the heading the best, in the order of their pages and text, up to so many words: into
 * `passages`, which has room for all of the corpus. E_MEMORY. */
enum status offered_take(const struct composer *composer, size_t heading, size_t words, const struct passage **passages,
                         size_t *count);

/* --- thin.c --- */

/* A heading over next to nothing is left out, and its sentences go to the text above it; so is a section that says no
 * more with all that is inside it: that which begins with heading `first`. E_MEMORY. */
enum status thin_out(struct writing *writing, const struct article_plan *plan, struct draft_part *part, size_t first);

/* Would nothing be left, or less than was asked for? Then what there is stays. */
bool thin_stays(struct writing *writing, const struct article_plan *plan, const struct draft_part *part);

#endif
