/* domain_view: one domain: its pages, how they link to each other, and what a program needs to use it. */
#include "service/web/web_parts.h"

static void domain_list_write_row(struct web_page *page, const json_t *domain)
{
    const char *sitemap = text_of(domain, "sitemapUrl"), *start = text_of(domain, "startUrl");
    markup(page->out,
           "<tr><th scope=\"row\"><a href=\"/domains/%s\">%s</a><span class=\"detail\">%s</span></th>"
           "<td data-label=\"Status\">%s</td><td data-label=\"Pages\" class=\"number\">%lld</td>",
           text_of(domain, "domainId"), text_of(domain, "name"), start[0] ? start : sitemap, text_of(domain, "status"),
           integer_of(domain, "pageCount"));
    buf_str(page->out, "<td data-label=\"Changed\">");
    markup_time(page->out, integer_of(domain, "updatedAt"), clock_now_ms());
    buf_str(page->out, "</td></tr>\n");
}

static void domain_list_write_list(struct web_page *page, const json_t *list)
{
    size_t i;
    json_t *domain;
    if (json_array_size(list) == 0) {
        buf_str(page->out, "<p>There are no domains yet. Content is linked to the pages of one.</p>");
        return;
    }
    buf_str(page->out,
            "<table class=\"stacked\"><thead><tr><th scope=\"col\">Domain</th><th scope=\"col\">Status</th>"
            "<th scope=\"col\" class=\"number\">Pages</th><th scope=\"col\">Changed</th></tr></thead><tbody>\n");
    json_array_foreach (list, i, domain) {
        domain_list_write_row(page, domain);
    }
    buf_str(page->out, "</tbody></table>");
}

static void show_domain_list(struct web_page *page, const struct fields_form *form, int status)
{
    struct api_reply reply;
    if (!ask(page, &reply, "GET", NULL, "/api/domains")) {
        page_problem(page);
        return;
    }
    page_begin(page, "Domains", "/domains");
    domain_list_write_list(page, json_object_get(reply.json, "data"));
    buf_str(page->out, "<h2>New domain</h2><form method=\"post\" action=\"/domains\" class=\"narrow\">");
    page_form_token(page);
    fields_form_write(page, form);
    buf_str(page->out, "<p><button class=\"primary\">Add the domain</button></p></form>");
    page_end(page, status);
}

void domain_list_show(struct request *request)
{
    struct web_page *page = page_enter(request);
    if (page)
        show_domain_list(page, &(struct fields_form){.fields = &domain_fields}, 200);
}

void domain_list_create(struct request *request)
{
    struct api_reply reply;
    struct web_page *page = page_enter_form(request);
    struct fields_form form = {.fields = &domain_fields};
    if (!page)
        return;
    if (ask(page, &reply, "POST", fields_form_read(page, &form), "/api/domains")) {
        page_redirect(request, "/domains/%s?done=made", text_of(reply.json, "domainId"));
        return;
    }
    form.sent = &page->form;
    form.problem = reply.json;
    show_domain_list(page, &form, reply.status);
}

/* The domain is that of the page, and what is linked is shown as a text, not as data. */
static const char *const without[] = {"domainId", "explain", "keyword", NULL};

static void write_result(struct web_page *page, const struct api_reply *reply)
{
    buf_str(page->out, "<section><h2>Linked text</h2><label for=\"linked\">The text with its links</label>"
                       "<textarea id=\"linked\" class=\"source\" readonly rows=\"14\" data-copy>\n");
    markup(page->out, "%s", reply->text.data);
    buf_str(page->out, "</textarea></section>");
}

/* reply: what came of it; NULL: it was not sent yet, or was refused. */
static void show_domain_link(struct web_page *page, const struct fields_form *form, const struct api_reply *reply,
                             int status)
{
    page_begin(page, "Link a text", "/domains");
    markup(page->out,
           "<p><a href=\"/domains/%s\">To the domain</a></p><p>Each request costs one credit, whatever its length.</p>",
           page->request->id);
    if (reply)
        write_result(page, reply);
    markup(page->out, "<form method=\"post\" action=\"/domains/%s/link\">", page->request->id);
    page_form_token(page);
    fields_form_write(page, form);
    buf_str(page->out, "<p><button class=\"primary\">Link it</button></p></form>");
    page_end(page, status);
}

void domain_link_show(struct request *request)
{
    struct web_page *page = page_enter(request);
    if (page && page_may(page, "POST", "/api/internal-links"))
        show_domain_link(page, &(struct fields_form){.fields = &link_fields, .without = without}, NULL, 200);
}

void domain_link_send(struct request *request)
{
    struct api_reply reply;
    struct web_page *page = page_enter_form(request);
    struct fields_form form = {.fields = &link_fields, .without = without};
    if (!page)
        return;
    form.sent = &page->form;
    json_t *body = fields_form_read(page, &form);
    put(page, body, "domainId", json_string(request->id));
    if (ask(page, &reply, "POST", body, "/api/internal-links")) {
        show_domain_link(page, &form, &reply, 200);
    } else if (reply.json) {
        form.problem = reply.json;
        show_domain_link(page, &form, NULL, reply.status);
    } else {
        page_problem(page);
    }
}

enum { REFRESH_SECONDS = 5 };

/* --- parts --- */

static void write_standing(struct web_page *page, const json_t *domain)
{
    const char *problem = text_of(domain, "problem");
    markup(page->out, "<p><span class=\"state %s\">%s</span>, %lld pages", text_of(domain, "status"),
           text_of(domain, "status"), integer_of(domain, "pageCount"));
    if (problem[0])
        markup(page->out, "<span class=\"detail\">%s</span>", problem);
    buf_str(page->out, "</p>");
}

static void write_button(struct web_page *page, const char *action, const char *label)
{
    markup(page->out, "<form method=\"post\" action=\"/domains/%s/%s\">", page->request->id, action);
    page_form_token(page);
    markup(page->out, "<button>%s</button></form>", label);
}

static void write_pages(struct web_page *page, const json_t *answer)
{
    size_t i;
    json_t *stored;
    const char *path = page_printf(page, "/domains/%s", page->request->id);
    buf_str(page->out, "<h2>Pages</h2><table class=\"stacked\"><thead><tr><th scope=\"col\">Page</th>"
                       "<th scope=\"col\">Language</th><th scope=\"col\">Read</th></tr></thead><tbody>\n");
    json_array_foreach (json_object_get(answer, "data"), i, stored) {
        const char *url = text_of(stored, "url"), *title = text_of(stored, "title");
        markup(page->out,
               "<tr><th scope=\"row\"><a href=\"%s\" rel=\"noreferrer noopener\">%s</a><span class=\"detail\">%s</span>"
               "</th><td data-label=\"Language\">%s</td><td data-label=\"Read\">",
               url, title[0] ? title : url, url, text_of(stored, "language"));
        markup_time(page->out, integer_of(stored, "readAt"), clock_now_ms());
        buf_str(page->out, "</td></tr>\n");
    }
    buf_str(page->out, "</tbody></table>");
    listing_more(page, answer, path ? path : "", "More pages");
}

static void write_report(struct web_page *page)
{
    const char *address = page_printf(page, "/domains/%s/report", page->request->id);
    markup(page->out,
           "<h2>How the pages link to each other</h2><p><a href=\"%s\">The report as a page of its own</a></p>",
           address);
    page_frame(page, "Report", address);
}

static void write_snippets(struct web_page *page)
{
    const char *base = public_url_of(page->request), *id = page->request->id;
    markup(page->out,
           "<h2>For programs</h2><p><label for=\"domain-id\">Identifier</label> <input id=\"domain-id\" readonly "
           "value=\"%s\" data-copy></p>",
           id);
    markup(page->out,
           "<p><label for=\"curl\">With curl</label></p><textarea id=\"curl\" class=\"source\" readonly rows=\"5\" "
           "data-copy>\ncurl %s/api/internal-links \\\n  -H \"Authorization: Bearer $COPYDESK_API_KEY\" \\\n"
           "  -H \"Content-Type: application/json\" \\\n"
           "  -d '{\"content\": \"&lt;p&gt;...&lt;/p&gt;\", \"format\": \"html\", \"domainId\": \"%s\"}'</textarea>",
           base ? base : "", id);
    markup(
        page->out,
        "<p><label for=\"lua\">In Lua</label></p><textarea id=\"lua\" class=\"source\" readonly rows=\"4\" data-copy>\n"
        "local desk = require(\"copydesk\").new { base_url = \"%s\", api_key = os.getenv \"COPYDESK_API_KEY\" }\n"
        "local linked = assert(desk:link { content = html, format = \"html\", domainId = \"%s\" })</textarea>",
        base ? base : "", id);
}

/* --- the page --- */

static void write_settings(struct web_page *page, const struct fields_form *form)
{
    markup(page->out, "<h2>Settings</h2><form method=\"post\" action=\"/domains/%s\" class=\"narrow\">",
           page->request->id);
    page_form_token(page);
    fields_form_write(page, form);
    buf_str(page->out, "<p><button class=\"primary\">Save</button></p></form>");
}

static void write_delete(struct web_page *page)
{
    buf_str(page->out, "<h2>Delete</h2><details><summary>Delete this domain</summary><p>Its pages are deleted with it."
                       "</p>");
    write_button(page, "delete", "Delete it for good");
    buf_str(page->out, "</details>");
}

static void show_domain_view(struct web_page *page, struct fields_form *form, int status)
{
    struct api_reply domain, pages;
    const struct request *request = page->request;
    const char *path = page_printf(page, "/api/domains/%s/pages", request->id);
    if (!ask(page, &domain, "GET", NULL, "/api/domains/%s", request->id) || !listing_ask(page, &pages, path)) {
        page_problem(page);
        return;
    }
    page->refresh = strcmp(text_of(domain.json, "status"), "crawling") == 0 ? REFRESH_SECONDS : 0;
    page_begin(page, text_of(domain.json, "name"), "/domains");
    write_standing(page, domain.json);
    markup(page->out, "<p><a href=\"/domains/%s/link\">Link a text to its pages</a></p>", request->id);
    write_button(page, "refresh", "Read the site again");
    write_pages(page, pages.json);
    if (integer_of(domain.json, "pageCount"))
        write_report(page);
    write_snippets(page);
    form->values = domain.json;
    write_settings(page, form);
    write_delete(page);
    page_end(page, status);
}

void domain_view_show(struct request *request)
{
    struct web_page *page = page_enter(request);
    if (page)
        show_domain_view(page, &(struct fields_form){.fields = &domain_change_fields}, 200);
}

void domain_view_change(struct request *request)
{
    struct api_reply reply;
    struct web_page *page = page_enter_form(request);
    struct fields_form form = {.fields = &domain_change_fields};
    if (!page)
        return;
    if (ask(page, &reply, "PATCH", fields_form_read(page, &form), "/api/domains/%s", request->id)) {
        page_redirect(request, "/domains/%s?done=saved", request->id);
        return;
    }
    form.sent = &page->form;
    form.problem = reply.json;
    show_domain_view(page, &form, reply.status);
}

/* The report brings its own style and needs nothing else. */
void domain_view_report(struct request *request)
{
    struct api_reply reply;
    struct web_page *page = page_enter(request);
    if (!page)
        return;
    if (!ask(page, &reply, "GET", NULL, "/api/domains/%s/report?format=html", request->id)) {
        page_problem(page);
        return;
    }
    buf_clear(page->out);
    buf_add(page->out, reply.text.data, reply.text.len);
    answer_header(request, "Content-Security-Policy",
                  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; "
                  "frame-ancestors 'self'; " PREVIEW_SANDBOX);
    answer_header(request, "Cache-Control", "no-store");
    answer_header(request, "Referrer-Policy", "no-referrer");
    answer_body(request, 200, "text/html; charset=utf-8");
}

static void act(struct request *request, const char *method, const char *tail, const char *where)
{
    struct api_reply reply;
    struct web_page *page = page_enter_form(request);
    if (!page)
        return;
    if (ask(page, &reply, method, NULL, "/api/domains/%s%s", request->id, tail))
        page_redirect(request, "%s", where);
    else
        page_problem(page);
}

void domain_view_refresh(struct request *request)
{
    const char *where = arena_printf(request->arena, "/domains/%s?done=reading", request->id);
    act(request, "POST", "/refresh", where ? where : "/domains");
}

void domain_view_delete(struct request *request)
{
    act(request, "DELETE", "", "/domains?done=domain-deleted");
}
