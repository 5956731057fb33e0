/*
 * rewrite: a page that somebody wrote, written anew. The front header of the folder.
 *
 *   rewrite.h           this file: what the article type calls
 *   original.h          the page as sections of numbered sentences
 *   reword.h            a sentence put another way by rule
 *   rewrite_material.c  what a language model writes from: the page's passages, title, headings, length
 *   rewrite_marks.c     what a new text keeps as it is: pictures, tables, code, links
 *   rewrite_plan.c      headings without a language model
 *   rewrite_compose.c   the text without one: the page's sentences in another order, shortened
 */
#ifndef COPYDESK_WRITE_REWRITE_H
#define COPYDESK_WRITE_REWRITE_H

#include "write/prompted/prompted.h"

/* The page has been read (writing->pages): keeps what it says as writing->subject (original.h). Fails with no_sources
 * when it is in another language than the built-in writer is to write, or says nothing. */
enum status rewrite_open(struct writing *writing);

/* Where the columns of an article type say what each does (writing/article_type.h). */
enum status rewrite_plan(struct writing *writing, struct article_plan *plan);
enum status rewrite_compose(struct writing *writing, struct article_plan *plan, struct draft *draft);
enum status rewrite_keep(struct writing *writing, struct article_plan *plan);
enum status rewrite_size(struct writing *writing, struct article_size *size);
enum status rewrite_passages(struct writing *writing, struct model_excerpt **list, size_t *count);
enum status rewrite_subject(struct writing *writing, struct str *text);
enum status rewrite_complete(struct writing *writing, struct manuscript *manuscript);
enum status rewrite_mark(struct writing *writing, struct model_text *text);
enum status rewrite_fill(struct writing *writing, const struct article_plan *plan, size_t number,
                         struct drafted *drafted);

#endif
