/*
 * report: how the pages of a site link to each other, read from its index: as data, and as an HTML page.
 *
 *   report.h         what a report holds, and how it is made; its members by name, for those who make something else of
 *                    it; its page
 *   report.c         the whole of it, the folders of the site, the graph of its pages
 *   report_parts.c   what is counted for each page and each thing that links say; the lists of pages and of texts
 *   page.c           the page, and the lists as its tables; page.css: the style sheet
 *   page_parts.c     pieces of HTML, a graph as SVG, and where its nodes stand
 *   report_parts.h   what these files share
 *
 * What counts as a link is told in audit/audit.h. Here "in text" means in running text: not in navigation, in a
 * heading, or alone in a block as in a list; nor said of the same page on half of all pages. Of the links from one page
 * to another one counts for the numbers of pages, and each for what links say.
 *
 * Every list is cut to the limit, and its total says how long it would be. The work goes with the pages and the links
 * of the site, and the memory with the pages and the different things that links say.
 */
#ifndef COPYDESK_LINK_REPORT_REPORT_H
#define COPYDESK_LINK_REPORT_REPORT_H

#include "link/link.h"

enum {
    REPORT_LIMIT = 100, /* entries of each list, when nothing is said */
    REPORT_LIMIT_MAX = 10000,
    REPORT_WEAK_BELOW = 3, /* a page to which fewer pages link from their text is weak */
    REPORT_WEAK_BELOW_MAX = 1000,
    REPORT_NODES = 300, /* pages in the graph, when nothing is said */
    REPORT_NODES_MAX = 100000,
    REPORT_EDGES_PER_NODE = 20, /* at most, over all nodes */
    REPORT_FOLDERS = 60,        /* folders that the site is divided into, at most */
    REPORT_TARGETS = 5,         /* of a text that links to several pages: those that are named */
    REPORT_SUGGESTIONS = 5,     /* for one page */
    REPORT_EVEN_LINKS = 8,      /* links in text from which on it is told whether they say too much the same */
};

/* Links to a page are uniform when at least this share of them says the same, scattered when at most that one does. */
#define REPORT_UNIFORM_SHARE   0.9
#define REPORT_SCATTERED_SHARE 0.2

struct report_options {
    size_t limit;      /* 0: REPORT_LIMIT */
    size_t weak_below; /* 0: REPORT_WEAK_BELOW */
    size_t nodes;      /* 0: REPORT_NODES */
    struct str entry;  /* URL of the page where readers come in; empty, or no page: the root of the site */
};

/* A page that could link to another one. */
struct report_suggestion {
    struct str url, title; /* of the page that could link */
    struct str text;       /* what its text holds, and what names the other one */
};

struct report_page {
    struct str url, title;
    int64_t inbound, inbound_in_text;   /* other pages that link to it */
    int64_t outbound, outbound_in_text; /* other pages that it links to */
    int64_t depth;                      /* clicks from the entry page; -1: no way leads there, or there is no entry */
    struct report_suggestion *suggestions;
    size_t suggestion_count;
};

struct report_pages {
    struct report_page *list;
    size_t count;
    int64_t total;
};

struct report_broken {
    struct str from, title; /* the page on which it stands */
    struct str to, text;    /* address; what it says, the first time on that page */
    int64_t status;         /* what the address answered; -1: unknown */
};

struct report_anchor {
    struct str text, url; /* of a page */
    int64_t count;        /* links that say it of that page */
};

/* A text that links to several pages from running text. */
struct report_shared_anchor {
    struct str text;
    int64_t count, target_count;
    struct report_anchor *targets; /* the most frequent first, REPORT_TARGETS at most */
    size_t listed;
};

/* A page to which links from running text say too much the same, or too many different things. */
struct report_uneven_anchor {
    struct str url, title;
    int64_t count, different; /* links; things that they say */
    struct str text;          /* the most frequent one */
    double share;             /* of it */
    struct str kind;          /* "uniform" or "scattered" */
};

/* Pages that are so many clicks away from the entry page. */
struct report_depth {
    int64_t depth, pages;
};

/* A page of the graph, or a folder with the pages below it. */
struct report_node {
    struct str url;   /* of a folder: where all URLs in it begin; with a "*" behind: what lies in none of the others */
    struct str title; /* of a folder: "" */
    int64_t pages, orphans, weak;
    int64_t inbound, outbound; /* of a page: as above; of a folder: links between pages that come in and go out */
    uint32_t group;            /* of a page: the folder that it is in */
};

struct report_edge {
    uint32_t from, to; /* nodes, counted from 0 */
    int64_t links;     /* pairs of pages; of an edge between two pages 1 */
};

struct report_graph {
    struct report_node *nodes;
    size_t node_count;
    struct report_edge *edges;
    size_t edge_count;
    int64_t node_total, edge_total;
};

struct link_report {
    struct str entry; /* URL of the entry page; data NULL: there is none */
    size_t limit;
    int64_t weak_below;
    int64_t pages;
    int64_t links;      /* links between pages, and broken ones, each time that they stand there */
    int64_t link_pairs; /* pairs of pages of which one links to the other */
    int64_t linking;    /* pages that link to others in text */
    struct str note;    /* says so in a sentence, and what it means for new links; data NULL: there are no pages */
    int64_t unlinked;   /* orphans to which no page links at all, the lists of other pages included */
    bool is_cut;        /* a list is shorter than its total, or the index keeps less than there is */

    struct report_pages orphans;     /* no page links there from its text; by inbound, then URL. The entry is none */
    struct report_pages weak;        /* some do, but fewer than weak_below; by number, then URL */
    struct report_pages inbound;     /* all pages, the least linked first, then by URL */
    struct report_pages top;         /* all pages, the most linked first */
    struct report_pages dead_ends;   /* they link to no page; the most linked first */
    struct report_pages unreachable; /* no way leads there from the entry; by URL */
    struct report_pages deepest;     /* more than three clicks away, the furthest first */
    struct report_depth *depths;     /* by depth */
    size_t depth_count;

    struct report_broken *broken; /* by page */
    size_t broken_count;
    int64_t broken_total;

    struct report_anchor *anchors; /* the most frequent first */
    size_t anchor_count;
    int64_t anchor_total;
    struct report_shared_anchor *shared; /* those with the most pages first */
    size_t shared_count;
    int64_t shared_total;
    struct report_uneven_anchor *uneven; /* those with the most links first */
    size_t uneven_count;
    int64_t uneven_total;

    struct report_graph graph;   /* pages: the entry, the most linked ones, and a third from the rest of the site */
    struct report_graph folders; /* all pages by folder; one node when the site has no folders */
};

/*
 * Makes the report of a site, in the arena; its texts point into the index. The same index gives the same report.
 * Records of the index that are out of range are passed over. E_CORRUPT: the length of the file has changed since it
 * was opened; E_IO; E_MEMORY.
 */
enum status link_report_make(const struct link_index *index, const struct report_options *options, struct arena *arena,
                             struct link_report *report, struct error *err);

/*
 * --- the members of a report by name ---
 *
 * From these tables every face makes its own form of it
 * (a Lua table, JSON, documentation), so that all say the same words for the same things.
 */

enum shape_kind {
    SHAPE_TEXT,   /* struct str; data NULL: none */
    SHAPE_COUNT,  /* int64_t */
    SHAPE_AMOUNT, /* int64_t; negative: none */
    SHAPE_SHARE,  /* double, 0 to 1 */
    SHAPE_FLAG,   /* bool */
    SHAPE_PLACE,  /* uint32_t: the place of an entry in a list, counted from 0 here, and as is usual in each face */
    SHAPE_OBJECT, /* a struct of the shape `of` */
    SHAPE_LIST    /* pointer to such structs; their number is the size_t at count_at */
};

struct report_shape;

struct shape_field {
    const char *name;
    enum shape_kind kind;
    size_t at, count_at; /* offsets in the struct */
    const struct report_shape *of;
    const char *summary; /* one sentence: what it is */
};

struct report_shape {
    const char *name, *summary;
    size_t size; /* of the struct */
    const struct shape_field *fields;
    size_t count;
};

/* Of a struct link_report. */
extern const struct report_shape report_shape;

/* The shapes of which that one is made, NULL behind the last. */
const struct report_shape *report_shape_part(size_t i);

/*
 * --- a report as an HTML page ---
 *
 * It needs nothing else: no script, no font, no picture from elsewhere. It holds the drawing of the links as SVG and
 * every list as a table, in light or dark colours as the reader has chosen, for large screens and for phones. Texts of
 * the site are escaped, and only http and https addresses become links.
 *
 * title: what the site is called; may be empty. The page lives in the arena; the same report gives the same page.
 * E_MEMORY.
 */
enum status report_page(const struct link_report *report, struct str title, struct arena *arena, struct str *page,
                        struct error *err);

#endif
