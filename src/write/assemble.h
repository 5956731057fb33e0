/*
 * The two ends of an article's way: a job is opened as a struct writing, and the drafted parts become HTML with
 * citations and internal links, and what stands around it: slug, description, count of words.
 */
#ifndef COPYDESK_WRITE_ASSEMBLE_H
#define COPYDESK_WRITE_ASSEMBLE_H

#include "write/writing/writing.h"

/* Sets up the writing for a job, whether an article is written or polished, with notes and a run of its own.
 * opening_end must follow, also after a failure. E_MEMORY; E_INVALID: there is no such article type. */
enum status opening_begin(struct writing *writing, struct writing_shared *shared, const struct write_services *services,
                          const struct write_job *job, struct arena *arena, struct error *err);
void opening_end(struct writing *writing);

/* The keyword behind the body, where no heading of the body has it: the heading of the conclusion takes it, else that
 * of the questions, each by a phrase of the language; a note where neither is there. Headings that the caller gave stay
 * as they are. E_MEMORY. */
enum status keyword_heading(struct writing *writing, const struct article_plan *plan, struct draft *draft);

enum status assemble(struct writing *writing, const struct article_plan *plan, const struct draft *draft,
                     struct write_result *result);

/* The same of a document that is there already: plan and draft only say title and description. */
enum status assemble_document(struct writing *writing, const struct article_plan *plan, const struct draft *draft,
                              const struct document *document, struct write_result *result);

/* --- what became of the sources: the run of an article, beside what reading them tells (sources/sources.h) --- */

/* Why passages of the sources were left out, when the excerpts are there. E_MEMORY. */
enum status fates_of_excerpts(struct writing *writing);

/* Which of them the article draws from, once it has ended, well or not. cited: [{url}]. E_MEMORY. */
enum status fates_end(struct writing *writing, const json_t *cited);

#endif
