/* The links between pages as SECTION_AUDIT_LINKS has them, taken apart, and their texts (texts.c). */
#ifndef COPYDESK_LINK_INDEX_AUDIT_READ_H
#define COPYDESK_LINK_INDEX_AUDIT_READ_H

#include "link/index/index.h"

/* All lives in the arena that was read into. Pages and texts of anchors may be out of range, all else is not. */
struct audit_links {
    uint32_t *pages; /* the first link of each page, and one number more: where the links end */
    uint32_t *links; /* number of an anchor, and AUDIT_LISTED */
    size_t link_count;
    struct audit_anchor *anchors;
    size_t anchor_count;
    struct str *texts; /* of the anchors */
    size_t text_count;
};

/* E_MEMORY. */
enum status audit_links_read(const struct link_index *index, struct arena *arena, struct audit_links *links,
                             struct error *err);

/* A text of the links between pages, decoded into the arena; "" when it is out of range. data NULL: memory ran out. */
struct str index_audit_text(const struct link_index *index, struct audit_text text, struct arena *arena);

/* All these texts as they stand in the file, and the same for the first of them, which is taken off. */
struct str index_audit_chars(const struct link_index *index);
struct str index_take_audit_text(const struct link_index *index, struct str *from, struct arena *arena);

#endif
