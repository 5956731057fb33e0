#include "service/web/articles/article.h"

#include "service/web/articles/param_form.h"

#include <strings.h>

/* --- polishing --- */

/* The form that asks for polishing; sent: what was sent, where it is shown again, NULL: it is new. */
static void polish_form_write(struct web_page *page, const struct form *sent)
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

/* What it sent, as the interface takes it. NULL, or a part of it: no memory, and the page has failed. */
static json_t *polish_form_read(struct web_page *page)
{
    const char *instructions = form_value(&page->form, "instructions");
    json_t *body = made(page, json_object());
    put(page, body, "polishSettings", param_form_polish(page, &page->form));
    if (instructions[0])
        put(page, body, "polishCustomInstructions", json_string(instructions));
    return body;
}

/* --- delivering --- */

/* The form that sends the article to one of the account's integrations, as the interface lists them. */
static void deliver_form_write(struct web_page *page, const json_t *integrations)
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

enum { COLUMNS_MOST = 6 };

/* A list of the run as a table; the first column is the row's name. */
struct article_run_part {
    const char *list, *title;
    struct {
        const char *name, *label;
        bool is_number;
    } columns[COLUMNS_MOST];
};

static const struct article_run_part parts[] = {
    {"steps",
     "Steps",
     {{"name", "Step"},
      {"seconds", "Seconds", true},
      {"calls", "Calls", true},
      {"inputTokens", "Tokens read", true},
      {"outputTokens", "Tokens written", true}}},
    {"calls",
     "Calls to models",
     {{"step", "For"},
      {"model", "Model"},
      {"seconds", "Seconds", true},
      {"inputTokens", "Tokens read", true},
      {"outputTokens", "Tokens written", true},
      {"status", "Result"}}},
    {"searches",
     "Searches",
     {{"query", "Asked"},
      {"source", "Where"},
      {"results", "Results", true},
      {"seconds", "Seconds", true},
      {"status", "Result"}}},
    {"sources",
     "Sources that were looked at",
     {{"title", "Source"}, {"url", "Address"}, {"used", "Used"}, {"why", "Why"}}},
};

static void article_run_write_value(struct buf *out, const json_t *value)
{
    if (json_is_string(value))
        markup(out, "%s", json_string_value(value));
    else if (json_is_integer(value))
        markup_number(out, (long long)json_integer_value(value));
    else if (json_is_real(value))
        buf_printf(out, "%.2f", json_real_value(value));
    else if (json_is_boolean(value))
        buf_str(out, json_is_true(value) ? "yes" : "no");
}

static void article_run_write_row(struct buf *out, const struct article_run_part *part, const json_t *entry)
{
    buf_str(out, "<tr>");
    for (size_t c = 0; c < COLUMNS_MOST && part->columns[c].name; c++) {
        const json_t *value = json_object_get(entry, part->columns[c].name);
        if (c == 0)
            buf_str(out, "<th scope=\"row\">");
        else
            markup(out,
                   part->columns[c].is_number ? "<td class=\"number\" data-label=\"%s\">" : "<td data-label=\"%s\">",
                   part->columns[c].label);
        article_run_write_value(out, value);
        buf_str(out, c == 0 ? "</th>" : "</td>");
    }
    buf_str(out, "</tr>\n");
}

static void write_part(struct buf *out, const struct article_run_part *part, const json_t *list)
{
    size_t i;
    json_t *entry;
    markup(out, "<details><summary>%s (%zu)</summary><table class=\"stacked\"><thead><tr>", part->title,
           json_array_size(list));
    for (size_t c = 0; c < COLUMNS_MOST && part->columns[c].name; c++)
        markup(out,
               part->columns[c].is_number ? "<th scope=\"col\" class=\"number\">%s</th>" : "<th scope=\"col\">%s</th>",
               part->columns[c].label);
    buf_str(out, "</tr></thead><tbody>\n");
    json_array_foreach (list, i, entry) {
        article_run_write_row(out, part, entry);
    }
    buf_str(out, "</tbody></table></details>");
}

/* What has not begun has come about in no way yet. */
static bool has_parts(const json_t *run)
{
    size_t entries = 0;
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        entries += json_array_size(json_object_get(run, parts[i].list));
    return entries > 0;
}

/* Appends the run as GET /api/articles/{id}/run answers it: a table for each of its lists that has something in it. */
static void article_run_write(struct web_page *page, const json_t *run)
{
    const json_t *cost = json_object_get(run, "cost");
    if (!has_parts(run))
        return;
    buf_str(page->out, "<h2>How it came about</h2>");
    if (json_is_number(cost))
        buf_printf(page->out, "<p>The calls to models cost %.4f, in the currency of the configured prices.</p>",
                   json_number_value(cost));
    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        const json_t *list = json_object_get(run, parts[i].list);
        if (json_array_size(list))
            write_part(page->out, &parts[i], list);
    }
}

static const struct {
    const char *status, *label;
} labels[] = {
    {"queued", "Queued"},
    {"processing", "Writing"},
    {"finished", "Finished"},
    {"failed", "Failed"},
};

const char *article_state_label(const char *status)
{
    for (size_t i = 0; i < COUNT_OF(labels); i++)
        if (strcmp(labels[i].status, status) == 0)
            return labels[i].label;
    return status;
}

bool article_state_is_open(const json_t *record)
{
    const char *status = text_of(record, "status");
    return strcmp(status, "queued") == 0 || strcmp(status, "processing") == 0;
}

void article_state_write(struct web_page *page, const json_t *record, const char *detail)
{
    const char *status = text_of(record, "status");
    bool is_open = article_state_is_open(record), is_cancelled = strcmp(text_of(record, "errorCode"), "cancelled") == 0;
    const char *label = is_cancelled ? "Cancelled" : article_state_label(status);
    markup(page->out, "<span class=\"state %s%s\">%s</span>", status, is_cancelled ? " cancelled" : "", label);
    if (is_open) {
        markup(page->out, "<progress max=\"100\" value=\"%d\" aria-label=\"Progress\"></progress>",
               (int)(100 * number_of(record, "progress")));
        detail = text_of(record, "statusDetail");
    }
    if (strcasecmp(detail, label) == 0 || is_cancelled)
        detail = "";
    if (is_open || detail[0])
        markup(page->out, "<span class=\"detail\">%s</span>", detail);
}

enum { REFRESH_SECONDS = 5 };

/* --- where it stands --- */

static const struct {
    const char *code, *advice;
} advices[] = {
    {"cancelled", "It can be written anew."},
    {"no_sources", "Give pages to draw from (urls), switch real-time data on, or add documents to the library."},
};

static void write_retry(struct web_page *page)
{
    markup(page->out, "<form method=\"post\" action=\"/queue/%s/retry\">", page->request->id);
    page_form_token(page);
    buf_str(page->out, "<button>Try again</button></form>");
}

static void write_error(struct web_page *page, const json_t *article)
{
    const char *code = text_of(article, "errorCode"), *error = text_of(article, "error"), *advice = "";
    if (strcmp(text_of(article, "status"), "failed") != 0)
        return;
    for (size_t i = 0; i < COUNT_OF(advices); i++)
        if (strcmp(advices[i].code, code) == 0)
            advice = advices[i].advice;
    if (strcmp(code, "cancelled") != 0)
        markup(page->out, "<p class=\"problem\" role=\"alert\">%s</p>", error);
    if (advice[0])
        markup(page->out, "<p>%s</p>", advice);
    write_retry(page);
}

static void article_write_state(struct web_page *page, const json_t *record)
{
    bool is_failed = strcmp(text_of(record, "status"), "failed") == 0; /* then what is said stands below */
    markup(page->out, "<div data-id=\"%s\" data-updated=\"%lld\" class=\"standing\"><p>", text_of(record, "articleId"),
           integer_of(record, "updatedAt"));
    article_state_write(page, record, is_failed ? "" : text_of(record, "statusDetail"));
    buf_str(page->out, "</p></div>");
}

/* Who was asked for it; before anybody is, who will be. */
static const char *writer_of(struct web_page *page, const json_t *record, const json_t *run)
{
    const char *version = text_of(json_object_get(record, "config"), "modelVersion");
    const json_t *calls = json_object_get(run, "calls");
    if (json_array_size(calls))
        return page_writer(page, version, text_of(json_array_get(calls, 0), "model"));
    if (article_state_is_open(record))
        return page_model(page, version);
    return page_writer(page, version, strcmp(text_of(record, "status"), "finished") == 0 ? NULL : "");
}

static void write_facts(struct web_page *page, const json_t *record, const json_t *run)
{
    const json_t *config = json_object_get(record, "config");
    markup(page->out,
           "<dl class=\"facts\"><dt>Keyword</dt><dd>%s</dd><dt>Type</dt><dd>%s</dd><dt>Model</dt><dd>%s</dd>",
           text_of(config, "targetKeyword"), text_of(config, "articleType"), writer_of(page, record, run));
    buf_str(page->out, "<dt>Words charged</dt><dd>");
    markup_number(page->out, integer_of(record, "wordsCharged"));
    buf_str(page->out, "</dd><dt>Queued</dt><dd>");
    markup_time(page->out, integer_of(record, "createdAt"), clock_now_ms());
    buf_str(page->out, "</dd></dl>");
}

static void write_notes(struct web_page *page, const json_t *notes)
{
    size_t i;
    json_t *note;
    if (json_array_size(notes) == 0)
        return;
    buf_str(page->out, "<h2>Notes</h2><ul>");
    json_array_foreach (notes, i, note) {
        markup(page->out, "<li>%s</li>", json_string_value(note));
    }
    buf_str(page->out, "</ul>");
}

static void write_sources(struct web_page *page, const json_t *sources)
{
    size_t i;
    json_t *source;
    if (json_array_size(sources) == 0)
        return;
    buf_str(page->out, "<h2>Sources</h2><ol>");
    json_array_foreach (sources, i, source) {
        const char *url = text_of(source, "url"), *title = text_of(source, "title");
        const char *name = title[0] ? title : url;
        if (url_is_web(str_from(url)))
            markup(page->out, "<li><a href=\"%s\" rel=\"noreferrer noopener\">%s</a></li>", url, name);
        else
            markup(page->out, "<li>%s</li>", name);
    }
    buf_str(page->out, "</ol>");
}

/* --- its text --- */

static void article_write_text(struct web_page *page, const char *html, const char *title, const char *version)
{
    const char *address =
        page_printf(page, "/articles/%s/preview%s%s", page->request->id, version[0] ? "?version=" : "", version);
    markup(page->out, "<section><h2>%s</h2><p><a href=\"%s\">The text as a page of its own, to read or print</a></p>",
           title, address);
    page_frame(page, title, address);
    markup(
        page->out,
        "<details><summary>HTML source</summary><label for=\"source%s\">HTML of this version</label>"
        "<textarea id=\"source%s\" class=\"source\" readonly rows=\"12\" data-copy>\n%s</textarea></details></section>",
        version, version, html);
}

static void write_texts(struct web_page *page, const json_t *output)
{
    const char *html = json_string_value(json_object_get(output, "html"));
    const char *polished = json_string_value(json_object_get(output, "polishedHtml"));
    if (!html)
        return;
    buf_str(page->out, polished ? "<div class=\"versions\">" : "<div>");
    article_write_text(page, html, polished ? "Before polishing" : "Text", "");
    if (polished)
        article_write_text(page, polished, "Polished", "polished");
    buf_str(page->out, "</div>");
}

/* --- the page --- */

/* What the interface says of it. The lists that a key may not see have no JSON. */
struct article_answers {
    struct api_reply record, run, integrations, deliveries;
};

/* False: there is no such article, or another problem. */
static bool ask_all(struct web_page *page, struct article_answers *answers)
{
    const char *id = page->request->id;
    if (!ask(page, &answers->record, "GET", NULL, "/api/articles/%s", id) ||
        !ask(page, &answers->run, "GET", NULL, "/api/articles/%s/run", id))
        return false;
    if (!ask(page, &answers->integrations, "GET", NULL, "/api/integrations?limit=100"))
        answers->integrations.json = NULL;
    if (!ask(page, &answers->deliveries, "GET", NULL, "/api/articles/%s/deliveries?limit=100", id))
        answers->deliveries.json = NULL;
    return true;
}

static void write_deliveries(struct web_page *page, const json_t *list)
{
    const char *resend = page_printf(page, "/articles/%s/resend", page->request->id);
    if (json_array_size(list))
        buf_str(page->out, "<h2>Deliveries</h2>");
    delivery_table_write(page, list, resend, false);
}

/* What can be done with it; sent: see polish_form_write. */
static void write_forms(struct web_page *page, const struct article_answers *answers, const struct form *sent)
{
    polish_form_write(page, sent);
    if (answers->integrations.json)
        deliver_form_write(page, json_object_get(answers->integrations.json, "data"));
}

/* problem: why a form is shown again; NULL: none is. */
static void article_show(struct web_page *page, const json_t *problem, int status)
{
    struct article_answers answers;
    if (!ask_all(page, &answers)) {
        page_problem(page);
        return;
    }
    const json_t *record = answers.record.json;
    const char *title = text_of(record, "title");
    page->refresh = article_state_is_open(record) ? REFRESH_SECONDS : 0;
    page_begin(page, title[0] ? title : text_of(json_object_get(record, "config"), "targetKeyword"), "/queue");
    if (problem)
        markup(page->out, "<p class=\"problem\" role=\"alert\">%s</p>", text_of(problem, "detail"));
    markup(page->out, "<div id=\"article\" data-events=\"/articles/%s/events\">", page->request->id);
    article_write_state(page, record);
    write_error(page, record);
    write_facts(page, record, answers.run.json);
    write_notes(page, json_object_get(record, "notes"));
    write_texts(page, json_object_get(record, "output"));
    if (strcmp(text_of(record, "status"), "finished") == 0)
        write_forms(page, &answers, problem ? &page->form : NULL);
    write_deliveries(page, json_object_get(answers.deliveries.json, "data"));
    write_sources(page, json_object_get(record, "sources"));
    article_run_write(page, answers.run.json);
    buf_str(page->out, "</div>");
    page_end(page, status);
}

void article_page_show(struct request *request)
{
    struct web_page *page = page_enter(request);
    if (page)
        article_show(page, NULL, 200);
}

/* Sends what a form of the page asks for; what is refused is said above the page, with the form as it was. */
static void send_form(struct web_page *page, json_t *body, const char *target, const char *done)
{
    struct api_reply reply;
    struct request *request = page->request;
    if (ask(page, &reply, "POST", body, "%s", target))
        page_redirect(request, "/articles/%s?done=%s", request->id, done);
    else if (reply.json)
        article_show(page, reply.json, reply.status);
    else
        page_problem(page);
}

static const char *target_of(struct web_page *page, const char *action)
{
    return page_printf(page, "/api/articles/%s/%s", page->request->id, action);
}

void article_page_polish(struct request *request)
{
    struct web_page *page = page_enter_form(request);
    if (page)
        send_form(page, polish_form_read(page), target_of(page, "polish"), "polishing");
}

void article_page_deliver(struct request *request)
{
    struct web_page *page = page_enter_form(request);
    if (!page)
        return;
    json_t *body = made(page, json_pack("{ss}", "integrationId", form_value(&page->form, "integrationId")));
    send_form(page, body, target_of(page, "deliver"), "delivering");
}

void article_page_resend(struct request *request)
{
    const char *back = arena_printf(request->arena, "/articles/%s", request->id);
    delivery_table_resend(request, back ? back : "/queue");
}

/* The text that is asked for; NULL: there is none. */
static const char *html_of(struct web_page *page, const json_t *record)
{
    const json_t *output = json_object_get(record, "output");
    bool is_polished = strcmp(form_value(&page->query, "version"), "polished") == 0;
    return json_string_value(json_object_get(output, is_polished ? "polishedHtml" : "html"));
}

/* A link leads to a tab of its own: nothing else than the preview may be shown in its frame. */
static void add_policy(struct request *request)
{
    answer_header(request, "Content-Security-Policy",
                  "default-src 'none'; style-src 'self'; img-src * data:; media-src *; frame-src https:; "
                  "base-uri 'none'; form-action 'none'; frame-ancestors 'self'; " PREVIEW_SANDBOX);
    answer_header(request, "Cache-Control", "no-store");
    answer_header(request, "Referrer-Policy", "no-referrer");
}

/* With the language that was asked for, which says the direction too. */
static void write_start(struct buf *out, const json_t *record)
{
    const char *name = text_of(json_object_get(record, "config"), "language");
    const struct language *language = language_find(str_from(name));
    buf_str(out, "<!DOCTYPE html>\n<html");
    if (language)
        markup(out, " lang=\"%s\" dir=\"%s\"", language->tag, language->is_right_to_left ? "rtl" : "ltr");
    buf_str(out, "><head><meta charset=\"utf-8\"><title>Preview</title><base target=\"_blank\">"
                 "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
                 "<link rel=\"stylesheet\" href=\"/assets/preview.css\"></head><body><article>");
}

void article_preview_show(struct request *request)
{
    struct api_reply reply;
    struct web_page *page = page_enter(request);
    if (!page)
        return;
    const char *html = NULL;
    if (ask(page, &reply, "GET", NULL, "/api/articles/%s", request->id))
        html = html_of(page, reply.json);
    if (!html) {
        if (reply.status == 200)
            answer_problem(request, PROBLEM_NOT_FOUND, "The article has no such text yet.");
        page_problem(page);
        return;
    }
    buf_clear(page->out);
    write_start(page->out, reply.json);
    buf_str(page->out, html);
    buf_str(page->out, "</article></body></html>\n");
    add_policy(request);
    answer_body(request, 200, "text/html; charset=utf-8");
}
