/*
 * Used only inside this folder: what is counted for each page, and each thing that links say; the best few of many; and
 * the parts of a report. Nothing here fails but for memory, of the report's arena and the one of the facts: they
 * remember it (arena_failed), and what is made after that may be less than it should be.
 */
#ifndef COPYDESK_LINK_REPORT_REPORT_INNER_H
#define COPYDESK_LINK_REPORT_REPORT_INNER_H

#include "link/index/index.h"
#include "link/report/report.h"

#define FACTS_NO_PAGE UINT32_MAX

struct reported_page {
    uint32_t inbound, inbound_in_text;
    uint32_t outbound, outbound_in_text;
    uint32_t depth; /* UINT32_MAX: none */
    uint32_t folder;
};

struct anchor_facts {
    uint32_t count, count_in_text; /* links */
    bool is_everywhere;            /* so many pages have it that it belongs to their frame, not to their text */
};

struct report_facts {
    const struct link_index *index;
    struct arena *scratch; /* of all below; goes when the report is made */
    struct reported_page *pages;
    size_t page_count;
    struct arena *arena; /* of the report */
    struct str *urls;    /* of each page, in the arena */
    struct str *keys;    /* url_key of each page */
    struct audit_links links;
    struct anchor_facts *anchors; /* of each in links.anchors */
    size_t anchor_count;
    uint32_t entry; /* FACTS_NO_PAGE: there is none */
    size_t weak_below;
};

/* A link of a page to another one. */
struct fact_link {
    uint32_t page;   /* where it leads */
    uint32_t anchor; /* of anchors */
    bool is_listed;
};

/* The links of a page: start with {0}. False behind the last; those that make no sense are passed over. */
struct link_walk {
    size_t at, end; /* in facts.links */
};

struct link_walk walk_links(const struct report_facts *facts, uint32_t page);
bool walk_next(struct link_walk *walk, const struct report_facts *facts, uint32_t page, struct fact_link *link);

/* Counts. entry: URL, may be empty. E_MEMORY. */
enum status report_facts_count(struct report_facts *facts, struct str entry, struct error *err);

/* The root of a site and the entry page are no orphans; an orphan is not weak. */
bool report_facts_is_orphan(const struct report_facts *facts, uint32_t page);
bool report_facts_is_weak(const struct report_facts *facts, uint32_t page);

struct str report_facts_url(const struct report_facts *facts, uint32_t page);
/* In the report's arena. data NULL: memory ran out. */
struct str report_facts_title(const struct report_facts *facts, uint32_t page);
/* "" when it is out of range. */
struct str report_facts_anchor_text(const struct report_facts *facts, uint32_t anchor);

/* Which of two numbers comes first: <0, 0, >0. Of two different ones never 0, so that the outcome is always the same.
 */
typedef int (*best_order)(const void *context, uint32_t a, uint32_t b);

/* The lesser number first. */
static inline int by_number(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

/* Keeps the first `cap` of all numbers that are added, as a heap; none when memory runs out. */
struct best {
    uint32_t *list;
    size_t count, cap;
    int64_t total; /* added */
    best_order order;
    const void *context;
};

struct best best_new(struct arena *arena, size_t cap, best_order order, const void *context);
void best_add(struct best *best, uint32_t number);
void best_sort(struct best *best);

/* Sorts them, and gives an array for what is made of each; *total: how many were added. size: of an entry. */
void *best_finish(struct best *best, struct arena *arena, size_t size, int64_t *total);

/* A number of each page by which they are ordered: direction 1: the least first, -1: the most, 0: no key. */
struct page_key {
    size_t at; /* of a uint32_t in struct reported_page */
    int direction;
};

#define LEAST(member) offsetof(struct reported_page, member), 1
#define MOST(member)  offsetof(struct reported_page, member), -1

struct page_order {
    const struct report_facts *facts;
    struct page_key keys[2];
};

/* A best_order of pages, with a struct page_order; those that are equal by URL. */
int report_by_keys(const void *order, uint32_t a, uint32_t b);

/* The parts of a report. Folders set the folder of each page too, which the graph needs. nodes: at most so many pages.
 */
void report_list_pages(const struct report_facts *facts, struct link_report *report);
void report_list_anchors(const struct report_facts *facts, struct link_report *report);
void report_make_folders(struct report_facts *facts, struct link_report *report);
void report_make_graph(const struct report_facts *facts, size_t nodes, struct link_report *report);

#endif
