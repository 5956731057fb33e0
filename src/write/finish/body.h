/* The text of the body: what stands below the headings of an article, but for questions, conclusion and the like. */
#ifndef COPYDESK_WRITE_FINISH_BODY_H
#define COPYDESK_WRITE_FINISH_BODY_H

#include "write/writing/draft.h"

/* Its headings, in the order of the article: the next one behind part *at, heading *number, which begin with 0 and 0
 * for the first. NULL: there is no more. */
struct drafted *body_next(const struct draft *draft, size_t *at, size_t *number);

/* How many words of the text stand in another, 0-1: the heading with its text against a sentence. */
double body_fit(struct writing *writing, const struct drafted *drafted, struct str sentence);

/* Adds a paragraph behind the text. E_MEMORY. */
enum status body_append(struct writing *writing, struct drafted *drafted, struct model_sentence sentence);

#endif
