/* The drafted parts become HTML with citations and internal links, and what stands around it: slug, description,
 * count of words. */
#ifndef COPYDESK_WRITE_ASSEMBLE_H
#define COPYDESK_WRITE_ASSEMBLE_H

#include "write/writing/document/document.h"
#include "write/writing/draft.h"

enum status assemble(struct writing *writing, const struct article_plan *plan, const struct draft *draft,
                     struct write_result *result);

/* The same of a document that is there already: plan and draft only say title and description. */
enum status assemble_document(struct writing *writing, const struct article_plan *plan, const struct draft *draft,
                              const struct document *document, struct write_result *result);

#endif
