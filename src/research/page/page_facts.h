/* What an HTML page says to crawlers: its links, its canonical address, and whether it may be indexed and followed. */
#ifndef COPYDESK_RESEARCH_PAGE_PAGE_FACTS_H
#define COPYDESK_RESEARCH_PAGE_PAGE_FACTS_H

#include "research/page/page.h"

struct page_link {
    const char *url; /* absolute, normalised */
    bool nofollow;
};

struct page_facts {
    const char *canonical;   /* <link rel="canonical">, absolute and normalised; NULL when there is none */
    bool noindex, nofollow;  /* <meta name="robots"> or name="copydesk" */
    struct page_link *links; /* resolved (with <base>), in document order, each URL once */
    size_t link_count;
};

/* Reads them from UTF-8 found at `url`; all lives in the arena. Statuses of html_document_parse. */
enum status page_facts_read(struct arena *arena, struct str html, const char *url, struct page_facts *facts,
                            struct error *err);

#endif
