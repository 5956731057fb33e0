/*
 * audit: what reports are made of: the links between the pages of a site, collected while its index is built.
 *
 *   audit.h         what the builder calls, and what counts as a link
 *   audit.c         the links of all pages, on the disk until the pages are known; the records that tell of them, and
 *                   these in the index file
 *   suggestions.c   which pages could link to the weakest ones
 *
 * - The links are those of the HTML (text/html/html.h), wherever they stand on a page: in running text or in lists and
 *   navigation, which is told apart. rel="nofollow" makes no difference, for readers follow both. A link of a page to
 *   itself is none.
 * - A link is internal when its host is that of a page of the site. URLs are compared as everywhere in the engine
 *   (index/url_key.h). An address with a query that is no page counts as the page without it.
 * - What is known of addresses that are no pages is taken into account: a link to an address that leads to another one
 *   counts for the page in the end; one to an address that answered with 400 or more is broken; one to any other known
 *   address (a file, a page closed to robots) is neither counted nor broken.
 * - A link to an address that is no page, and of which nothing is known, is broken too. So a site of which only a part
 *   is given has links that are only said to be broken.
 * - What links say is compared without regard to letter case; the spelling that came first is kept.
 *
 * Memory goes with the hosts, the known addresses, and the different things that links say; the links themselves are on
 * the disk, in a temporary file without a name.
 */
#ifndef COPYDESK_LINK_AUDIT_AUDIT_H
#define COPYDESK_LINK_AUDIT_AUDIT_H

#include "link/index/index.h"

enum {
    AUDIT_ADDRESSES_MAX = 1000000, /* known addresses; more are left out */
    AUDIT_REDIRECTED_MAX = 100000, /* addresses that lead to a page and are kept */
    AUDIT_BROKEN_MAX = 10000,      /* broken links that are kept; more are only counted */
    AUDIT_TEXT_MAX = 120,          /* bytes of what a link says; longer texts are cut between characters */
    AUDIT_REDIRECTS_MAX = 5,
};

#define AUDIT_NO_PAGE UINT32_MAX

struct audit;

/* path: of the index; the temporary file is made in the same folder. *audit may have been set when this fails:
 * audit_free it. E_MEMORY. */
enum status audit_new(const char *path, struct audit **audit, struct error *err);

/* NULL is allowed. */
void audit_free(struct audit *audit);

/*
 * The links of a page. number: the page's own; of two pages with one number the later one is taken. url: absolute,
 * normalised. E_IO; E_MEMORY.
 */
enum status audit_add_page(struct audit *audit, uint32_t number, const char *url, struct str html, struct error *err);

/* Something that is known of an address that is no page. */
struct audit_address {
    const char *url;      /* absolute, normalised */
    int status;           /* what it answered; 0: unknown */
    const char *leads_to; /* absolute, normalised; NULL: nowhere else */
};

/* Of two with one URL the later one is taken. The texts are copied. E_MEMORY. */
enum status audit_add_address(struct audit *audit, const struct audit_address *address, struct error *err);

/* The number of the page with that url_key, AUDIT_NO_PAGE when there is none. */
typedef uint32_t (*audit_find_page)(const void *context, struct str key);

/* In AUDIT_PAGES, in place of the number of a page's first link: it has none. */
#define AUDIT_NO_LINK UINT32_MAX

/* In AUDIT_LINKS: it is the last one of its page. */
#define AUDIT_LAST  0x40000000u
#define AUDIT_FLAGS (AUDIT_LISTED | AUDIT_LAST)

/* What was collected, until it is written. */
enum audit_list {
    AUDIT_PAGES,       /* uint32_t for each page: its first link */
    AUDIT_LINKS,       /* uint32_t: number of an anchor, AUDIT_LISTED and AUDIT_LAST; those of a page together */
    AUDIT_ANCHORS,     /* struct audit_anchor */
    AUDIT_TEXTS,       /* struct audit_text: what links say */
    AUDIT_CHARS,       /* char: what all texts are made of; in memory they end with a NUL, and are not coded */
    AUDIT_BROKEN,      /* struct audit_broken */
    AUDIT_ADDRESSES,   /* struct audit_known */
    AUDIT_SUGGESTIONS, /* struct audit_suggestion */
    AUDIT_TOTALS,      /* struct audit_totals, one */
    AUDIT_LISTS
};

extern const size_t audit_list_sizes[AUDIT_LISTS]; /* bytes of one record */

/* Starts as zeros. */
struct audit_records {
    struct buf lists[AUDIT_LISTS];
};

static inline const void *audit_list(const struct audit_records *records, enum audit_list list)
{
    return records->lists[list].data;
}

static inline size_t audit_count(const struct audit_records *records, enum audit_list list)
{
    return records->lists[list].len / audit_list_sizes[list];
}

/* How many links of a page begin here; available: records up to the end of the list. */
static inline size_t audit_count_links(const uint32_t *links, size_t available)
{
    size_t count = 0;
    while (count < available && !(links[count++] & AUDIT_LAST))
        ;
    return count;
}

/*
 * Makes the records, when all page_count pages are known. records: freed by audit_free_records, also after a failure.
 * E_LIMIT: more of them than can be numbered; E_IO; E_MEMORY.
 */
enum status audit_make_records(struct audit *audit, uint32_t page_count, audit_find_page find, const void *context,
                               struct audit_records *records, struct error *err);
void audit_free_records(struct audit_records *records);

/* For suggestions. */
struct audit_text audit_add_text(struct audit_records *records, struct str text);
void audit_add_suggestion(struct audit_records *records, const struct audit_suggestion *suggestion);

/* Have all records found their place? E_LIMIT; E_MEMORY. */
enum status audit_check_records(const struct audit_records *records, struct error *err);

/* --- into the index file, as link/index/index.h says --- */

/* What the index has of all pages. */
struct audit_pages {
    const struct symbols *symbols; /* those of SECTION_SYMBOLS */
    const uint64_t *titles;        /* word_hash of the title of each page */
};

/* E_LIMIT: more text than one index can hold; E_MEMORY. */
enum status audit_write(const struct audit_records *records, const struct audit_pages *pages,
                        struct index_writer *writer, struct error *err);

/*
 * --- suggestions: which pages could link to the weakest ones ---
 *
 * Those whose running text holds a name of the weak page, without linking
 * to it. Found while the index is built, in two looks at each page: the first learns the names of the weak pages, the
 * second finds the pages that hold them. Bounded: SUGGESTIONS_PAGES weak pages, the weakest first, and
 * SUGGESTIONS_KEPT pages for each.
 *
 * Text is a list of numbers, one for each word, where two words that count as the same have the same number.
 */

enum {
    SUGGESTIONS_PAGES = 10000, /* weak pages */
    SUGGESTIONS_KEPT = 12,     /* for one of them, while they are collected */
    SUGGESTIONS_GIVEN = 5,     /* in the index */
    SUGGESTIONS_WEAK = 3,      /* a page to which fewer pages link from their text is weak */
    SUGGESTIONS_WORDS = 10,    /* of a name, at most */
    SUGGESTIONS_NAMES = 8,     /* of one page */
};

/* In place of a word: what no name may reach across. */
#define SUGGESTIONS_BREAK UINT32_MAX

struct suggestions;

/* records: those of audit_make_records; they must live until the end. *suggestions may have been set when this fails:
 * suggestions_free it. E_MEMORY. */
enum status suggestions_new(const struct audit_records *records, uint32_t page_count, struct suggestions **suggestions,
                            struct error *err);

/* NULL is allowed. */
void suggestions_free(struct suggestions *suggestions);

/* Are the names of this page wanted? */
bool suggestions_wants(const struct suggestions *suggestions, uint32_t page);

/* A name of a page that is wanted. text: as it is written; worth: from 0 to 1, 1: the whole title. */
void suggestions_learn(struct suggestions *suggestions, uint32_t page, const uint32_t *words, size_t count,
                       struct str text, double worth);

/* Has memory run out for a name? */
bool suggestions_failed(const struct suggestions *suggestions);

/* The running text of a page, with breaks in place of its links, when all names are known. */
void suggestions_look(struct suggestions *suggestions, uint32_t page, const uint32_t *words, size_t count);

/* Adds AUDIT_SUGGESTIONS to the records, in the order of the weak pages, when all pages were looked at. Want of
 * memory is told by audit_check_records. */
void suggestions_write(struct suggestions *suggestions, struct audit_records *records);

#endif
