/* The parts that articles are made of, one row each: how a part is written without a language model and with one, and
 * how it becomes part of the document. */
#ifndef COPYDESK_WRITE_PARTS_H
#define COPYDESK_WRITE_PARTS_H

#include "write/writing/writing.h"

/* Title and headings of an article without a language model: the type's own way, page by page where pages are the
 * subject, else from sections of all sources. Statuses as compose_plan. */
enum status parts_plan(struct writing *writing, struct article_plan *plan);

/*
 * Writes the parts of the article's type, those that draw on the text of others last. With a language model the pieces
 * of a stage are asked for side by side; what it gives no usable text for is composed from the sources, with a note.
 * Sets the plan's title where it has none.
 */
enum status parts_draft(struct writing *writing, struct article_plan *plan, struct draft *draft);

/* Adds the title and the parts, in the order of the article type. */
void parts_assemble(struct writing *writing, const struct article_plan *plan, const struct draft *draft,
                    struct document *document);

#endif
