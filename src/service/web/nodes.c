/* nodes: the processes that serve the database, for whoever runs the service. */
#include "service/web/web_parts.h"

enum { REFRESH_SECONDS = 5 };

static void write_node(struct web_page *page, const json_t *node, int64_t now)
{
    const char *state = text_of(node, "state");
    markup(page->out,
           "<tr><th scope=\"row\">%s<span class=\"detail\">%s</span></th>"
           "<td data-label=\"State\"><span class=\"state %s\">%s</span></td>"
           "<td data-label=\"Version\">%s</td><td class=\"number\" data-label=\"Articles\">%lld of %lld</td>"
           "<td data-label=\"Since\">",
           text_of(node, "name"), text_of(node, "address"), state, state, text_of(node, "version"),
           integer_of(node, "busy"), integer_of(node, "workers"));
    markup_time(page->out, integer_of(node, "startedAt"), now);
    buf_str(page->out, "</td><td data-label=\"Seen\">");
    markup_time(page->out, integer_of(node, "seenAt"), now);
    buf_str(page->out, "</td></tr>\n");
}

/* Ages are counted from when the node was seen that answers: the clock of the database is theirs. */
static int64_t newest(const json_t *list)
{
    size_t i;
    json_t *node;
    int64_t time = 0;
    json_array_foreach (list, i, node) {
        int64_t seen = integer_of(node, "seenAt");
        time = seen > time ? seen : time;
    }
    return time;
}

void nodes_page_show(struct request *request)
{
    size_t i;
    json_t *node;
    struct api_reply nodes;
    struct web_page *page = page_enter(request);
    if (!page)
        return;
    if (!ask(page, &nodes, "GET", NULL, "/api/nodes")) {
        page_problem(page);
        return;
    }
    const json_t *list = json_object_get(nodes.json, "data");
    page->refresh = REFRESH_SECONDS;
    page_begin(page, "Nodes", "/nodes");
    markup(page->out,
           "<p>The processes that serve this database. What a silent one was writing goes on at another.</p>"
           "<div id=\"nodes\" data-redraws=\"%d\"><table class=\"stacked\"><thead><tr><th scope=\"col\">Node</th>"
           "<th scope=\"col\">State</th><th scope=\"col\">Version</th><th scope=\"col\" class=\"number\">Articles</th>"
           "<th scope=\"col\">Since</th><th scope=\"col\">Seen</th></tr></thead><tbody>\n",
           REFRESH_SECONDS);
    json_array_foreach (list, i, node) {
        write_node(page, node, newest(list));
    }
    buf_str(page->out, "</tbody></table></div>");
    page_end(page, 200);
}
