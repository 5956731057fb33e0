/*
 * Used only inside this folder. The links of all pages in the order in which they were read, in a temporary file that
 * is gone with the process: which of them lead to pages is only known when all pages are.
 */
#ifndef COPYDESK_LINK_GRAPH_GRAPH_SPOOL_H
#define COPYDESK_LINK_GRAPH_GRAPH_SPOOL_H

#include "link/graph/page_links.h"

#include <stdio.h>

/* A page, before its links. */
struct graph_spool_page {
    uint32_t number;  /* the page's */
    uint32_t reading; /* counts the pages as they were read */
    uint32_t link_count;
    struct str url;
};

struct graph_spool_link {
    struct str url; /* with a NUL behind it */
    struct str text;
    bool is_listed;
};

struct graph_spool {
    FILE *file;
    struct buf piece; /* the texts of what was read last */
};

/* E_IO. */
enum status graph_spool_open(struct graph_spool *spool, const char *folder, struct error *err);
void graph_spool_close(struct graph_spool *spool);

/* Failures to write are noted by the file, and told by graph_spool_rewind. */
void graph_spool_add_page(struct graph_spool *spool, const struct graph_spool_page *page);
void graph_spool_add_link(struct graph_spool *spool, const struct graph_spool_link *link);

/* To the start, for reading. E_IO. */
enum status graph_spool_rewind(struct graph_spool *spool, struct error *err);

/* The next page, link_count links behind it. *done: there is none. The texts are good until the next call. E_IO;
 * E_MEMORY. */
enum status graph_spool_next_page(struct graph_spool *spool, struct graph_spool_page *page, bool *done, struct error *err);
enum status graph_spool_next_link(struct graph_spool *spool, struct graph_spool_link *link, struct error *err);

#endif
