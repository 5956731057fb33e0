#include "service/web/frame/frame.h"

static void write_of(struct web_page *page, const json_t *delivery, bool has_articles)
{
    const char *title = text_of(delivery, "articleTitle"), *name = text_of(delivery, "integrationName");
    if (has_articles)
        markup(page->out,
               "<tr><th scope=\"row\"><a dir=\"auto\" href=\"/articles/%s\">%s</a><span class=\"detail\">%s, ",
               text_of(delivery, "articleId"), title[0] ? title : "Without a title", text_of(delivery, "event"));
    else if (name[0])
        markup(page->out, "<tr><th scope=\"row\"><a href=\"/integrations/%s\">%s</a><span class=\"detail\">%s, ",
               text_of(delivery, "integrationId"), name, text_of(delivery, "url"));
    else
        markup(page->out, "<tr><th scope=\"row\">%s<span class=\"detail\">", text_of(delivery, "url"));
    markup_time(page->out, integer_of(delivery, "createdAt"), clock_now_ms());
    buf_str(page->out, "</span></th>");
}

static void delivery_table_write_state(struct web_page *page, const json_t *delivery)
{
    long long next = integer_of(delivery, "nextAttemptAt"), status = integer_of(delivery, "lastStatus");
    const char *remote = text_of(delivery, "remoteUrl");
    markup(page->out, "<td data-label=\"State\">%s", text_of(delivery, "state"));
    if (next) {
        buf_str(page->out, ", next attempt ");
        markup_time(page->out, next, clock_now_ms());
    }
    buf_str(page->out, "<span class=\"detail\">");
    if (status)
        markup(page->out, "HTTP status %lld. ", status);
    markup(page->out, "%s", text_of(delivery, "lastError"));
    if (url_is_web(str_from(remote)))
        markup(page->out, " <a rel=\"noreferrer\" href=\"%s\">%s</a>", remote, remote);
    buf_str(page->out, "</span></td>");
}

static void delivery_table_write_row(struct web_page *page, const json_t *delivery, const char *resend,
                                     bool has_articles)
{
    write_of(page, delivery, has_articles);
    delivery_table_write_state(page, delivery);
    markup(page->out, "<td data-label=\"Attempts\" class=\"number\">%lld</td><td class=\"actions\">",
           integer_of(delivery, "attempts"));
    markup(page->out,
           "<form method=\"post\" action=\"%s\"><input type=\"hidden\" name=\"deliveryId\" "
           "value=\"%s\">",
           resend, text_of(delivery, "deliveryId"));
    page_form_token(page);
    markup(page->out, "<button aria-label=\"Send again to %s\">Send again</button></form></td></tr>\n",
           text_of(delivery, "url"));
}

void delivery_table_write(struct web_page *page, const json_t *deliveries, const char *resend, bool has_articles)
{
    size_t i;
    json_t *delivery;
    if (json_array_size(deliveries) == 0)
        return;
    markup(page->out,
           "<table class=\"stacked\"><thead><tr><th scope=\"col\">%s</th><th scope=\"col\">State</th>"
           "<th scope=\"col\" class=\"number\">Attempts</th><th scope=\"col\" "
           "class=\"actions\">Actions</th></tr></thead><tbody>\n",
           has_articles ? "Article" : "To");
    json_array_foreach (deliveries, i, delivery) {
        delivery_table_write_row(page, delivery, resend, has_articles);
    }
    buf_str(page->out, "</tbody></table>");
}

void delivery_table_resend(struct request *request, const char *back)
{
    struct api_reply reply;
    struct web_page *page = page_enter_form(request);
    if (!page)
        return;
    struct buf id = {0};
    markup_query(&id, form_value(&page->form, "deliveryId"));
    bool is_done = ask(page, &reply, "POST", made(page, json_object()), "/api/deliveries/%s/resend", buf_text(&id));
    buf_free(&id);
    if (is_done)
        page_redirect(request, "%s?done=delivering", back);
    else
        page_problem(page);
}
