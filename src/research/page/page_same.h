/* Are two pages one: found at the same address, naming the same canonical address, or with the same text? */
#ifndef COPYDESK_RESEARCH_PAGE_SAME_H
#define COPYDESK_RESEARCH_PAGE_SAME_H

#include "research/page/page.h"

struct page_identity {
    const struct page *page;
    const char *address; /* where it was found, normalised; of a document without an address its path */
};

/* The identity lives in the arena and points to the page. E_MEMORY. */
enum status page_identify(struct arena *arena, const struct page *page, struct page_identity *identity,
                          struct error *err);

bool page_is_same(const struct page_identity *a, const struct page_identity *b);

#endif
