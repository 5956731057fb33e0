/*
 * What the files of report share: what is counted for each page and each thing that links say, the best few of many,
 * and the parts of a report; pieces of HTML and the drawing, for its page. Nothing here fails but for memory, of the
 * report's arena and the one of the facts: they remember it (arena_failed), and what is made after that may be less
 * than it should be.
 */
#ifndef COPYDESK_LINK_REPORT_REPORT_PARTS_H
#define COPYDESK_LINK_REPORT_REPORT_PARTS_H

#include "link/index/index.h"
#include "link/report/report.h"

/* --- what is counted: report_parts.c --- */

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

/* --- the best few of many numbers --- */

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

/* --- pieces of HTML --- */

/* Text of others, escaped, on one line, at most so many characters. */
void html_text(struct buf *out, struct str text, size_t most);

/* The URL as it is shown: without scheme. */
struct str html_shown_url(struct str url);

/* Letters of a title and of an address, at most. */
enum { HTML_TITLE_LENGTH = 120, HTML_URL_LENGTH = 160 };

/* The text as a link to the URL, if that may be followed. */
void html_address(struct buf *out, struct str url, struct str text, size_t most);

/* A page by its title, and its address below it. */
void html_page(struct buf *out, struct str url, struct str title);

/* Cells of a table: a page, a text of others, a number (negative: none). */
void html_page_cell(struct buf *out, struct str url, struct str title);
void html_text_cell(struct buf *out, struct str text);
void html_number_cell(struct buf *out, int64_t number);

/* --- a graph as an SVG drawing --- */

/* Nodes that are drawn: the first ones. */
size_t drawing_node_count(const struct report_graph *graph);

/* Is it better to draw the folders of the site than its pages alone? */
bool drawing_needs_folders(const struct link_report *report);

/* Appends the drawing. The buffer has failed when memory ran out. */
void drawing_add(struct buf *out, const struct link_report *report, bool of_folders);

/*
 * --- where its nodes are drawn ---
 *
 * Linked nodes attract each other and all push each other away, after the model of Jacomy et al., "ForceAtlas2" (PLoS
 * ONE 9(6), 2014), with the logarithmic attraction of Noack's LinLog; then the drawing is fitted into its frame, and
 * what overlaps is moved apart.
 */

struct spot {
    double x, y; /* of the middle */
    double radius;
    bool is_alone; /* no edge leads there or away: it stands in the rows at the bottom */
};

struct frame {
    double width, height;
    double rows; /* of its height, what the nodes without edges have at the bottom */
};

enum { LAYOUT_NODES_MAX = 300 };

/* Of the first `count` nodes: is the edge between two of them? */
static inline bool layout_has(size_t count, const struct report_edge *edge)
{
    return edge->from < count && edge->to < count && edge->from != edge->to;
}

#endif
