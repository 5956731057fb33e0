#include "link/report/report_parts.h"

/* Rows that are seen at once; the others open on demand. */
enum { ROWS_SEEN = 12 };

/* Opens a section: its id, its heading, and what it is about. */
static void tables_open_section(struct buf *out, const char *id, const char *heading, const char *about)
{
    buf_printf(out, "<section id=\"%s\">\n<h2>%s</h2>\n<p class=\"soft\">%s</p>\n", id, heading, about);
}

static void add_suggestions(struct buf *out, const struct report_page *page)
{
    if (!page->suggestion_count)
        return;
    buf_str(out, "<ul class=\"ideas\">");
    for (size_t i = 0; i < page->suggestion_count; i++) {
        const struct report_suggestion *suggestion = &page->suggestions[i];
        buf_str(out, "<li>");
        html_address(out, suggestion->url, suggestion->title.len ? suggestion->title : html_shown_url(suggestion->url),
                     HTML_TITLE_LENGTH);
        buf_str(out, " says &ldquo;<span dir=\"auto\">");
        html_text(out, suggestion->text, HTML_TITLE_LENGTH);
        buf_str(out, "</span>&rdquo;</li>");
    }
    buf_str(out, "</ul>");
}

/* --- rows, one function for each kind of list --- */

static void add_weak_row(struct buf *out, const void *entry)
{
    const struct report_page *page = entry;
    buf_str(out, "<td>");
    html_page(out, page->url, page->title);
    add_suggestions(out, page);
    buf_str(out, "</td>");
    html_number_cell(out, page->inbound_in_text);
    html_number_cell(out, page->inbound - page->inbound_in_text);
    html_number_cell(out, page->outbound);
}

static void add_page_row(struct buf *out, const void *entry)
{
    const struct report_page *page = entry;
    html_page_cell(out, page->url, page->title);
    html_number_cell(out, page->inbound_in_text);
    html_number_cell(out, page->inbound);
    html_number_cell(out, page->outbound);
    html_number_cell(out, page->depth);
}

static void add_broken_row(struct buf *out, const void *entry)
{
    const struct report_broken *broken = entry;
    html_page_cell(out, broken->from, broken->title);
    html_text_cell(out, broken->text);
    buf_str(out, "<td>");
    html_text(out, html_shown_url(broken->to), HTML_URL_LENGTH);
    buf_str(out, "</td>");
    html_number_cell(out, broken->status);
}

static void add_anchor_row(struct buf *out, const void *entry)
{
    const struct report_anchor *anchor = entry;
    html_text_cell(out, anchor->text);
    buf_str(out, "<td>");
    html_address(out, anchor->url, html_shown_url(anchor->url), HTML_URL_LENGTH);
    buf_str(out, "</td>");
    html_number_cell(out, anchor->count);
}

static void add_shared_row(struct buf *out, const void *entry)
{
    const struct report_shared_anchor *shared = entry;
    html_text_cell(out, shared->text);
    html_number_cell(out, shared->target_count);
    html_number_cell(out, shared->count);
    buf_str(out, "<td>");
    for (size_t i = 0; i < shared->listed; i++) {
        buf_str(out, "<small>");
        buf_grouped(out, shared->targets[i].count);
        buf_str(out, "&thinsp;&times;&ensp;");
        html_address(out, shared->targets[i].url, html_shown_url(shared->targets[i].url), HTML_URL_LENGTH);
        buf_str(out, "</small>");
    }
    if (shared->target_count > (int64_t)shared->listed) {
        buf_str(out, "<small>and ");
        buf_grouped(out, shared->target_count - (int64_t)shared->listed);
        buf_str(out, " more</small>");
    }
    buf_str(out, "</td>");
}

static void add_uneven_row(struct buf *out, const void *entry)
{
    const struct report_uneven_anchor *uneven = entry;
    html_page_cell(out, uneven->url, uneven->title);
    buf_printf(out, "<td><span class=\"tag %s\">%.*s</span></td>",
               str_eq(uneven->kind, STR("uniform")) ? "warn" : "bad", STR_ARG(uneven->kind));
    html_text_cell(out, uneven->text);
    buf_printf(out, "<td class=\"n\">%.0f&thinsp;%%</td>", uneven->share * 100);
    html_number_cell(out, uneven->different);
    html_number_cell(out, uneven->count);
}

/* --- tables --- */

struct table_kind {
    const char *heads; /* the cells of the heading */
    size_t size;       /* of an entry */
    void (*add_row)(struct buf *out, const void *entry);
};

static void add_rows(struct buf *out, const struct table_kind *kind, const char *entries, size_t count)
{
    buf_printf(out, "<div class=\"scroll\"><table>\n<thead><tr>%s</tr></thead>\n<tbody>\n", kind->heads);
    for (size_t i = 0; i < count; i++) {
        buf_str(out, "<tr>");
        kind->add_row(out, entries + i * kind->size);
        buf_str(out, "</tr>\n");
    }
    buf_str(out, "</tbody></table></div>\n");
}

/* good: what is said when the list is empty. */
static void add_table(struct buf *out, const struct table_kind *kind, const void *entries, size_t count, int64_t total,
                      const char *good)
{
    size_t seen = count < ROWS_SEEN ? count : ROWS_SEEN;
    if (count == 0) {
        buf_printf(out, "<p class=\"good\">%s</p>\n", good);
        return;
    }
    add_rows(out, kind, entries, seen);
    if (count > seen) {
        buf_str(out, "<details><summary>");
        buf_grouped(out, (int64_t)(count - seen));
        buf_str(out, " more</summary>\n");
        add_rows(out, kind, (const char *)entries + seen * kind->size, count - seen);
        buf_str(out, "</details>\n");
    }
    if (total > (int64_t)count) {
        buf_str(out, "<p class=\"soft\"><small>The first ");
        buf_grouped(out, (int64_t)count);
        buf_str(out, " of ");
        buf_grouped(out, total);
        buf_str(out, " are listed.</small></p>\n");
    }
}

static const struct table_kind of_weak = {
    "<th>Page</th><th class=\"n\">In text</th><th class=\"n\">In lists</th><th class=\"n\">Links out</th>",
    sizeof(struct report_page), add_weak_row};

static const struct table_kind of_pages = {
    "<th>Page</th><th class=\"n\">In text</th><th class=\"n\">In all</th><th class=\"n\">Links out</th>"
    "<th class=\"n\">Clicks</th>",
    sizeof(struct report_page), add_page_row};

static const struct table_kind of_broken = {
    "<th>On the page</th><th>The link says</th><th>It leads to</th><th class=\"n\">Answer</th>",
    sizeof(struct report_broken), add_broken_row};

static const struct table_kind of_anchors = {"<th>The link says</th><th>Page</th><th class=\"n\">Links</th>",
                                             sizeof(struct report_anchor), add_anchor_row};

static const struct table_kind of_shared = {
    "<th>The link says</th><th class=\"n\">Pages</th><th class=\"n\">Links</th><th>It leads to</th>",
    sizeof(struct report_shared_anchor), add_shared_row};

static const struct table_kind of_uneven = {
    "<th>Page</th><th></th><th>Mostly</th><th class=\"n\">Share</th><th class=\"n\">Different</th>"
    "<th class=\"n\">Links</th>",
    sizeof(struct report_uneven_anchor), add_uneven_row};

/* --- sections --- */

static void close_section(struct buf *out)
{
    buf_str(out, "</section>\n");
}

static void add_depths(struct buf *out, const struct link_report *report)
{
    int64_t most = 1;
    if (!report->depth_count)
        return;
    for (size_t i = 0; i < report->depth_count; i++)
        most = report->depths[i].pages > most ? report->depths[i].pages : most;
    tables_open_section(out, "depth", "Clicks from the entry page", "How many pages are how far away.");
    buf_str(out,
            "<table><thead><tr><th class=\"n\">Clicks</th><th class=\"n\">Pages</th><th></th></tr></thead><tbody>\n");
    for (size_t i = 0; i < report->depth_count; i++) {
        buf_str(out, "<tr>");
        html_number_cell(out, report->depths[i].depth);
        html_number_cell(out, report->depths[i].pages);
        buf_printf(out, "<td><span class=\"bar\" style=\"width:%.1f%%\"></span></td></tr>\n",
                   100.0 * (double)report->depths[i].pages / (double)most);
    }
    buf_str(out, "</tbody></table>\n");
    close_section(out);
}

/* A section of nothing but a list: of pages, or of something else. */
#define PAGES(member) LIST(member.list, member.count, member.total)
#define LIST(list, count, total)                                                                                       \
    offsetof(struct link_report, list), offsetof(struct link_report, count), offsetof(struct link_report, total)

static const struct list_section {
    const char *id, *heading, *about;
    size_t at, count_at, total_at; /* in the report */
    const struct table_kind *kind;
    const char *good;
    bool needs_entry;
} list_sections[] = {
    {"orphans", "Orphans",
     "No page links here from its running text. Where lists or navigation lead here, their number is told.",
     PAGES(orphans), &of_weak, "None: every page is linked from the text of another one."},
    {"weak", "Weak pages", "Few pages link here from their running text.", PAGES(weak), &of_weak, "None."},
    {"broken", "Broken links",
     "Links to addresses of the site that are none of its pages. &ldquo;Answer&rdquo; is what the address said when it "
     "was last asked.",
     LIST(broken, broken_count, broken_total), &of_broken, "None: every link leads to a page."},
    {"dead-ends", "Dead ends", "These pages link to no other page of the site: readers can only go back.",
     PAGES(dead_ends), &of_pages, "None: every page leads on."},
    {"unreachable", "Unreachable pages", "No way of links leads here from the entry page.", PAGES(unreachable),
     &of_pages, "None.", .needs_entry = true},
    {"deep", "Deep pages", "More than three clicks from the entry page.", PAGES(deepest), &of_pages, "None.",
     .needs_entry = true},
    {"shared", "One text, several pages",
     "Links in running text that say the same and lead to different pages: readers, and search engines, cannot tell "
     "which page is meant.",
     LIST(shared, shared_count, shared_total), &of_shared, "None."},
    {"uneven", "Uniform and scattered link texts",
     "Uniform: nearly all links to the page say the very same. Scattered: hardly two of them do.",
     LIST(uneven, uneven_count, uneven_total), &of_uneven, "None."},
    {"anchors", "Most frequent link texts", "What links say, wherever they stand.",
     LIST(anchors, anchor_count, anchor_total), &of_anchors, "There are no links."},
    {"top", "Most linked pages", "What the site points to most.", PAGES(top), &of_pages, "There are no pages."},
};

static void tables_add_list(struct buf *out, const struct link_report *report, const struct list_section *section)
{
    const char *base = (const char *)report;
    tables_open_section(out, section->id, section->heading, section->about);
    add_table(out, section->kind, *(const void *const *)(base + section->at),
              *(const size_t *)(base + section->count_at), *(const int64_t *)(base + section->total_at), section->good);
    close_section(out);
}

/* All lists, in the order in which somebody who tends the site would look at them. */
static void tables_add(struct buf *out, const struct link_report *report)
{
    for (size_t i = 0; i < COUNT_OF(list_sections); i++) {
        if (report->entry.data || !list_sections[i].needs_entry)
            tables_add_list(out, report, &list_sections[i]);
        if (strcmp(list_sections[i].id, "dead-ends") == 0)
            add_depths(out, report);
    }
}

/* --- a graph --- */

static void add_targets(struct buf *out, const struct report_graph *graph, size_t node, size_t count)
{
    const char *before = "";
    buf_str(out, "<td>");
    for (size_t i = 0; i < graph->edge_count; i++) {
        const struct report_edge *edge = &graph->edges[i];
        if (edge->from != node || edge->to >= count)
            continue;
        buf_printf(out, "%s%u", before, (unsigned)edge->to + 1);
        before = ", ";
    }
    buf_str(out, "</td>");
}

/* The first `count` nodes of a graph and where they link: what its drawing shows. */
static void tables_add_graph(struct buf *out, const struct report_graph *graph, size_t count, bool of_folders)
{
    buf_str(out, "<details><summary>The drawing as a table</summary>\n<div class=\"scroll\"><table>\n<thead><tr>"
                 "<th class=\"n\">No.</th>");
    buf_str(out, of_folders ? "<th>Folder</th><th class=\"n\">Pages</th><th class=\"n\">Orphans</th>"
                              "<th class=\"n\">Weak</th>"
                            : "<th>Page</th>");
    buf_str(out, "<th class=\"n\">In</th><th class=\"n\">Out</th><th>Links to No.</th></tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < count; i++) {
        const struct report_node *node = &graph->nodes[i];
        buf_str(out, "<tr>");
        html_number_cell(out, (int64_t)i + 1);
        html_page_cell(out, node->url, node->title);
        const int64_t counts[] = {node->pages, node->orphans, node->weak};
        for (size_t k = 0; of_folders && k < COUNT_OF(counts); k++)
            html_number_cell(out, counts[k]);
        html_number_cell(out, node->inbound);
        html_number_cell(out, node->outbound);
        add_targets(out, graph, i, count);
        buf_str(out, "</tr>\n");
    }
    buf_str(out, "</tbody></table></div></details>\n");
}

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
