/* compose: a new article, from a form. */
#include "service/web/articles/articles_parts.h"
#include "service/web/articles/bulk.h"
#include "service/web/articles/param_form.h"

static void show_compose(struct web_page *page, struct param_form *form, int status)
{
    char once[UUID_LENGTH + 1];
    uuid_v7(once);
    param_choices_ask(page, &form->choices);
    page_begin(page, "New article", "/articles/new");
    buf_str(page->out, "<p><a href=\"/articles/bulk\">Many articles at once</a></p>");
    type_form_write(page, "/articles/new", form->type);
    markup(page->out, "<form method=\"post\" action=\"/articles/new?articleType=%s\" data-draft=\"article of %s\"%s>",
           form->type->name, page->request->account_id, form->sent ? " data-shown-again" : "");
    page_form_token(page);
    markup(page->out, "<input type=\"hidden\" name=\"once\" value=\"%s\">", once);
    param_form_write(page, form);
    buf_str(page->out, "<p><button class=\"primary\">Queue the article</button></p></form>");
    page_end(page, status);
}

void compose_show(struct request *request)
{
    struct web_page *page = page_enter(request);
    if (!page || !page_may(page, "POST", "/api/articles/v2"))
        return;
    struct param_form form = {.type = param_form_type(form_value(&page->query, "articleType"))};
    show_compose(page, &form, 200);
}

void compose_send(struct request *request)
{
    struct api_reply reply;
    struct web_page *page = page_enter_form(request);
    if (!page)
        return;
    struct param_form form = {.type = param_form_type(form_value(&page->form, "articleType")), .sent = &page->form};
    json_t *body = param_form_read(page, &page->form, form.type);
    if (ask_once(page, &reply, form_value(&page->form, "once"), body, "/api/articles/v2")) {
        page_redirect(request, "/articles/%s?done=queued", text_of(reply.json, "articleId"));
    } else if (reply.json) {
        form.problem = reply.json;
        show_compose(page, &form, reply.status);
    } else {
        page_problem(page);
    }
}
