#include "service/web/integrations/integration_list.h"

#include "service/web/frame/listing.h"
#include "service/web/integrations/integration_view.h"
#include "service/web/integrations/settings_form.h"

/* --- the list --- */

static void integration_list_write_row(struct web_page *page, const json_t *integration)
{
    const json_t *last = json_object_get(integration, "lastDelivery");
    markup(page->out,
           "<tr><th scope=\"row\"><a href=\"/integrations/%s\">%s</a></th><td data-label=\"Kind\">%s</td>"
           "<td data-label=\"State\">%s<span class=\"detail\">%s</span></td><td data-label=\"Last delivery\">",
           text_of(integration, "integrationId"), text_of(integration, "name"), text_of(integration, "kind"),
           text_of(integration, "state"), text_of(integration, "problem"));
    if (json_is_object(last)) {
        markup(page->out, "%s, ", text_of(last, "state"));
        markup_time(page->out, integer_of(last, "updatedAt"), clock_now_ms());
    } else {
        buf_str(page->out, "none yet");
    }
    buf_str(page->out, "</td></tr>\n");
}

static void integration_list_write_list(struct web_page *page, const json_t *list)
{
    size_t i;
    json_t *integration;
    if (json_array_size(list) == 0) {
        buf_str(page->out, "<p>There are no integrations yet. Finished articles can go to a site, as drafts, or to a "
                           "webhook.</p>");
        return;
    }
    buf_str(page->out, "<table class=\"stacked\"><thead><tr><th scope=\"col\">Integration</th><th scope=\"col\">Kind"
                       "</th><th scope=\"col\">State</th><th scope=\"col\">Last delivery</th></tr></thead><tbody>\n");
    json_array_foreach (list, i, integration) {
        integration_list_write_row(page, integration);
    }
    buf_str(page->out, "</tbody></table>");
}

/* A way to each kind that can be connected; `here` is the one that is being connected, NULL: none. */
static void write_kinds(struct web_page *page, const struct delivery_target *here)
{
    buf_str(page->out, "<ul class=\"line choices\">");
    for (size_t i = 0; delivery_target_name(i); i++) {
        const char *name = delivery_target_name(i);
        markup(page->out, "<li><a href=\"/integrations/new?kind=%s\"%s>%s</a></li>", name,
               here && here == delivery_target_find(name) ? " aria-current" : "", name);
    }
    buf_str(page->out, "</ul>");
}

void integration_list_show(struct request *request)
{
    struct api_reply reply;
    struct web_page *page = page_enter(request);
    if (!page)
        return;
    if (!listing_ask(page, &reply, "/api/integrations")) {
        page_problem(page);
        return;
    }
    page_begin(page, "Integrations", "/integrations");
    integration_list_write_list(page, json_object_get(reply.json, "data"));
    listing_more(page, reply.json, "/integrations", "More integrations");
    buf_str(page->out, "<h2>Connect</h2>");
    write_kinds(page, NULL);
    page_end(page, 200);
}

/* --- a new one --- */

static void show_new(struct web_page *page, const struct settings_form *form, int status)
{
    page_begin(page, "New integration", "/integrations");
    write_kinds(page, form->target);
    markup(page->out,
           "<form method=\"post\" action=\"/integrations/new\" class=\"narrow\">"
           "<input type=\"hidden\" name=\"kind\" value=\"%s\">",
           form->target->name);
    page_form_token(page);
    settings_form_write(page, form);
    buf_str(page->out, "<p><button class=\"primary\">Connect it</button></p></form>");
    page_end(page, status);
}

void integration_new_show(struct request *request)
{
    struct web_page *page = page_enter(request);
    if (page && page_may(page, "POST", "/api/integrations"))
        show_new(page, &(struct settings_form){.target = settings_form_kind(form_value(&page->query, "kind"))}, 200);
}

void integration_new_send(struct request *request)
{
    struct api_reply reply;
    struct web_page *page = page_enter_form(request);
    if (!page)
        return;
    struct settings_form form = {.target = settings_form_kind(form_value(&page->form, "kind"))};
    if (!ask(page, &reply, "POST", settings_form_read(page, &form), "/api/integrations")) {
        form.sent = &page->form;
        form.problem = reply.json;
        show_new(page, &form, reply.status);
        return;
    }
    const char *id = text_of(reply.json, "integrationId"), *secret = text_of(reply.json, "secret");
    if (secret[0])
        integration_view_secret(page, id, secret);
    else
        page_redirect(request, "/integrations/%s?done=made", id);
}
