/*
 * pages: an article made page by page. Where pages are the subject, each is taken in its own order, with its lists,
 * steps, tables and code; others add the sections that it lacks.
 *
 *   pages.c        is an article made so; its plan and its draft
 *   page.h         pages as parts and pieces; what the files of the folder share
 *   page_read.c    a page becomes parts, each a heading over pieces
 *   page_voice.c   which sentences of a page can stand in another text; what each part is worth to the keyword
 *   page_choice.c  which pages and parts the article is made of, up to its length
 *   page_given.c   the caller's own headings, filled
 *   page_list.c    the pages that speak of the keyword; what stands under a heading; lists that pages are
 *   page_opening.c introduction, conclusion, key takeaways, questions with their answers
 *
 * Where the pages are the parts of a manual, many of them saying a little each, sentences are gathered from all of them
 * instead (write/compose).
 */
#ifndef COPYDESK_WRITE_PAGES_PAGES_H
#define COPYDESK_WRITE_PAGES_PAGES_H

#include "write/writing/writing.h"

struct by_page;

/* Reads the pages, and chooses what the article is made of. *made is NULL where it is to be gathered: nothing is about
 * the keyword as a page is, the keyword compares two things, or the pages are those of a manual. The caller's headings,
 * if there are any, are in the plan. E_MEMORY. */
enum status pages_open(struct writing *writing, const struct article_plan *plan, struct by_page **made);

/* The headings of the article, unless the caller gave them, and the part of the pages that each is made of. E_MEMORY.
 */
enum status pages_plan(struct by_page *made, struct article_plan *plan);

/* The items of a list, as the main sections of the nearest page are: where it numbers them, where the keyword counts
 * what is said ("tips", "mistakes"), or where must_be_sure is not set; or as a list of it has them, each below its name
 * in bold. Sets the headings of the plan, with their texts; none where the page has too few. E_MEMORY. */
enum status pages_list(struct writing *writing, size_t least, size_t most, bool must_be_sure,
                       struct article_plan *plan);

/* All parts of the article that are made of pages. Statuses as compose_sections; E_NOT_FOUND with no_sources: all that
 * they say is too little for an article. */
enum status pages_compose(struct by_page *made, const struct article_plan *plan, struct draft *draft);

#endif
