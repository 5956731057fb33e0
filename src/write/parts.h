/* The parts that articles are made of, one row each: how a part is drafted, and how it becomes part of the document. */
#ifndef COPYDESK_WRITE_PARTS_H
#define COPYDESK_WRITE_PARTS_H

#include "write/document.h"
#include "write/draft.h"

/* Drafts the parts of the article type in its order; those that draw on the text of others, last. */
enum status parts_draft(struct writing *writing, const struct article_type *type, const struct article_outline *outline,
                        struct draft *draft);

/* Adds the title and the parts, in the order of the article type. */
void parts_assemble(struct writing *writing, const struct article_outline *outline, const struct draft *draft,
                    struct document *document);

#endif
