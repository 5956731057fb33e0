#include "link/page/page_labels.h"

#include <math.h>

/* Of the letters of page_style.h. */
#define LETTER_WIDTH 7.3
#define LINE_HEIGHT  13.0

static bool is_outside(const struct node_labels *labels, const struct label *label)
{
    return label->x < 4 || label->x + label->width > labels->frame.width - 4 || label->y < LINE_HEIGHT ||
           label->y > labels->frame.height - 4;
}

static bool is_taken(const struct node_labels *labels, const struct label *label)
{
    for (size_t i = 0; i < labels->count; i++) {
        const struct label *other = &labels->list[i];
        if (label->x < other->x + other->width + 6 && other->x < label->x + label->width + 6 &&
            fabs(label->y - other->y) < LINE_HEIGHT + 1)
            return true;
    }
    return false;
}

/* How much of other nodes the label hides. */
static double cover_of(const struct node_labels *labels, const struct label *label)
{
    double cover = 0, middle = label->y - LINE_HEIGHT / 3;
    for (size_t i = 0; i < labels->spot_count; i++) {
        const struct spot *spot = &labels->spots[i];
        if (spot->x + spot->radius > label->x && spot->x - spot->radius < label->x + label->width &&
            fabs(spot->y - middle) < spot->radius + LINE_HEIGHT / 2)
            cover += spot->radius;
    }
    return cover;
}

bool labels_place(struct node_labels *labels, size_t node, size_t letters, struct label *best)
{
    const struct spot *spot = &labels->spots[node];
    double width = LETTER_WIDTH * (double)letters, least = labels->most_cover;
    const struct label tries[] = {
        {spot->x - width / 2, spot->y + spot->radius + LINE_HEIGHT, width},
        {spot->x - width / 2, spot->y - spot->radius - 5, width},
        {spot->x + spot->radius + 4, spot->y + LINE_HEIGHT / 3, width},
        {spot->x - spot->radius - 4 - width, spot->y + LINE_HEIGHT / 3, width},
    };
    bool is_placed = false;
    for (size_t i = 0; labels->count < LABELS_MAX && i < COUNT_OF(tries); i++) {
        double cover = cover_of(labels, &tries[i]);
        if (is_outside(labels, &tries[i]) || is_taken(labels, &tries[i]) || cover >= least)
            continue;
        least = cover;
        *best = tries[i];
        is_placed = true;
    }
    if (is_placed)
        labels->list[labels->count++] = *best;
    return is_placed;
}
