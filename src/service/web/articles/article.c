#include "service/web/articles/article.h"

#include "service/web/articles/article_forms.h"
#include "service/web/articles/article_run.h"
#include "service/web/articles/article_state.h"
#include "service/web/frame/ask.h"
#include "service/web/integrations/delivery_table.h"

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

static bool is_web_address(const char *url)
{
    return str_istarts(str_from(url), STR("https://")) || str_istarts(str_from(url), STR("http://"));
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
        if (is_web_address(url))
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
