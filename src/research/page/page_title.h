/* Titles of pages: without section numbers and names of sites, or made from a path. */
#ifndef COPYDESK_RESEARCH_PAGE_PAGE_TITLE_H
#define COPYDESK_RESEARCH_PAGE_PAGE_TITLE_H

#include "text/text.h"

/* Without "5.11. ", "Chapter 5. ", "A.2 " in front. */
struct str title_without_number(struct str title);

/* Without what markup left in it: "{#toc1}", a permalink's "¶". A slice of it. */
struct str title_without_marks(struct str title);

/* Does the heading stand over a table of contents, which is left out? */
bool title_is_contents(struct str heading);

/* The <title> without the name of the site, which is told by the first heading of the page, the name it gives for its
 * site (may be ""), or its host. NULL when memory ran out. */
char *title_choose(struct arena *arena, struct str title, struct str heading, struct str site_name, const char *url);

/* The last segment of a URL or path, without its extension; "-" and "_" as blanks. NULL when memory ran out. */
char *title_from_path(struct arena *arena, const char *path);

#endif
