/*
 * rewrite: a page that somebody wrote, written anew. The front header of the folder.
 *
 *   rewrite.h           this file: what the article type calls
 *   original.h          the page as sections of numbered sentences
 *   reword.h            a sentence put another way by rule
 *   rewrite_notes.c     what the page says, as a language model's notes
 *   rewrite_plan.c      headings, from notes or from the page
 *   rewrite_section.c   a section asked of a language model, from notes alone
 *   rewrite_compose.c   the text without one: the page's sentences in another order, shortened
 */
#ifndef COPYDESK_WRITE_REWRITE_H
#define COPYDESK_WRITE_REWRITE_H

#include "write/prompted/prompted.h"

/* The page has been read (writing->pages): keeps its text as writing->subject. Fails with no_sources when it is in
 * another language than the built-in writer is to write, or says nothing. */
enum status rewrite_open(struct writing *writing);

/* Where the columns of an article type say what each does (writing/article_type.h). */
enum status rewrite_plan(struct writing *writing, struct article_plan *plan);
enum status rewrite_compose(struct writing *writing, struct article_plan *plan, struct draft *draft);
enum status rewrite_section(struct writing *writing, const struct prompted *article, size_t first,
                            struct draft_part *part);
enum status rewrite_fill(struct writing *writing, const struct article_plan *plan, size_t number,
                         struct drafted *drafted);

#endif
