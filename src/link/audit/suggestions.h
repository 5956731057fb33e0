/*
 * Which pages could link to the weakest ones: those whose running text holds a name of the weak page, without linking
 * to it. Found while the index is built, in two looks at each page: the first learns the names of the weak pages, the
 * second finds the pages that hold them. Bounded: SUGGESTIONS_PAGES weak pages, the weakest first, and
 * SUGGESTIONS_KEPT pages for each.
 *
 * Text is a list of numbers, one for each word, where two words that count as the same have the same number.
 */
#ifndef COPYDESK_LINK_AUDIT_SUGGESTIONS_H
#define COPYDESK_LINK_AUDIT_SUGGESTIONS_H

#include "link/audit/audit.h"

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
