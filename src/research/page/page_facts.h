/* What an HTML page says to crawlers: its links, its canonical address, its wishes; private to research/. */
#ifndef COPYDESK_RESEARCH_PAGE_PAGE_FACTS_H
#define COPYDESK_RESEARCH_PAGE_PAGE_FACTS_H

#include "research/page/page.h"

struct page_facts {
    const char *canonical;   /* <link rel="canonical">, absolute and normalised; NULL when there is none */
    bool noindex, nofollow;  /* <meta name="robots"> or name="copydesk" */
    struct page_link *links; /* as page_links gives them */
    size_t link_count;
};

enum status page_facts_read(struct arena *arena, struct str html, const char *url, struct page_facts *facts,
                            struct error *err);

#endif
