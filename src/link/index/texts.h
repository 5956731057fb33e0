/*
 * The texts of the index: URLs and titles (index_page_url and index_page_title of index.h are defined here), and those
 * of the links between pages.
 */
#ifndef COPYDESK_LINK_INDEX_TEXTS_H
#define COPYDESK_LINK_INDEX_TEXTS_H

#include "link/index/index.h"

/* A text of the links between pages, decoded into the arena; "" when it is out of range. data NULL: memory ran out. */
struct str index_audit_text(const struct link_index *index, struct audit_text text, struct arena *arena);

/* All these texts as they stand in the file, and the same for the first of them, which is taken off. */
struct str index_audit_chars(const struct link_index *index);
struct str index_take_audit_text(const struct link_index *index, struct str *from, struct arena *arena);

#endif
