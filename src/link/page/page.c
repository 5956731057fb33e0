#include "link/page/page.h"

#include "link/page/page_parts.h"

#include "page_style.inc"

/* --- the head --- */

/* What the site is called: as the caller says, otherwise the host of its entry page. */
static void page_add_name(struct buf *out, const struct link_report *report, struct str title)
{
    struct str host = html_shown_url(report->entry.data ? report->entry : STR(""));
    host.len = str_find(host, STR("/"), 0);
    if (title.len)
        html_text(out, title, 120);
    else if (host.len)
        html_text(out, host, 120);
    else
        buf_str(out, "the site");
}

static void add_head(struct buf *out, const struct link_report *report, struct str title)
{
    buf_str(out, "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<base target=\"_blank\">\n"
                 "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                 "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
                 "'unsafe-inline'\">\n<meta name=\"referrer\" content=\"no-referrer\">\n"
                 "<meta name=\"robots\" content=\"noindex\">\n<title>Links of ");
    page_add_name(out, report, title);
    buf_str(out, "</title>\n<style>\n");
    buf_str(out, (const char *)page_style);
    buf_str(out, "</style>\n<header>\n<h1>Links of ");
    page_add_name(out, report, title);
    buf_str(out, "</h1>\n<p class=\"soft\">");
    buf_count(out, report->pages, "page", "pages");
    buf_str(out, ", ");
    buf_count(out, report->links, "link", "links");
    buf_str(out, " between them");
    if (report->entry.data) {
        buf_str(out, "; entry page ");
        html_text(out, html_shown_url(report->entry), 120);
    }
    buf_str(out, "</p>\n<p class=\"soft\">");
    html_text(out, report->note, 300);
    buf_str(out, "</p>\n</header>\n<main>\n");
}

/* --- the numbers that matter --- */

struct tile {
    const char *id, *name, *mood; /* mood: of a number that is not 0 */
    size_t at;                    /* an int64_t in the report */
};

static const struct tile tiles[] = {
    {"orphans", "orphans", "bad", offsetof(struct link_report, orphans.total)},
    {"weak", "weak pages", "warn", offsetof(struct link_report, weak.total)},
    {"broken", "broken links", "bad", offsetof(struct link_report, broken_total)},
    {"dead-ends", "dead ends", "warn", offsetof(struct link_report, dead_ends.total)},
    {"unreachable", "unreachable", "bad", offsetof(struct link_report, unreachable.total)},
    {"deep", "deep pages", "warn", offsetof(struct link_report, deepest.total)},
    {"shared", "shared texts", "warn", offsetof(struct link_report, shared_total)},
    {"uneven", "uneven texts", "warn", offsetof(struct link_report, uneven_total)},
};

/* Without an entry page nothing can be said of clicks. */
static bool page_is_shown(const struct link_report *report, const struct tile *tile)
{
    return report->entry.data || (strcmp(tile->id, "unreachable") != 0 && strcmp(tile->id, "deep") != 0);
}

static void add_tiles(struct buf *out, const struct link_report *report)
{
    buf_str(out, "<ul class=\"tiles\">\n");
    for (size_t i = 0; i < COUNT_OF(tiles); i++) {
        int64_t number = *(const int64_t *)((const char *)report + tiles[i].at);
        if (!page_is_shown(report, &tiles[i]))
            continue;
        buf_printf(out, "<li class=\"%s\"><a target=\"_self\" href=\"#%s\"><b>", number ? tiles[i].mood : "",
                   tiles[i].id);
        buf_grouped(out, number);
        buf_printf(out, "</b>%s</a></li>\n", tiles[i].name);
    }
    buf_str(out, "</ul>\n");
}

/* --- drawings --- */

static void add_legend(struct buf *out, bool of_folders)
{
    buf_str(out, "<ul class=\"legend\">");
    if (!of_folders)
        buf_str(out, "<li><span class=\"dot entry\"></span>entry page</li>");
    buf_str(out, "<li><span class=\"dot fine\"></span>well linked</li>"
                 "<li><span class=\"dot weak\"></span>weak: few links in text lead here</li>"
                 "<li><span class=\"dot orphan\"></span>orphan: none does</li></ul>\n");
}

/* What of the graph is not drawn. */
static void add_caption(struct buf *out, const struct report_graph *graph, size_t drawn, bool of_folders)
{
    if (!of_folders && graph->node_total > (int64_t)drawn) {
        buf_grouped(out, (int64_t)drawn);
        buf_str(out, " of ");
        buf_grouped(out, graph->node_total);
        buf_str(
            out,
            " pages are drawn: two thirds the most linked ones, the others taken evenly from the rest of the site. ");
    }
    if (graph->edge_total > (int64_t)graph->edge_count) {
        buf_grouped(out, (int64_t)graph->edge_count);
        buf_str(out, " of ");
        buf_grouped(out, graph->edge_total);
        buf_str(out, " links between them are drawn. ");
    }
    buf_str(out, of_folders ? "Larger circles hold more pages; the ring shows how many of them are well linked, weak "
                              "and orphans; thicker lines stand for more links."
                            : "Larger dots are linked from more pages. Pages in the rows at the bottom have no link "
                              "to or from another one in the drawing.");
}

static void add_drawing(struct buf *out, const struct link_report *report, bool of_folders)
{
    const struct report_graph *graph = of_folders ? &report->folders : &report->graph;
    size_t drawn = drawing_node_count(graph);
    if (!drawn)
        return;
    buf_printf(out, "<section id=\"%s\">\n<h2>%s</h2>\n<p class=\"soft\">", of_folders ? "folders" : "pages",
               of_folders ? "Folders" : "Pages and their links");
    add_caption(out, graph, drawn, of_folders);
    buf_str(out, "</p>\n<figure>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Drawing\">");
    drawing_add(out, report, of_folders);
    buf_str(out, "</div>\n");
    add_legend(out, of_folders);
    tables_add_graph(out, graph, drawn, of_folders);
    buf_str(out, "</figure>\n</section>\n");
}

enum status report_page(const struct link_report *report, struct str title, struct arena *arena, struct str *page,
                        struct error *err)
{
    struct buf out = {0};
    add_head(&out, report, title);
    add_tiles(&out, report);
    if (drawing_needs_folders(report))
        add_drawing(&out, report, true);
    add_drawing(&out, report, false);
    tables_add(&out, report);
    buf_str(&out,
            "</main>\n<footer><p>Of the links from one page to another one counts for a page, each for what links "
            "say. &ldquo;In text&rdquo; leaves out navigation, headings and lists of links.</p></footer>\n"
            "</html>\n");
    *page = buf_keep(&out, arena);
    return page->data ? OK : error_memory(err);
}
