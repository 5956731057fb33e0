/*
 * The records of the index file that tell of the links between the pages. Reports are made of them; linking does not
 * look at them.
 */
#ifndef COPYDESK_LINK_INDEX_INDEX_AUDIT_H
#define COPYDESK_LINK_INDEX_INDEX_AUDIT_H

#include <stdint.h>

/* The links of a page to others of the site, as they stand there. */
struct audit_page {
    uint32_t first, count; /* SECTION_AUDIT_LINKS */
};

/* In SECTION_AUDIT_LINKS, beside the number of a link anchor: the link stands in a list, a heading or navigation, not
 * in running text. */
#define AUDIT_LISTED 0x80000000u

/* A page, and what links say of it. */
struct audit_anchor {
    uint32_t page, text; /* text: number in SECTION_AUDIT_TEXTS */
};

struct audit_text {
    uint32_t offset, length; /* SECTION_AUDIT_CHARS */
};

struct audit_broken {
    uint32_t page;
    uint32_t status; /* what the address answered; 0: unknown */
    struct audit_text url, text;
};

/* A page to which few others link, and one that could. Those of a page are together, the best first; by page. */
struct audit_suggestion {
    uint32_t page, from;
    struct audit_text text; /* what `from` holds */
};

/* An address that leads to a page. */
struct audit_known {
    struct audit_text key; /* its url_key */
    uint32_t page;
};

struct audit_totals {
    uint64_t links;  /* between pages, and broken ones */
    uint64_t broken; /* one for each page and address; SECTION_AUDIT_BROKEN has the first of them */
};

#endif
