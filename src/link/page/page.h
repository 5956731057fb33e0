/*
 * page: a report as an HTML page that needs nothing else: no script, no font, no picture from elsewhere. It holds the
 * drawing of the links as SVG and every list as a table, in light or dark colours as the reader has chosen, for large
 * screens and for phones. Texts of the site are escaped, and only http and https addresses become links.
 *
 *   page.h           this file: a report becomes a page
 *   page_parts.h     the lists as tables: page_parts_tables.c; a graph as SVG: page_parts_drawing.c, and where its
 * nodes stand: page_parts_layout.c; pieces of HTML: page_parts_html.c page.css         the style sheet
 */
#ifndef COPYDESK_LINK_PAGE_H
#define COPYDESK_LINK_PAGE_H

#include "link/report/report.h"

/* title: what the site is called; may be empty. The page lives in the arena; the same report gives the same page.
 * E_MEMORY. */
enum status report_page(const struct link_report *report, struct str title, struct arena *arena, struct str *page,
                        struct error *err);

#endif
