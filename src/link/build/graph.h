/* Who links to whom, from running text. */
#ifndef COPYDESK_LINK_BUILD_GRAPH_H
#define COPYDESK_LINK_BUILD_GRAPH_H

#include "link/site/site.h"

/* The links while they are collected. Starts as zeros. */
struct graph {
    uint32_t *out; /* of each page, in order of the pages: those that it links to, ascending */
    size_t count, cap;
    uint64_t *firsts; /* per page: where its own begin */
};

/* E_MEMORY. */
enum status graph_init(struct graph *graph, const struct site *site, struct error *err);
void graph_free(struct graph *graph);

/* Collects the links of a page; to be called for all of them in order. False: memory ran out. */
bool graph_add(struct graph *graph, struct site *site, const struct site_text *text);

/* Makes site->links of them, and counts PAGE_OUT, PAGE_IN and site->linking_pages. E_MEMORY. */
enum status graph_finish(struct graph *graph, struct site *site, struct error *err);

/* Does a page link to the other? Once the graph is finished. */
bool graph_has(const struct site *site, uint32_t from, uint32_t to);

#endif
