#include "service/web/domains/domain_link.h"

#include "service/api/link_request.h"
#include "service/web/frame/ask.h"
#include "service/web/frame/fields_form.h"

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
