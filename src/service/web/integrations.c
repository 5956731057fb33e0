/* integration_view: where articles go: its settings, a test of it, and what went there. */
#include "service/web/web_parts.h"

#include <ctype.h>
#include <stdio.h>

enum { INPUT_NAME_SIZE = 100 };

/* Of the input, and of the faults that the interface finds in it: "settings/url". */
static void name_input(char *name, const struct setting *setting)
{
    snprintf(name, INPUT_NAME_SIZE, "settings/%s", setting->name);
}

/* The kind of that name; the first one where there is none. */
static const struct delivery_target *settings_form_kind(const char *name)
{
    const struct delivery_target *target = delivery_target_find(name);
    return target ? target : delivery_target_find(delivery_target_name(0));
}

/* --- what stands in it --- */

static void write_texts(struct web_page *page, const json_t *list)
{
    size_t i;
    json_t *entry;
    json_array_foreach (list, i, entry) {
        markup(page->out, "%s\n", json_string_value(entry));
    }
}

static void write_members(struct web_page *page, json_t *object)
{
    const char *key;
    json_t *value;
    json_object_foreach (object, key, value) {
        markup(page->out, "%s: %s\n", key, json_string_value(value));
    }
}

static json_t *settings_form_value_of(const struct settings_form *form, const struct setting *setting)
{
    return json_object_get(json_object_get(form->values, "settings"), setting->name);
}

static void settings_form_write_value(struct web_page *page, const struct settings_form *form,
                                      const struct setting *setting, const char *name)
{
    json_t *value = settings_form_value_of(form, setting);
    if (form->sent)
        markup(page->out, "%s", form_value(form->sent, name));
    else if (setting->type == SETTING_TEXTS)
        write_texts(page, value);
    else if (setting->type == SETTING_OBJECT)
        write_members(page, value);
    else
        markup(page->out, "%s", json_string_value(value));
}

/* --- inputs --- */

/* A secret of an integration that is there stays when nothing is typed. */
static bool is_required(const struct settings_form *form, const struct setting *setting)
{
    return setting->is_required && !(setting->is_secret && form->values);
}

static void write_attributes(struct web_page *page, const struct settings_form *form, const struct setting *setting,
                             const char *name)
{
    markup(page->out, " id=\"%s\" name=\"%s\" aria-describedby=\"%s-help\"", name, name, name);
    if (is_required(form, setting))
        buf_str(page->out, " required");
    if (fields_form_fault(form->problem, name))
        buf_str(page->out, " aria-invalid=\"true\"");
}

static void write_box(struct web_page *page, const struct settings_form *form, const struct setting *setting,
                      const char *name)
{
    buf_str(page->out, "<textarea rows=\"4\"");
    write_attributes(page, form, setting, name);
    buf_str(page->out, ">\n");
    settings_form_write_value(page, form, setting, name);
    buf_str(page->out, "</textarea>");
}

static void settings_form_write_secret(struct web_page *page, const struct settings_form *form,
                                       const struct setting *setting, const char *name)
{
    buf_str(page->out, "<input type=\"password\" autocomplete=\"new-password\"");
    write_attributes(page, form, setting, name);
    buf_str(page->out, form->values ? " placeholder=\"Kept; type to replace it\">" : ">");
}

static void settings_form_write_line(struct web_page *page, const struct settings_form *form,
                                     const struct setting *setting, const char *name)
{
    buf_str(page->out, setting->type == SETTING_URL ? "<input type=\"url\"" : "<input type=\"text\"");
    write_attributes(page, form, setting, name);
    buf_str(page->out, " value=\"");
    settings_form_write_value(page, form, setting, name);
    buf_str(page->out, "\">");
}

/* Of the settings, and of what every integration has. */
static const char *settings_form_shown_name(struct web_page *page, const void *of, const char *name)
{
    (void)page;
    const struct delivery_target *target = of;
    for (size_t i = 0; i < target->setting_count; i++)
        if (strcmp(target->settings[i].name, name) == 0)
            return target->settings[i].name;
    return strcmp(name, "name") == 0 ? "name" : NULL;
}

static void write_help(struct web_page *page, const struct settings_form *form, const struct setting *setting,
                       const char *name)
{
    fields_form_help(page, form->problem, &(struct form_labels){settings_form_shown_name, form->target}, name,
                     setting->summary);
    if (setting->type == SETTING_TEXTS)
        buf_str(page->out, " One a line.");
    if (setting->type == SETTING_OBJECT)
        buf_str(page->out, " One a line, as “title: name”.");
    buf_str(page->out, "</span>");
}

static void write_setting(struct web_page *page, const struct settings_form *form, const struct setting *setting)
{
    char name[INPUT_NAME_SIZE];
    name_input(name, setting);
    markup(page->out, "<p class=\"field\"><label for=\"%s\">", name);
    label_write(page->out, setting->name);
    buf_str(page->out, "</label>");
    if (setting->is_secret)
        settings_form_write_secret(page, form, setting, name);
    else if (setting->type == SETTING_TEXTS || setting->type == SETTING_OBJECT)
        write_box(page, form, setting, name);
    else
        settings_form_write_line(page, form, setting, name);
    write_help(page, form, setting, name);
    buf_str(page->out, "</p>");
}

static void settings_form_write_name(struct web_page *page, const struct settings_form *form)
{
    const char *value = form->sent ? form_value(form->sent, "name") : text_of(form->values, "name");
    markup(page->out,
           "<p class=\"field\"><label for=\"name\">Name</label><input type=\"text\" id=\"name\" name=\"name\" required "
           "aria-describedby=\"name-help\"%s value=\"%s\">",
           fields_form_fault(form->problem, "name") ? " aria-invalid" : "", value);
    fields_form_help(page, form->problem, &(struct form_labels){settings_form_shown_name, form->target}, "name",
                     "What people call it.");
    buf_str(page->out, "</span></p>");
}

/* Appends an input for its name and for each setting, with its help, what stands in it and what is wrong with that. A
 * secret is never shown: left empty, the one that there is stays. */
static void settings_form_write(struct web_page *page, const struct settings_form *form)
{
    fields_form_problem(page, form->problem, &(struct form_labels){settings_form_shown_name, form->target});
    settings_form_write_name(page, form);
    for (size_t i = 0; i < form->target->setting_count; i++)
        write_setting(page, form, &form->target->settings[i]);
}

/* --- reading --- */

/* "title: name" on each line. What has no colon is sent as it stands, so that the interface says what is wrong. */
static json_t *read_members(struct web_page *page, const char *text)
{
    json_t *object = made(page, json_object());
    struct str rest = str_from(text), line;
    while (str_split(&rest, '\n', &line)) {
        struct str key = {0}, value = line;
        if (!str_trim(line).len)
            continue;
        if (!str_split(&value, ':', &key) || !value.data)
            value = (struct str){"", 0};
        key = str_trim(key);
        value = str_trim(value);
        if (json_object_setn_new(object, key.data, key.len, json_stringn(value.data, value.len)) != 0)
            page->failed = true;
    }
    return object;
}

/* What was left empty: a secret stays, anything else is taken away. */
static json_t *read_setting(struct web_page *page, const struct setting *setting, const char *text)
{
    struct str trimmed = str_trim(str_from(text));
    if (trimmed.len == 0)
        return json_null();
    if (setting->type == SETTING_TEXTS)
        return fields_form_lines(page, text);
    if (setting->type == SETTING_OBJECT)
        return read_members(page, text);
    return json_stringn(trimmed.data, trimmed.len);
}

static json_t *read_settings(struct web_page *page, const struct settings_form *form)
{
    json_t *settings = made(page, json_object());
    for (size_t i = 0; i < form->target->setting_count; i++) {
        char name[INPUT_NAME_SIZE];
        const struct setting *setting = &form->target->settings[i];
        name_input(name, setting);
        put(page, settings, setting->name, read_setting(page, setting, form_value(&page->form, name)));
    }
    return settings;
}

/* What page->form holds, as the body of a request. Of a new integration its kind is sent too. NULL, or a part of it:
 * no memory, and the page has failed. */
static json_t *settings_form_read(struct web_page *page, const struct settings_form *form)
{
    json_t *body = made(page, json_pack("{s:s}", "name", form_value(&page->form, "name")));
    if (!form->values)
        put(page, body, "kind", json_string(form->target->name));
    put(page, body, "settings", read_settings(page, form));
    return body;
}

/* What the page shows besides the integration itself. */
struct integration_page {
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

static void write_settings(struct web_page *page, const struct integration_page *view)
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

static void show_integration_view(struct web_page *page, struct integration_page *view)
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

/* Answers with the page of that integration, and a webhook's secret, which is shown this once. */
static void integration_view_secret(struct web_page *page, const char *id, const char *secret)
{
    show_integration_view(page, &(struct integration_page){.id = id, .secret = secret, .status = 200});
}

void integration_view_show(struct request *request)
{
    struct web_page *page = page_enter(request);
    if (page)
        show_integration_view(page, &(struct integration_page){.id = request->id, .status = 200});
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
    struct integration_page view = {.id = request->id};
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
        show_integration_view(page, &(struct integration_page){.id = request->id, .test = reply.json, .status = 200});
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
