/* article_name: what an article is called where a row of another table speaks of it. */
#ifndef COPYDESK_STORE_DB_ARTICLE_NAME_H
#define COPYDESK_STORE_DB_ARTICLE_NAME_H

#include "store/db/db.h"

/* Two columns for row_article_name; id: a column. */
#define ARTICLE_NAME(id)                                                                                               \
    "(SELECT title FROM article WHERE article.id = " id "), "                                                          \
    "(SELECT config FROM article WHERE article.id = " id " AND title IS NULL)"

/* Its title, or its keyword while it has none; NULL: it has neither, or is there no more. */
const char *row_article_name(struct db_row *row);

/* The keyword of an accepted request, in the arena; NULL: it has none, or no memory. */
const char *article_keyword(const char *config, struct arena *arena);

#endif
