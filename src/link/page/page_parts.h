/* Used only inside this folder: pieces of HTML, the lists as tables, and a graph as a drawing. */
#ifndef COPYDESK_LINK_PAGE_PAGE_INNER_H
#define COPYDESK_LINK_PAGE_PAGE_INNER_H

#include "link/report/report.h"

/* --- pieces of HTML: page_parts_html.c --- */

/* Text of others, escaped, on one line, at most so many characters. */
void html_text(struct buf *out, struct str text, size_t most);

/* May a reader follow the URL? Others are shown, but are no links. */
bool html_is_address(struct str url);

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

/* --- lists as sections, each with a table: page_parts_tables.c --- */

/* All lists, in the order in which somebody who tends the site would look at them. */
void tables_add(struct buf *out, const struct link_report *report);

/* The first `count` nodes of a graph and where they link: what its drawing shows. */
void tables_add_graph(struct buf *out, const struct report_graph *graph, size_t count, bool of_folders);

/* --- a graph as an SVG drawing: page_parts_drawing.c --- */

/* Nodes that are drawn: the first ones. */
size_t drawing_node_count(const struct report_graph *graph);

/* Is it better to draw the folders of the site than its pages alone? */
bool drawing_needs_folders(const struct link_report *report);

/* Appends the drawing. The buffer has failed when memory ran out. */
void drawing_add(struct buf *out, const struct link_report *report, bool of_folders);

/*
 * --- where its nodes are drawn: page_parts_layout.c ---
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

/*
 * Sets the places of the first `count` nodes, whose radii are set, and the height of the rows. The same graph has the
 * same places. The work goes with the square of the count. When memory runs out, they have no places.
 */
void layout_graph(const struct report_graph *graph, size_t count, struct spot *spots, struct frame *frame,
                  struct arena *scratch);

/* Of the first `count` nodes: is the edge between two of them? */
static inline bool layout_has(size_t count, const struct report_edge *edge)
{
    return edge->from < count && edge->to < count && edge->from != edge->to;
}

#endif
