/*
 * The article types, one file and one row each.
 *
 * To add a type, write types/NAME.c with its `const struct article_type` and name it in the list of types.c: from then
 * on requests may ask for it. A part that no type has yet is a value of enum article_part, its row in write/parts.c
 * and its file write/draft_NAME.c.
 *
 * Which parameters a type reads is said once, by the bits of the column `types` of the parameter table
 * (params/params_table.c).
 */
#ifndef COPYDESK_WRITE_TYPES_H
#define COPYDESK_WRITE_TYPES_H

#include "write/writing/article_type.h"

/* The type of this name; NULL when it cannot be written. */
const struct article_type *article_type_find(const char *name);

/* The bits of all types that can be written. */
unsigned article_types_writable(void);

/* The rows. */
extern const struct article_type type_blog_post, type_listicle, type_service_page, type_rewrite, type_video,
    type_market_roundup, type_market_review, type_places;

#endif
