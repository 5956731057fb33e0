/*
 * Used only inside this folder. The links of all pages in the order in which they were read, in a temporary file that
 * is gone with the process: which of them lead to pages is only known when all pages are.
 */
#ifndef COPYDESK_LINK_AUDIT_AUDIT_SPOOL_H
#define COPYDESK_LINK_AUDIT_AUDIT_SPOOL_H

#include "link/audit/page_links.h"

#include <stdio.h>

/* A page, before its links. */
struct audit_spool_page {
    uint32_t number;  /* the page's */
    uint32_t reading; /* counts the pages as they were read */
    uint32_t link_count;
    struct str url;
};

struct audit_spool_link {
    struct str url; /* with a NUL behind it */
    struct str text;
    bool is_listed;
};

struct audit_spool {
    FILE *file;
    struct buf piece; /* the texts of what was read last */
};

/* path: of the index, beside which the file is made. E_IO, E_MEMORY. */
enum status audit_spool_open(struct audit_spool *spool, const char *path, struct error *err);
void audit_spool_close(struct audit_spool *spool);

/* Failures to write are noted by the file, and told by audit_spool_rewind. */
void audit_spool_add_page(struct audit_spool *spool, const struct audit_spool_page *page);
void audit_spool_add_link(struct audit_spool *spool, const struct audit_spool_link *link);

/* To the start, for reading. E_IO. */
enum status audit_spool_rewind(struct audit_spool *spool, struct error *err);

/* The next page, link_count links behind it. *done: there is none. The texts are good until the next call. E_IO;
 * E_MEMORY. */
enum status audit_spool_next_page(struct audit_spool *spool, struct audit_spool_page *page, bool *done,
                                  struct error *err);
enum status audit_spool_next_link(struct audit_spool *spool, struct audit_spool_link *link, struct error *err);

#endif
