/* Patterns (text/pattern.h) taken apart once, for lists of hundreds that are asked of many texts. */
#ifndef COPYDESK_TEXT_PATTERN_TABLE_H
#define COPYDESK_TEXT_PATTERN_TABLE_H

#include "text/pattern.h"

struct pattern_table;

/* An empty table in the arena; NULL when memory ran out. */
struct pattern_table *pattern_table_new(struct arena *arena);

/* Adds the patterns of a NULL-terminated list (NULL: empty), which outlives the table. False: memory ran out. */
bool pattern_table_add(struct pattern_table *table, const char *const *patterns);

/* Does any pattern match anywhere in the text, of any number of sentences, as pattern_find has it? Any number of
 * threads may ask once nothing is added any more. */
bool pattern_table_occurs(const struct pattern_table *table, const struct worded *worded);

#endif
