#include "service/web/integrations/integration_view.h"

#include "service/web/frame/listing.h"
#include "service/web/integrations/delivery_table.h"
#include "service/web/integrations/settings_form.h"

/* What the page shows besides the integration itself. */
struct integration_view_view {
    const char *id;
    struct settings_form form;
    const json_t *test; /* what came of a test; NULL: none was made */
    const char *secret; /* a webhook's new secret; NULL: none was made */
    int status;
};

/* --- parts --- */

static void write_form_of(struct web_page *page, const char *id, const char *action)
{
    markup(page->out, "<form method=\"post\" action=\"/integrations/%s%s%s\">", id, action[0] ? "/" : "", action);
    page_form_token(page);
}

static void integration_view_write_state(struct web_page *page, const json_t *integration, const char *id)
{
    bool is_active = strcmp(text_of(integration, "state"), "active") == 0;
    const char *problem = text_of(integration, "problem");
    markup(page->out, "<p>%s, %s.</p>", text_of(integration, "kind"),
           is_active ? "active: finished articles that name it go there" : "disabled: nothing goes there");
    if (problem[0])
        markup(page->out, "<p class=\"problem\">%s</p>", problem);
    buf_str(page->out, "<div class=\"line\">");
    write_form_of(page, id, "test");
    buf_str(page->out, "<button>Test it</button></form>");
    write_form_of(page, id, "state");
    markup(page->out, "<input type=\"hidden\" name=\"state\" value=\"%s\"><button>%s</button></form></div>",
           is_active ? "disabled" : "active", is_active ? "Disable it" : "Make it active");
}

static void write_test(struct web_page *page, const json_t *test)
{
    bool is_ok = json_is_true(json_object_get(test, "ok"));
    long long status = integer_of(test, "status");
    markup(page->out, "<p class=\"%s\" role=\"status\">%s %s", is_ok ? "message" : "problem",
           is_ok ? "The test went well." : "The test failed.", text_of(test, "detail"));
    if (status)
        markup(page->out, " (HTTP status %lld)", status);
    buf_str(page->out, "</p>");
}

static void integration_view_write_secret(struct web_page *page, const char *secret)
{
    markup(page->out,
           "<div class=\"message\" role=\"status\"><p>Requests are signed with this secret. It is shown here once; "
           "keep it now.</p><p><label for=\"secret\">Secret</label> <input id=\"secret\" readonly value=\"%s\" "
           "data-copy></p></div>",
           secret);
}

static void write_settings(struct web_page *page, const struct integration_view_view *view)
{
    buf_str(page->out, "<h2>Settings</h2>");
    markup(page->out, "<form method=\"post\" action=\"/integrations/%s\" class=\"narrow\">", view->id);
    page_form_token(page);
    settings_form_write(page, &view->form);
    buf_str(page->out, "<p><button class=\"primary\">Save</button></p></form>");
}

static void write_rotate(struct web_page *page, const char *id)
{
    buf_str(page->out, "<h2>Secret</h2><p>A new secret signs beside the present one for 24 hours, then alone.</p>");
    write_form_of(page, id, "rotate");
    buf_str(page->out, "<p><button>Make a new secret</button></p></form>");
}

static void write_deliveries(struct web_page *page, const char *id, const struct api_reply *deliveries)
{
    const json_t *list = json_object_get(deliveries->json, "data");
    const char *path = page_printf(page, "/integrations/%s", id);
    const char *resend = page_printf(page, "/integrations/%s/resend", id);
    buf_str(page->out, "<h2>Deliveries</h2>");
    if (json_array_size(list) == 0)
        buf_str(page->out, "<p>Nothing went there yet.</p>");
    delivery_table_write(page, list, resend, true);
    listing_more(page, deliveries->json, path, "Earlier deliveries");
}

static void write_delete(struct web_page *page, const char *id)
{
    buf_str(page->out, "<h2>Delete</h2><details><summary>Delete this integration</summary>");
    write_form_of(page, id, "delete");
    buf_str(page->out, "<p>Its settings and its list of deliveries go with it; what was delivered stays where it is."
                       "</p><p><button>Delete it for good</button></p></form></details>");
}

/* --- the page --- */

static void show_integration_view(struct web_page *page, struct integration_view_view *view)
{
    struct api_reply integration, deliveries;
    const char *path = page_printf(page, "/api/integrations/%s/deliveries", view->id);
    if (!ask(page, &integration, "GET", NULL, "/api/integrations/%s", view->id) ||
        !listing_ask(page, &deliveries, path)) {
        page_problem(page);
        return;
    }
    const char *kind = text_of(integration.json, "kind");
    view->form.target = settings_form_kind(kind);
    view->form.values = integration.json;
    page_begin(page, text_of(integration.json, "name"), "/integrations");
    if (view->secret)
        integration_view_write_secret(page, view->secret);
    if (view->test)
        write_test(page, view->test);
    integration_view_write_state(page, integration.json, view->id);
    write_settings(page, view);
    if (view->form.target == &webhook_target)
        write_rotate(page, view->id);
    write_deliveries(page, view->id, &deliveries);
    write_delete(page, view->id);
    page_end(page, view->status);
}

void integration_view_secret(struct web_page *page, const char *id, const char *secret)
{
    show_integration_view(page, &(struct integration_view_view){.id = id, .secret = secret, .status = 200});
}

void integration_view_show(struct request *request)
{
    struct web_page *page = page_enter(request);
    if (page)
        show_integration_view(page, &(struct integration_view_view){.id = request->id, .status = 200});
}

/* --- changes --- */

/* The kind is not changed: whose settings were sent is asked for. False: a problem was shown. */
static bool find_form(struct web_page *page, struct settings_form *form)
{
    struct api_reply reply;
    if (!ask(page, &reply, "GET", NULL, "/api/integrations/%s", page->request->id)) {
        page_problem(page);
        return false;
    }
    form->target = settings_form_kind(text_of(reply.json, "kind"));
    form->values = reply.json;
    return true;
}

void integration_view_change(struct request *request)
{
    struct api_reply reply;
    struct web_page *page = page_enter_form(request);
    struct integration_view_view view = {.id = request->id};
    if (!page || !find_form(page, &view.form))
        return;
    if (ask(page, &reply, "PATCH", settings_form_read(page, &view.form), "/api/integrations/%s", request->id)) {
        page_redirect(request, "/integrations/%s?done=saved", request->id);
        return;
    }
    view.form.sent = &page->form;
    view.form.problem = reply.json;
    view.status = reply.status;
    show_integration_view(page, &view);
}

void integration_view_state(struct request *request)
{
    struct api_reply reply;
    struct web_page *page = page_enter_form(request);
    if (!page)
        return;
    json_t *change = made(page, json_pack("{s:s}", "state", form_value(&page->form, "state")));
    if (ask(page, &reply, "PATCH", change, "/api/integrations/%s", request->id))
        page_redirect(request, "/integrations/%s?done=saved", request->id);
    else
        page_problem(page);
}

void integration_view_test(struct request *request)
{
    struct api_reply reply;
    struct web_page *page = page_enter_form(request);
    if (!page)
        return;
    if (ask(page, &reply, "POST", NULL, "/api/integrations/%s/test", request->id))
        show_integration_view(page,
                              &(struct integration_view_view){.id = request->id, .test = reply.json, .status = 200});
    else
        page_problem(page);
}

void integration_view_rotate(struct request *request)
{
    struct api_reply reply;
    struct web_page *page = page_enter_form(request);
    if (!page)
        return;
    if (ask(page, &reply, "POST", NULL, "/api/integrations/%s/rotate", request->id))
        integration_view_secret(page, request->id, text_of(reply.json, "secret"));
    else
        page_problem(page);
}

void integration_view_delete(struct request *request)
{
    struct api_reply reply;
    struct web_page *page = page_enter_form(request);
    if (!page)
        return;
    if (ask(page, &reply, "DELETE", NULL, "/api/integrations/%s", request->id))
        page_redirect(request, "/integrations?done=integration-deleted");
    else
        page_problem(page);
}

void integration_view_resend(struct request *request)
{
    const char *back = arena_printf(request->arena, "/integrations/%s", request->id);
    delivery_table_resend(request, back ? back : "/integrations");
}
