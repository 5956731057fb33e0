/* The links between pages as SECTION_AUDIT_LINKS has them, taken apart. */
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

#endif
