#include "link/page/page_parts.h"

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

static void parts_tables_add_list(struct buf *out, const struct link_report *report, const struct list_section *section)
{
    const char *base = (const char *)report;
    tables_open_section(out, section->id, section->heading, section->about);
    add_table(out, section->kind, *(const void *const *)(base + section->at),
              *(const size_t *)(base + section->count_at), *(const int64_t *)(base + section->total_at), section->good);
    close_section(out);
}

void tables_add(struct buf *out, const struct link_report *report)
{
    for (size_t i = 0; i < COUNT_OF(list_sections); i++) {
        if (report->entry.data || !list_sections[i].needs_entry)
            parts_tables_add_list(out, report, &list_sections[i]);
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

void tables_add_graph(struct buf *out, const struct report_graph *graph, size_t count, bool of_folders)
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
