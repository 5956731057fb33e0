/* The URLs of a crawl, each once, in the order found. */
#ifndef COPYDESK_RESEARCH_CRAWL_FRONTIER_H
#define COPYDESK_RESEARCH_CRAWL_FRONTIER_H

#include "base/base.h"

struct frontier_entry {
    const char *url;
    bool is_canonical; /* another page named it as its canonical address, so that it may name no further one */
};

struct frontier {
    struct arena *arena;
    struct map seen;
    struct frontier_entry *entries;
    size_t count, cap;
    size_t next;  /* the entry that frontier_take gives next */
    size_t limit; /* most URLs that are remembered; later ones are dropped */
};

void frontier_init(struct frontier *frontier, struct arena *arena, size_t limit);

/* Adds a URL unless it is known; it is copied. False when memory ran out. */
bool frontier_add(struct frontier *frontier, const char *url, bool is_canonical);

/* Notes a URL as known without queueing it; *fresh says whether it was new. False when memory ran out. */
bool frontier_mark(struct frontier *frontier, const char *url, bool *fresh);

/* The next URL; false when there is none left. */
bool frontier_take(struct frontier *frontier, struct frontier_entry *entry);

#endif
