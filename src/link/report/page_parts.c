#include "link/report/report_parts.h"

#include <math.h>
#include <stdio.h>

/* Control characters, and what turns the direction of the text behind it, become blanks. */
static bool html_is_shown(uint32_t character)
{
    return character >= ' ' && (character < 0x7F || character > 0x9F) && !unicode_is_hidden(character);
}

void html_text(struct buf *out, struct str text, size_t most)
{
    uint32_t character;
    size_t count = 0;
    for (size_t at = 0, length; at < text.len; at += length) {
        length = utf8_decode(text, at, &character);
        if (count++ == most) {
            buf_str(out, "\xE2\x80\xA6");
            return;
        }
        if (!html_is_shown(character))
            buf_char(out, ' ');
        else if (character == 0xFFFD)
            buf_str(out, "\xEF\xBF\xBD");
        else
            escape_attribute(out, (struct str){text.data + at, length});
    }
}

struct str html_shown_url(struct str url)
{
    size_t scheme = url_is_web(url) ? str_find(url, STR("://"), 0) + 3 : 0;
    return (struct str){url.data + scheme, url.len - scheme};
}

/* --- pages and cells of tables --- */

void html_address(struct buf *out, struct str url, struct str text, size_t most)
{
    bool is_link = url_is_web(url);
    if (is_link) {
        buf_str(out, "<a href=\"");
        html_text(out, url, SIZE_MAX);
        buf_str(out, "\">");
    }
    html_text(out, text, most);
    if (is_link)
        buf_str(out, "</a>");
}

void html_page(struct buf *out, struct str url, struct str title)
{
    struct str shown = html_shown_url(url);
    buf_str(out, "<span dir=\"auto\">");
    html_address(out, url, title.len ? title : shown, HTML_TITLE_LENGTH);
    buf_str(out, "</span>");
    if (title.len) {
        buf_str(out, "<small>");
        html_text(out, shown, HTML_URL_LENGTH);
        buf_str(out, "</small>");
    }
}

void html_page_cell(struct buf *out, struct str url, struct str title)
{
    buf_str(out, "<td>");
    html_page(out, url, title);
    buf_str(out, "</td>");
}

void html_text_cell(struct buf *out, struct str text)
{
    buf_str(out, "<td dir=\"auto\">");
    if (text.len)
        html_text(out, text, HTML_TITLE_LENGTH);
    else
        buf_str(out, "<span class=\"soft\">(no text)</span>");
    buf_str(out, "</td>");
}

void html_number_cell(struct buf *out, int64_t number)
{
    buf_str(out, "<td class=\"n\">");
    if (number < 0)
        buf_str(out, "&ndash;");
    else
        buf_grouped(out, number);
    buf_str(out, "</td>");
}

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

struct graph_layout {
    const struct report_graph *graph;
    size_t count;
    struct spot *spots;
    struct body *bodies;
    double most_links; /* of an edge */
};

/* On a spiral of seeds: the nodes that matter most stand in the middle at first. */
static void place_first(struct graph_layout *layout)
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

static void pull_together(struct graph_layout *layout, const struct report_edge *edge)
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
static void layout_gather(struct body *body)
{
    body->force_x -= GRAVITY * body->mass * body->x;
    body->force_y -= GRAVITY * body->mass * body->y;
}

static void layout_move(struct body *body, double most)
{
    double force = sqrt(body->force_x * body->force_x + body->force_y * body->force_y) / body->mass;
    double step = force > most ? most / force : 1;
    body->x += body->force_x / body->mass * step;
    body->y += body->force_y / body->mass * step;
    body->force_x = body->force_y = 0;
}

static void layout_let_go(struct graph_layout *layout)
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
            layout_gather(&layout->bodies[i]);
            layout_move(&layout->bodies[i], most);
        }
    }
}

/* --- into the frame --- */

/* What stands far outside is drawn nearer: the root of the distance, so to speak. */
static void draw_in(struct graph_layout *layout)
{
    for (size_t i = 0; i < layout->count; i++) {
        struct body *body = &layout->bodies[i];
        double distance = sqrt(body->x * body->x + body->y * body->y) + 0.01;
        double nearer = pow(distance, 0.9) / distance;
        body->x *= nearer;
        body->y *= nearer;
    }
}

struct layout_extent {
    double low, high;
};

static void widen(struct layout_extent *extent, double at)
{
    extent->low = at < extent->low ? at : extent->low;
    extent->high = at > extent->high ? at : extent->high;
}

static double layout_fit(struct layout_extent extent, double at, double size)
{
    double length = extent.high - extent.low;
    return MARGIN + (length > 0 ? (at - extent.low) / length : 0.5) * (size - 2 * MARGIN);
}

static void fit_frame(struct graph_layout *layout, const struct frame *frame)
{
    struct layout_extent across = {1e9, -1e9}, down = {1e9, -1e9};
    for (size_t i = 0; i < layout->count; i++) {
        if (layout->spots[i].is_alone)
            continue;
        widen(&across, layout->bodies[i].x);
        widen(&down, layout->bodies[i].y);
    }
    for (size_t i = 0; i < layout->count; i++) {
        layout->spots[i].x = layout_fit(across, layout->bodies[i].x, frame->width);
        layout->spots[i].y = layout_fit(down, layout->bodies[i].y, frame->height - frame->rows);
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

static void separate_all(struct graph_layout *layout, const struct frame *frame)
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
static double place_rows(struct graph_layout *layout, const struct frame *frame, double top)
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

/*
 * Sets the places of the first `count` nodes, whose radii are set, and the height of the rows. The same graph has the
 * same places. The work goes with the square of the count. When memory runs out, they have no places.
 */
static void layout_graph(const struct report_graph *graph, size_t count, struct spot *spots, struct frame *frame,
                         struct arena *scratch)
{
    struct graph_layout layout = {graph, count, spots, ARENA_ARRAY(scratch, count + 1, struct body), 1};
    if (!layout.bodies)
        return;
    place_first(&layout);
    layout_let_go(&layout);
    draw_in(&layout);
    double rows = place_rows(&layout, frame, 0);
    frame->rows = rows > 0 ? rows + MARGIN : 0;
    fit_frame(&layout, frame);
    separate_all(&layout, frame);
    place_rows(&layout, frame, frame->height - frame->rows + MARGIN / 2);
}

/* Of the drawing, in its own units; readers see it as wide as their screen is. */
enum { WIDTH = 1000, HEIGHT = 640 };

enum { LABEL_LENGTH = 34, LABELS_MAX = 30 }; /* LABEL_LENGTH: letters, at most */

/* In a drawing of fewer nodes those that stand alone are named too; one of fewer edges has stronger lines. */
enum { FEW_NODES = 40, FEW_EDGES = 300 };

/* Of the letters of page.css. */
#define LETTER_WIDTH 7.3
#define LINE_HEIGHT  13.0

struct label {
    double x, y, width; /* x: where it begins; y: of its line */
};

/* Where the names of nodes stand, so that none hides another and each hides little of the nodes. */
struct node_labels {
    const struct spot *spots;
    size_t spot_count;
    struct frame frame;
    double most_cover; /* how much of other nodes a label may hide: the sum of their radii */
    struct label list[LABELS_MAX];
    size_t count;
};

struct drawing {
    struct buf *out;
    const struct link_report *report;
    const struct report_graph *graph;
    bool of_folders;
    size_t count;
    struct spot *spots;
    struct frame frame;
    struct node_labels labels;
    int64_t most_links; /* of an edge */
};

size_t drawing_node_count(const struct report_graph *graph)
{
    return graph->node_count < LAYOUT_NODES_MAX ? graph->node_count : LAYOUT_NODES_MAX;
}

/* Folders say something when there are a few, and not nearly all pages are in one. */
bool drawing_needs_folders(const struct link_report *report)
{
    const struct report_graph *folders = &report->folders;
    bool is_whole = report->graph.node_total <= (int64_t)drawing_node_count(&report->graph);
    return !is_whole && folders->node_count >= 4 && folders->nodes[0].pages * 10 < report->pages * 8;
}

/* --- sizes --- */

static double radius_of(const struct drawing *drawing, size_t i, int64_t most)
{
    const struct report_node *node = &drawing->graph->nodes[i];
    if (drawing->of_folders)
        return 9 + 51 * sqrt((double)node->pages / (double)most);
    double least = drawing->count > 120 ? 3.4 : 4.6;
    return least + 13 * sqrt((double)node->inbound / (double)most);
}

static void set_radii(struct drawing *drawing)
{
    int64_t most = 1;
    for (size_t i = 0; i < drawing->count; i++) {
        const struct report_node *node = &drawing->graph->nodes[i];
        int64_t size = drawing->of_folders ? node->pages : node->inbound;
        most = size > most ? size : most;
    }
    for (size_t i = 0; i < drawing->count; i++)
        drawing->spots[i].radius = radius_of(drawing, i, most);
    for (size_t i = 0; i < drawing->graph->edge_count; i++)
        if (drawing->graph->edges[i].links > drawing->most_links)
            drawing->most_links = drawing->graph->edges[i].links;
}

/* --- edges --- */

/* A line that bends to its right, so that the two between a pair of nodes lie apart. */
static void drawing_add_line(const struct drawing *drawing, const struct report_edge *edge)
{
    const struct spot *from = &drawing->spots[edge->from], *to = &drawing->spots[edge->to];
    double x = to->x - from->x, y = to->y - from->y;
    buf_printf(drawing->out, "M%.0f %.0fQ%.0f %.0f %.0f %.0f", from->x, from->y, (from->x + to->x) / 2 - y * 0.12,
               (from->y + to->y) / 2 + x * 0.12, to->x, to->y);
}

static void add_page_edges(const struct drawing *drawing)
{
    bool are_few = drawing->graph->edge_count < FEW_EDGES;
    buf_str(drawing->out, are_few ? "<path class=\"edge few\" d=\"" : "<path class=\"edge\" d=\"");
    for (size_t i = 0; i < drawing->graph->edge_count; i++)
        if (layout_has(drawing->count, &drawing->graph->edges[i]))
            drawing_add_line(drawing, &drawing->graph->edges[i]);
    buf_str(drawing->out, "\"/>\n");
}

static void add_folder_edges(const struct drawing *drawing)
{
    for (size_t i = 0; i < drawing->graph->edge_count; i++) {
        const struct report_edge *edge = &drawing->graph->edges[i];
        if (!layout_has(drawing->count, edge))
            continue;
        double share = log(1 + (double)edge->links) / log(1 + (double)drawing->most_links);
        buf_printf(drawing->out, "<path class=\"edge wide\" style=\"stroke-width:%.1f\" d=\"",
                   0.5 + 9 * share * share * share);
        drawing_add_line(drawing, edge);
        buf_str(drawing->out, "\"/>\n");
    }
}

/* --- labels --- */

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

/* Finds a place for the name of a node: below it, above it, to its right or to its left, where it hides least. False:
 * it would hide too much, or another label, or there are enough. */
static bool labels_place(struct node_labels *labels, size_t node, size_t letters, struct label *best)
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

/* Where a path without query and last slash ends: "example.org/blog/" without its slash. */
static struct str trim_path(struct str url)
{
    struct str shown = html_shown_url(url);
    shown.len = str_find(shown, STR("?"), 0);
    while (shown.len > 1 && (shown.data[shown.len - 1] == '/' || shown.data[shown.len - 1] == '*'))
        shown.len--;
    return shown;
}

/* The last parts of a path: two of "example.org/blog/2024" give "blog/2024". */
static struct str last_parts(struct str url, int wanted)
{
    struct str path = trim_path(url);
    size_t start = path.len;
    while (start > 0 && (path.data[start - 1] != '/' || --wanted > 0))
        start--;
    return start < path.len ? (struct str){path.data + start, path.len - start} : path;
}

static struct str label_of(const struct drawing *drawing, size_t i)
{
    const struct report_node *node = &drawing->graph->nodes[i];
    if (drawing->of_folders)
        return last_parts(node->url, 2);
    return node->title.len ? node->title : last_parts(node->url, 1);
}

static void add_label(struct drawing *drawing, size_t i)
{
    struct label label;
    size_t letters = utf8_length(label_of(drawing, i));
    if (!labels_place(&drawing->labels, i, letters < LABEL_LENGTH ? letters : LABEL_LENGTH, &label))
        return;
    buf_printf(drawing->out, "<text x=\"%.0f\" y=\"%.0f\">", label.x + label.width / 2, label.y);
    html_text(drawing->out, label_of(drawing, i), LABEL_LENGTH);
    buf_str(drawing->out, "</text>\n");
}

/* --- nodes --- */

static bool is_entry(const struct drawing *drawing, size_t i)
{
    return !drawing->of_folders && drawing->report->entry.data &&
           str_eq(drawing->graph->nodes[i].url, drawing->report->entry);
}

/* What is shown while the pointer rests on a node. */
static void add_tip(const struct drawing *drawing, size_t i)
{
    const struct report_node *node = &drawing->graph->nodes[i];
    struct buf *out = drawing->out;
    buf_str(out, "<title>");
    if (node->title.len) {
        html_text(out, node->title, 200);
        buf_char(out, '\n');
    }
    html_text(out, html_shown_url(node->url), 200);
    buf_char(out, '\n');
    if (drawing->of_folders) {
        buf_count(out, node->pages, "page", "pages");
        buf_str(out, ", ");
        buf_count(out, node->orphans, "orphan", "orphans");
        buf_str(out, ", ");
    }
    buf_grouped(out, node->inbound);
    buf_str(out, drawing->of_folders ? " links in, " : " in, ");
    buf_grouped(out, node->outbound);
    buf_str(out, drawing->of_folders ? " links out</title>" : " out</title>");
}

static void add_page(const struct drawing *drawing, size_t i)
{
    const struct report_node *node = &drawing->graph->nodes[i];
    const struct spot *spot = &drawing->spots[i];
    struct buf *out = drawing->out;
    const char *state = is_entry(drawing, i) ? "entry" : node->orphans ? "orphan" : node->weak ? "weak" : "fine";
    bool is_link = url_is_web(node->url);
    /* Chromium follows <base target> for links of HTML alone. */
    buf_str(out, is_link ? "<a tabindex=\"-1\" target=\"_blank\" href=\"" : "<g>");
    if (is_link) {
        html_text(out, node->url, SIZE_MAX);
        buf_str(out, "\">");
    }
    buf_str(out, "<path class=\"out\" d=\"");
    for (size_t k = 0; k < drawing->graph->edge_count; k++)
        if (drawing->graph->edges[k].from == i && layout_has(drawing->count, &drawing->graph->edges[k]))
            drawing_add_line(drawing, &drawing->graph->edges[k]);
    buf_printf(out, "\"/><circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\">", state, spot->x, spot->y,
               spot->radius);
    add_tip(drawing, i);
    buf_str(out, is_link ? "</circle></a>\n" : "</circle></g>\n");
}

/* A part of the ring around a folder. before: what other parts have, in hundredths. */
static void add_arc(const struct drawing *drawing, const struct spot *spot, const char *state, double before,
                    double share)
{
    if (share > 0)
        buf_printf(drawing->out,
                   "<circle class=\"ring %s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" pathLength=\"100\" "
                   "stroke-dasharray=\"%.1f 100\" stroke-dashoffset=\"%.1f\"/>",
                   state, spot->x, spot->y, spot->radius - 2, share, -before);
}

static void add_folder(const struct drawing *drawing, size_t i)
{
    const struct report_node *node = &drawing->graph->nodes[i];
    const struct spot *spot = &drawing->spots[i];
    struct buf *out = drawing->out;
    double orphans = 100 * (double)node->orphans / (double)node->pages;
    double weak = 100 * (double)node->weak / (double)node->pages;
    buf_printf(out, "<g><circle class=\"folder\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>", spot->x, spot->y, spot->radius);
    add_arc(drawing, spot, "orphan", 0, orphans);
    add_arc(drawing, spot, "weak", orphans, weak);
    add_arc(drawing, spot, "fine", orphans + weak, 100 - orphans - weak);
    if (spot->radius >= 17) {
        buf_printf(out, "<text class=\"count\" x=\"%.0f\" y=\"%.0f\">", spot->x, spot->y + 4);
        buf_grouped(out, node->pages);
        buf_str(out, "</text>");
    }
    add_tip(drawing, i);
    buf_str(out, "</g>\n");
}

/* --- the whole --- */

static void open_drawing(const struct drawing *drawing)
{
    const char *name = drawing->of_folders ? "folders" : "pages";
    struct buf *out = drawing->out;
    buf_printf(out,
               "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-labelledby=\"%s-title %s-desc\">\n<title "
               "id=\"%s-title\">%s</title>\n<desc id=\"%s-desc\">",
               WIDTH, HEIGHT, name, name, name,
               drawing->of_folders ? "The folders of the site and the links between them"
                                   : "Pages of the site and the links between them",
               name);
    buf_grouped(out, (int64_t)drawing->count);
    buf_str(out, drawing->of_folders ? " folders as circles, the larger the more pages they hold."
                                     : " pages as dots, the larger the more pages link to them.");
    buf_str(out, " The table below the drawing says the same.</desc>\n");
}

static void draw(struct drawing *drawing, struct arena *scratch)
{
    drawing->spots = ARENA_ARRAY(scratch, drawing->count + 1, struct spot);
    if (!drawing->spots)
        return;
    set_radii(drawing);
    layout_graph(drawing->graph, drawing->count, drawing->spots, &drawing->frame, scratch);
    open_drawing(drawing);
    if (drawing->of_folders)
        add_folder_edges(drawing);
    else
        add_page_edges(drawing);
    for (size_t i = drawing->count; i-- > 0;)
        if (drawing->of_folders)
            add_folder(drawing, i);
        else
            add_page(drawing, i);
    drawing->labels = (struct node_labels){.spots = drawing->spots,
                                           .spot_count = drawing->count,
                                           .frame = drawing->frame,
                                           .most_cover = drawing->of_folders ? 40 : 14};
    buf_str(drawing->out, "<g class=\"labels\">\n");
    for (size_t i = 0; i < drawing->count; i++)
        if (!drawing->spots[i].is_alone || drawing->count < FEW_NODES)
            add_label(drawing, i);
    buf_str(drawing->out, "</g>\n</svg>\n");
}

void drawing_add(struct buf *out, const struct link_report *report, bool of_folders)
{
    struct drawing drawing = {.out = out, .report = report, .of_folders = of_folders, .frame = {WIDTH, HEIGHT, 0}};
    drawing.graph = of_folders ? &report->folders : &report->graph;
    drawing.count = drawing_node_count(drawing.graph);
    struct arena *scratch = arena_new();
    if (scratch)
        draw(&drawing, scratch);
    out->failed = out->failed || arena_failed(scratch);
    arena_free(scratch);
}
