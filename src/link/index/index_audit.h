/*
 * The records of the index file that tell of the links between the pages. Reports are made of them; linking does not
 * look at them.
 */
#ifndef COPYDESK_LINK_INDEX_INDEX_AUDIT_H
#define COPYDESK_LINK_INDEX_INDEX_AUDIT_H

#include <stddef.h>
#include <stdint.h>

/* In SECTION_AUDIT_PAGES, in place of the number of a page's first link: it has none. */
#define AUDIT_NO_LINK UINT32_MAX

/* In SECTION_AUDIT_LINKS, beside the number of an anchor: the link stands in a list, a heading or navigation, not
 * in running text. */
#define AUDIT_LISTED 0x80000000u
/* It is the last one of its page. */
#define AUDIT_LAST  0x40000000u
#define AUDIT_FLAGS (AUDIT_LISTED | AUDIT_LAST)

enum { AUDIT_LINKS_MAX = 5000 }; /* of a page */

/* How many links of a page begin here; available: records up to the end of the section. */
static inline size_t audit_count_links(const uint32_t *links, size_t available)
{
    size_t count = 0, most = available < AUDIT_LINKS_MAX ? available : AUDIT_LINKS_MAX;
    while (count < most && !(links[count++] & AUDIT_LAST))
        ;
    return count;
}

/* A page, and what links say of it. */
struct audit_anchor {
    uint32_t page, text; /* text: number in SECTION_AUDIT_TEXTS */
};

struct audit_text {
    uint32_t offset; /* SECTION_AUDIT_CHARS; it ends with a NUL */
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
