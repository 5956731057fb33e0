#include "service/web/articles/article_forms.h"

#include "service/web/articles/param_form.h"
#include "service/web/frame/ask.h"
#include "write/params/params.h"

/* --- polishing --- */

void polish_form_write(struct web_page *page, const struct form *sent)
{
    size_t count;
    const struct param_polish *polish = params_polish(&count);
    markup(page->out,
           "<h2>Polish</h2><form method=\"post\" action=\"/articles/%s/polish\" class=\"narrow\"><fieldset>"
           "<legend>What is changed</legend>",
           page->request->id);
    page_form_token(page);
    for (size_t i = 0; i < count; i++) {
        bool is_set = sent ? form_value(sent, polish[i].key)[0] != '\0' : polish[i].fallback;
        markup(page->out, "<label class=\"choice\"><input type=\"checkbox\" name=\"%s\" value=\"true\"%s>",
               polish[i].key, is_set ? " checked" : "");
        markup(page->out, "%s</label><br>", polish[i].summary);
    }
    markup(page->out,
           "</fieldset><p class=\"field\"><label for=\"instructions\">Instructions of your own</label>"
           "<textarea id=\"instructions\" name=\"instructions\" dir=\"auto\" rows=\"3\" "
           "maxlength=\"1024\">\n%s</textarea></p>"
           "<p><button>Polish</button></p></form>",
           sent ? form_value(sent, "instructions") : "");
}

json_t *polish_form_read(struct web_page *page)
{
    const char *instructions = form_value(&page->form, "instructions");
    json_t *body = made(page, json_object());
    put(page, body, "polishSettings", param_form_polish(page, &page->form));
    if (instructions[0])
        put(page, body, "polishCustomInstructions", json_string(instructions));
    return body;
}

/* --- delivering --- */

void deliver_form_write(struct web_page *page, const json_t *integrations)
{
    size_t i;
    json_t *integration;
    buf_str(page->out, "<h2>Deliver</h2>");
    if (json_array_size(integrations) == 0) {
        buf_str(page->out, "<p>There are no integrations to deliver it to.</p>");
        return;
    }
    markup(page->out, "<form method=\"post\" action=\"/articles/%s/deliver\" class=\"line\">", page->request->id);
    page_form_token(page);
    buf_str(page->out, "<label for=\"integration\">To</label><select id=\"integration\" name=\"integrationId\">");
    json_array_foreach (integrations, i, integration) {
        markup(page->out, "<option value=\"%s\">%s (%s)</option>", text_of(integration, "integrationId"),
               text_of(integration, "name"), text_of(integration, "kind"));
    }
    buf_str(page->out, "</select><button>Deliver</button></form>");
}
