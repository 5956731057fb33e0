/* Used only inside this folder: a graph while its pages are read. */
#ifndef COPYDESK_LINK_GRAPH_GRAPH_INNER_H
#define COPYDESK_LINK_GRAPH_GRAPH_INNER_H

#include "link/graph/graph.h"
#include "link/graph/graph_spool.h"

struct graph {
    struct arena *arena; /* of all below */
    const char *folder;
    struct graph_spool spool; /* opened for the first page */
    struct map hosts;     /* of the pages */
    struct map addresses; /* struct graph_address by url_key */
    uint32_t *readings;   /* per page: which reading of it counts */
    size_t reading_cap;
    size_t page_count; /* numbers that were met */
    uint32_t reading_count;
};

/* The host of a url_key. */
struct str graph_host(struct str key);

#endif
