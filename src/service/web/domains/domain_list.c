#include "service/web/domains/domain_list.h"

#include "service/api/domains.h"
#include "service/web/frame/ask.h"
#include "service/web/frame/fields_form.h"

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
