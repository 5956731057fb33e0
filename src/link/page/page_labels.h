/*
 * Used only inside this folder: where the names of nodes stand in a drawing, so that none hides another and each hides
 * little of the nodes.
 */
#ifndef COPYDESK_LINK_PAGE_PAGE_LABELS_H
#define COPYDESK_LINK_PAGE_PAGE_LABELS_H

#include "link/page/page_layout.h"

enum { LABELS_MAX = 30 };

struct label {
    double x, y, width; /* x: where it begins; y: of its line */
};

/* Starts with what is drawn, and no label. */
struct node_labels {
    const struct spot *spots;
    size_t spot_count;
    struct frame frame;
    double most_cover; /* how much of other nodes a label may hide: the sum of their radii */
    struct label list[LABELS_MAX];
    size_t count;
};

/* Finds a place for the name of a node: below it, above it, to its right or to its left, where it hides least. False:
 * it would hide too much, or another label, or there are enough. */
bool labels_place(struct node_labels *labels, size_t node, size_t letters, struct label *label);

#endif
