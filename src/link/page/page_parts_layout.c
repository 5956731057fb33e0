#include "link/page/page_parts.h"

#include <math.h>

enum { STEPS = 400, SEPARATIONS = 120 };

/* Strength of the three forces, and how far a node may move in the first step. */
#define PUSH       60.0
#define PULL       36.0
#define GRAVITY    0.35
#define FIRST_MOVE 40.0
#define GAP        3.0  /* between two nodes */
#define MARGIN     26.0 /* for labels at the edge of the frame */

struct body {
    double x, y, mass; /* mass: 1 + edges */
    double force_x, force_y;
};

struct parts_layout_layout {
    const struct report_graph *graph;
    size_t count;
    struct spot *spots;
    struct body *bodies;
    double most_links; /* of an edge */
};

/* On a spiral of seeds: the nodes that matter most stand in the middle at first. */
static void place_first(struct parts_layout_layout *layout)
{
    const double golden = 2.39996322972865332;
    for (size_t i = 0; i < layout->count; i++) {
        double distance = 12 * sqrt((double)i + 0.5), angle = (double)i * golden;
        layout->bodies[i] = (struct body){.x = distance * cos(angle), .y = distance * sin(angle), .mass = 1};
        layout->spots[i].is_alone = true;
    }
    for (size_t i = 0; i < layout->graph->edge_count; i++) {
        const struct report_edge *edge = &layout->graph->edges[i];
        if (!layout_has(layout->count, edge))
            continue;
        layout->bodies[edge->from].mass++;
        layout->bodies[edge->to].mass++;
        layout->spots[edge->from].is_alone = layout->spots[edge->to].is_alone = false;
        if ((double)edge->links > layout->most_links)
            layout->most_links = (double)edge->links;
    }
}

/* --- forces --- */

static void push_apart(struct body *one, struct body *other)
{
    double x = one->x - other->x, y = one->y - other->y;
    double force = PUSH * one->mass * other->mass / (x * x + y * y + 1);
    one->force_x += x * force;
    one->force_y += y * force;
    other->force_x -= x * force;
    other->force_y -= y * force;
}

static void pull_together(struct parts_layout_layout *layout, const struct report_edge *edge)
{
    struct body *from = &layout->bodies[edge->from], *to = &layout->bodies[edge->to];
    double x = to->x - from->x, y = to->y - from->y, distance = sqrt(x * x + y * y) + 0.01;
    double weight = (1 + log((double)edge->links)) / (1 + log(layout->most_links));
    double force = PULL * weight * log(1 + distance) / distance;
    from->force_x += x * force;
    from->force_y += y * force;
    to->force_x -= x * force;
    to->force_y -= y * force;
}

/* Towards the middle, the more the further away, so that parts without a link between them stay near. */
static void parts_layout_gather(struct body *body)
{
    body->force_x -= GRAVITY * body->mass * body->x;
    body->force_y -= GRAVITY * body->mass * body->y;
}

static void parts_layout_move(struct body *body, double most)
{
    double force = sqrt(body->force_x * body->force_x + body->force_y * body->force_y) / body->mass;
    double step = force > most ? most / force : 1;
    body->x += body->force_x / body->mass * step;
    body->y += body->force_y / body->mass * step;
    body->force_x = body->force_y = 0;
}

static void parts_layout_let_go(struct parts_layout_layout *layout)
{
    for (int step = 0; step < STEPS; step++) {
        double most = FIRST_MOVE * (1 - (double)step / STEPS) + 0.2;
        for (size_t i = 0; i < layout->count; i++)
            for (size_t k = 0; k < i; k++)
                if (!layout->spots[i].is_alone && !layout->spots[k].is_alone)
                    push_apart(&layout->bodies[i], &layout->bodies[k]);
        for (size_t i = 0; i < layout->graph->edge_count; i++)
            if (layout_has(layout->count, &layout->graph->edges[i]))
                pull_together(layout, &layout->graph->edges[i]);
        for (size_t i = 0; i < layout->count; i++) {
            parts_layout_gather(&layout->bodies[i]);
            parts_layout_move(&layout->bodies[i], most);
        }
    }
}

/* --- into the frame --- */

/* What stands far outside is drawn nearer: the root of the distance, so to speak. */
static void draw_in(struct parts_layout_layout *layout)
{
    for (size_t i = 0; i < layout->count; i++) {
        struct body *body = &layout->bodies[i];
        double distance = sqrt(body->x * body->x + body->y * body->y) + 0.01;
        double nearer = pow(distance, 0.9) / distance;
        body->x *= nearer;
        body->y *= nearer;
    }
}

struct parts_layout_extent {
    double low, high;
};

static void widen(struct parts_layout_extent *extent, double at)
{
    extent->low = at < extent->low ? at : extent->low;
    extent->high = at > extent->high ? at : extent->high;
}

static double parts_layout_fit(struct parts_layout_extent extent, double at, double size)
{
    double length = extent.high - extent.low;
    return MARGIN + (length > 0 ? (at - extent.low) / length : 0.5) * (size - 2 * MARGIN);
}

static void fit_frame(struct parts_layout_layout *layout, const struct frame *frame)
{
    struct parts_layout_extent across = {1e9, -1e9}, down = {1e9, -1e9};
    for (size_t i = 0; i < layout->count; i++) {
        if (layout->spots[i].is_alone)
            continue;
        widen(&across, layout->bodies[i].x);
        widen(&down, layout->bodies[i].y);
    }
    for (size_t i = 0; i < layout->count; i++) {
        layout->spots[i].x = parts_layout_fit(across, layout->bodies[i].x, frame->width);
        layout->spots[i].y = parts_layout_fit(down, layout->bodies[i].y, frame->height - frame->rows);
    }
}

static double within(double at, double least, double most)
{
    return at < least ? least : at > most ? most : at;
}

static bool separate(struct spot *one, struct spot *other)
{
    double x = one->x - other->x, y = one->y - other->y, distance = sqrt(x * x + y * y);
    double wanted = one->radius + other->radius + GAP;
    if (distance >= wanted)
        return false;
    if (distance < 0.01) {
        x = 0.01;
        distance = 0.01;
    }
    double share = (wanted - distance) / distance / 2;
    one->x += x * share;
    one->y += y * share;
    other->x -= x * share;
    other->y -= y * share;
    return true;
}

static void separate_all(struct parts_layout_layout *layout, const struct frame *frame)
{
    struct spot *spots = layout->spots;
    bool has_moved = true;
    for (int round = 0; has_moved && round < SEPARATIONS; round++) {
        has_moved = false;
        for (size_t i = 0; i < layout->count; i++)
            for (size_t k = 0; k < i && !spots[i].is_alone; k++)
                has_moved = (!spots[k].is_alone && separate(&spots[i], &spots[k])) || has_moved;
        for (size_t i = 0; i < layout->count; i++) {
            double edge = spots[i].radius + 4;
            spots[i].x = within(spots[i].x, edge, frame->width - edge);
            spots[i].y = within(spots[i].y, edge, frame->height - frame->rows - edge);
        }
    }
}

/* --- the rows at the bottom --- */

/* Places the nodes without edges from left to right; returns the height of their rows. */
static double place_rows(struct parts_layout_layout *layout, const struct frame *frame, double top)
{
    double x = MARGIN, height = 0, row = 0;
    for (size_t i = 0; i < layout->count; i++) {
        struct spot *spot = &layout->spots[i];
        double width = 2 * spot->radius + GAP + 3;
        if (!spot->is_alone)
            continue;
        if (x + width > frame->width - MARGIN && x > MARGIN) {
            height += row;
            x = MARGIN;
            row = 0;
        }
        row = row > width ? row : width;
        spot->x = x + width / 2;
        spot->y = top + height + row / 2;
        x += width;
    }
    return height + row;
}

void layout_graph(const struct report_graph *graph, size_t count, struct spot *spots, struct frame *frame,
                  struct arena *scratch)
{
    struct parts_layout_layout layout = {graph, count, spots, ARENA_ARRAY(scratch, count + 1, struct body), 1};
    if (!layout.bodies)
        return;
    place_first(&layout);
    parts_layout_let_go(&layout);
    draw_in(&layout);
    double rows = place_rows(&layout, frame, 0);
    frame->rows = rows > 0 ? rows + MARGIN : 0;
    fit_frame(&layout, frame);
    separate_all(&layout, frame);
    place_rows(&layout, frame, frame->height - frame->rows + MARGIN / 2);
}
