/*
 * lists: articles that list things. Their plan is a row of items, numbered when the article is put together, and
 * supplemental sections behind them. The front header of the folder.
 *
 *   lists.h         this file
 *   wanted.c        how many items, by the keyword or by the request
 *   candidates.h    what the sources list: items for the plan without a language model
 *   enumerated.h    more of them, from enumerations
 *   list_plan.c     that plan
 */
#ifndef COPYDESK_WRITE_LISTS_H
#define COPYDESK_WRITE_LISTS_H

#include "write/prompted/prompted.h"
#include "write/writing/draft.h"

enum {
    LIST_LEAST = 3,      /* items: fewer are no list */
    LIST_MOST_EXTRA = 3, /* supplemental sections */
};

/* How many items: `least` and `most` are the same where the request or the keyword says the number. */
struct list_wanted {
    size_t least, most;
};

/* From enableAutomaticLength, numberOfItems and the keyword; without a number 5 to 10, as the material has it.
 * E_MEMORY. */
enum status list_wanted(struct writing *writing, struct list_wanted *wanted);

/* How many items and sections behind them, for a language model. E_MEMORY. */
enum status list_size(struct writing *writing, struct article_size *size);

/* The plan from the sources' own lists. Statuses as of `plan` of struct article_type. */
enum status list_plan_from_sources(struct writing *writing, struct article_plan *plan);

/* The sources have so many things of one kind and no more: E_NOT_FOUND with no_sources. */
enum status list_refuse(struct writing *writing, size_t count);

/* When the text is there: tells when the article has fewer items than were wanted, or no supplemental section although
 * there was to be one. Of the built-in writer's list the title says how many there are, and fewer than LIST_LEAST are
 * refused. E_MEMORY. */
enum status list_finish(struct writing *writing, struct article_plan *plan, const struct draft_part *part);

#endif
