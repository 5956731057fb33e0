/*
 * lists: articles that list things. Their plan is a row of items, numbered when the article is put together, and
 * supplemental sections behind them. The front header of the folder.
 *
 *   lists.h         this file
 *   wanted.c        how many items, by the keyword or by the request
 *   candidates.h    what the sources list: items for the plan without a language model
 *   enumerated.h    more of them, from enumerations
 *   list_plan.c     that plan
 *   list_model.c    the plan that a language model makes
 *   list_item.c     one item, asked of a language model
 */
#ifndef COPYDESK_WRITE_LISTS_H
#define COPYDESK_WRITE_LISTS_H

#include "write/prompted/prompted.h"
#include "write/writing/draft.h"

enum { LIST_MOST_EXTRA = 3 }; /* supplemental sections */

/* How many items: `least` and `most` are the same where the request or the keyword says the number. */
struct list_wanted {
    size_t least, most;
};

/* From enableAutomaticLength, numberOfItems and the keyword; without a number 5 to 10, as the material has it.
 * E_MEMORY. */
enum status list_wanted(struct writing *writing, struct list_wanted *wanted);

/* Plans for article types: with a language model, and from the sources' own lists. Statuses as of `plan` and
 * `plan_instead` of struct article_type. */
enum status list_plan(struct writing *writing, struct article_plan *plan);
enum status list_plan_from_sources(struct writing *writing, struct article_plan *plan);

/* Asks a language model for the item whose heading has this number, into part->headings. */
enum status list_item(struct writing *writing, const struct prompted *article, size_t number, struct draft_part *part);

/* When the text is there: tells when the article has fewer items than were wanted, or no supplemental section although
 * there was to be one. E_MEMORY. */
enum status list_tell_missing(struct writing *writing, const struct draft_part *part);

#endif
