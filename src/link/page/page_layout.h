/*
 * Used only inside this folder: where the nodes of a graph are drawn. Linked nodes attract each other and all push each
 * other away, after the model of Jacomy et al., "ForceAtlas2" (PLoS ONE 9(6), 2014), with the logarithmic attraction of
 * Noack's LinLog; then the drawing is fitted into its frame, and what overlaps is moved apart.
 */
#ifndef COPYDESK_LINK_PAGE_PAGE_LAYOUT_H
#define COPYDESK_LINK_PAGE_PAGE_LAYOUT_H

#include "link/report/report.h"

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
 * same places. The work goes with the square of the count. E_MEMORY.
 */
enum status layout_graph(const struct report_graph *graph, size_t count, struct spot *spots, struct frame *frame,
                         struct arena *scratch, struct error *err);

#endif
