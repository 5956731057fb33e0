/* Headings of a page: which open a section, and which stand over nothing that an article could use. */
#ifndef COPYDESK_RESEARCH_EXCERPT_HEADINGS_H
#define COPYDESK_RESEARCH_EXCERPT_HEADINGS_H

#include "research/page/page.h"

enum { HEADING_DEPTH = 8 };

/* The headings around the place that is being read. */
struct heading_path {
    struct {
        int level;
        struct str text;
        bool is_boilerplate;
    } headings[HEADING_DEPTH];
    size_t depth;
    bool is_register; /* the page's headings are letters: it is an index of names and leads elsewhere */
    bool has_root;    /* the heading that repeats the page's title was met */
};

/* Begins a page. */
void heading_path_open(struct heading_path *path, const struct page *page);

/* Reads a heading into the path; false when it opens no section: it repeats the page's title, or is the label of a box
 * ("Note"). */
bool heading_path_enter(struct heading_path *path, const struct page *page, const struct block *heading,
                        const struct cues *cues);

/* "h2 > h3 > term"; term may be empty. NULL when memory ran out. */
char *heading_path_text(const struct heading_path *path, struct arena *arena, struct str term);

/* Does the path lead through a heading like "See also"? */
bool heading_path_is_boilerplate(const struct heading_path *path);

#endif
