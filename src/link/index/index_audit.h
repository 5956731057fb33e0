/*
 * The records of the index file that tell of the links between the pages. Reports are made of them; linking does not
 * look at them.
 */
#ifndef COPYDESK_LINK_INDEX_INDEX_AUDIT_H
#define COPYDESK_LINK_INDEX_INDEX_AUDIT_H

#include <stddef.h>
#include <stdint.h>

/*
 * SECTION_AUDIT_LINKS is a row of numbers (varint.h), page by page: how many links the page has, then for each link
 *
 *   2 * back + is_listed   back: so many anchors ago the link's anchor was met first; 0: it is a new one, and then
 *   page                   the page that the anchor is of, as varint_sign of its distance from the page of the link
 *   back                   so many texts ago the anchor's text was met first; 0: it is a new one, the next one in
 *                          SECTION_AUDIT_CHARS
 *
 * Anchors and texts are numbered as they come. A text in SECTION_AUDIT_CHARS is its length as such a number, and then
 * so many bytes, coded with the index's symbols; the length 0 says that it is the title of the page that its first
 * anchor is of, as most are.
 */

/* Beside the number of an anchor: the link stands in a list, a heading or navigation, not in running text. */
#define AUDIT_LISTED 0x80000000u

/* A page, and what links say of it. */
struct audit_anchor {
    uint32_t page, text; /* text: number of a text */
};

struct audit_text {
    uint32_t offset; /* SECTION_AUDIT_CHARS */
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
    uint32_t key[2]; /* word_hash of its url_key: the lower half, the upper one */
    uint32_t page;
};

struct audit_totals {
    uint64_t links;         /* between pages, and broken ones */
    uint64_t broken;        /* one for each page and address; SECTION_AUDIT_BROKEN has the first of them */
    uint64_t kept, anchors; /* in SECTION_AUDIT_LINKS */
};

#endif
