/* keys: the account's keys. */
#include "service/web/web_parts.h"

/* The end is said in days. */
static const char *const without[] = {"expiresAt", NULL};

/* --- the list --- */

static void write_when(struct web_page *page, const char *label, long long ms, const char *never)
{
    markup(page->out, "<td data-label=\"%s\">", label);
    if (ms)
        markup_time(page->out, ms, clock_now_ms());
    else
        markup(page->out, "%s", never);
    buf_str(page->out, "</td>");
}

static void write_action(struct web_page *page, const json_t *key, const char *action, const char *label,
                         const char *warning)
{
    const char *address = page_printf(page, "/keys/%s/%s", text_of(key, "keyId"), action);
    page_ask_first(page, &(struct page_deed){address, label, text_of(key, "name"), warning, NULL});
}

static void write_rename(struct web_page *page, const json_t *key)
{
    const char *id = text_of(key, "keyId"), *name = text_of(key, "name");
    markup(page->out, "<details><summary aria-label=\"Rename %s\">Rename</summary>", name);
    markup(page->out, "<form method=\"post\" action=\"/keys/%s\">", id);
    page_form_token(page);
    markup(page->out,
           "<label for=\"name-%s\">Name</label> <input id=\"name-%s\" name=\"name\" value=\"%s\"> "
           "<button>Rename</button></form></details>",
           id, id, name);
}

static void keys_write_row(struct web_page *page, const json_t *key)
{
    size_t i;
    json_t *scope;
    const char *name = text_of(key, "name");
    bool is_own = strcmp(text_of(key, "keyId"), caller_of(page->request)->key_id) == 0;
    markup(page->out, "<tr><th scope=\"row\">%s<span class=\"detail\">%s…</span>", name[0] ? name : "Without a name",
           text_of(key, "prefix"));
    if (is_own)
        buf_str(page->out, "<span class=\"detail\">You are signed in with it.</span>");
    buf_str(page->out, "</th><td data-label=\"For\">");
    json_array_foreach (json_object_get(key, "scopes"), i, scope) {
        markup(page->out, i ? ", %s" : "%s", json_string_value(scope));
    }
    buf_str(page->out, "</td>");
    write_when(page, "Used", integer_of(key, "lastUsedAt"), "never");
    write_when(page, "Ends", integer_of(key, "expiresAt"), "never");
    buf_str(page->out, "<td class=\"actions\">");
    write_rename(page, key);
    write_action(page, key, "rotate", "Make anew", "A new key takes its place; this one works for another day.");
    write_action(page, key, "delete", "Delete", "Whatever uses it is refused from then on.");
    buf_str(page->out, "</td></tr>\n");
}

static void keys_write_list(struct web_page *page, const json_t *list)
{
    size_t i;
    json_t *key;
    buf_str(
        page->out,
        "<table class=\"stacked\"><thead><tr><th scope=\"col\">Key</th><th scope=\"col\">For</th>"
        "<th scope=\"col\">Used</th><th scope=\"col\">Ends</th><th scope=\"col\" class=\"actions\">Actions</th></tr>"
        "</thead><tbody>\n");
    json_array_foreach (list, i, key) {
        keys_write_row(page, key);
    }
    buf_str(page->out, "</tbody></table>");
}

static void keys_write_form(struct web_page *page, const struct fields_form *form)
{
    buf_str(page->out, "<h2>New key</h2><form method=\"post\" action=\"/keys\" class=\"narrow\">");
    page_form_token(page);
    fields_form_write(page, form);
    buf_str(page->out, "<p><button class=\"primary\">Make a key</button></p></form>");
}

/* made: a key that was just made; NULL: none. */
static void keys_show(struct web_page *page, const struct fields_form *form, const json_t *made, int status)
{
    struct api_reply reply;
    if (!ask(page, &reply, "GET", NULL, "/api/keys")) {
        page_problem(page);
        return;
    }
    page_begin(page, "Keys", "/keys");
    if (made)
        markup(page->out,
               "<div class=\"message\" role=\"status\"><p>The key is made. It is shown here once; keep it now.</p>"
               "<p><label for=\"made\">Key</label> <input id=\"made\" readonly value=\"%s\" data-copy></p></div>",
               text_of(made, "key"));
    keys_write_list(page, json_object_get(reply.json, "data"));
    keys_write_form(page, form);
    page_end(page, status);
}

void key_pages_list(struct request *request)
{
    struct web_page *page = page_enter(request);
    const struct fields_form form = {.fields = &key_fields, .without = without};
    if (page)
        keys_show(page, &form, NULL, 200);
}

/* --- changes --- */

void key_pages_create(struct request *request)
{
    struct api_reply reply;
    struct web_page *page = page_enter_form(request);
    struct fields_form form = {.fields = &key_fields, .without = without};
    if (!page)
        return;
    if (ask(page, &reply, "POST", fields_form_read(page, &form), "/api/keys")) {
        keys_show(page, &form, reply.json, 200);
        return;
    }
    form.sent = &page->form;
    form.problem = reply.json;
    keys_show(page, &form, NULL, reply.status);
}

void key_pages_rename(struct request *request)
{
    struct api_reply reply;
    struct web_page *page = page_enter_form(request);
    if (!page)
        return;
    json_t *change = made(page, json_pack("{s:s}", "name", form_value(&page->form, "name")));
    if (ask(page, &reply, "PATCH", change, "/api/keys/%s", request->id))
        page_redirect(request, "/keys?done=saved");
    else
        page_problem(page);
}

void key_pages_rotate(struct request *request)
{
    struct api_reply reply;
    struct web_page *page = page_enter_form(request);
    const struct fields_form form = {.fields = &key_fields, .without = without};
    if (!page)
        return;
    if (ask(page, &reply, "POST", made(page, json_object()), "/api/keys/%s/rotate", request->id))
        keys_show(page, &form, reply.json, 200);
    else
        page_problem(page);
}

void key_pages_delete(struct request *request)
{
    struct api_reply reply;
    struct web_page *page = page_enter_form(request);
    if (!page)
        return;
    if (ask(page, &reply, "DELETE", NULL, "/api/keys/%s", request->id))
        page_redirect(request, "/keys?done=key-deleted");
    else
        page_problem(page);
}
