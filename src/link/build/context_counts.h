/*
 * The sixth pass: in which surroundings phrases are linked (index/contexts.h). A sample of the pages is enough, and
 * keeps the table small.
 */
#ifndef COPYDESK_LINK_BUILD_CONTEXT_COUNTS_H
#define COPYDESK_LINK_BUILD_CONTEXT_COUNTS_H

#include "link/site/numbers.h"
#include "link/site/site.h"

/* The sample: one page in so many that it has at most CONTEXT_PAGES. */
enum { CONTEXT_PAGES = 20000 };

struct context_count {
    float expected, linked;
};

struct context_counting {
    struct numbers numbers; /* key -> number of the count, plus one */
    struct context_count *counts;
    size_t count, cap;
    const struct site_occurrence **chosen; /* of each phrase of the page, by which it is judged */
    size_t chosen_count, chosen_cap;
};

void context_counting_free(struct context_counting *counting);

/* A site_page_visitor, of SITE_OCCURRENCES, whose context is a struct context_counting, at first zeros. */
bool context_counts_visit(struct site *site, const struct site_text *text, void *context);

/* Makes site->contexts of the counts that say anything. E_MEMORY. */
enum status context_counting_finish(const struct context_counting *counting, struct site *site, struct error *err);

#endif
