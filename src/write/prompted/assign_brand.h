/* The brand's place in the article, and its own texts as excerpts for the sections that they fit. */
#ifndef COPYDESK_WRITE_PROMPTED_ASSIGN_BRAND_H
#define COPYDESK_WRITE_PROMPTED_ASSIGN_BRAND_H

#include "write/writing/plan.h"

/* Chooses the section that is to name the brand, and adds excerpts of the brand's description and knowledge to the
 * material of the headings. E_MEMORY. */
enum status assign_brand(struct writing *writing, struct article_plan *plan);

/* The brand's texts as excerpts, a few sentences each; those that address a model are left out. E_MEMORY. */
enum status brand_excerpts(struct writing *writing, struct model_excerpt **list, size_t *count);

#endif
