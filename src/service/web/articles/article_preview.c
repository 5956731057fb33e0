#include "service/web/articles/article_preview.h"

#include "service/http/answer.h"
#include "service/web/frame/ask.h"
#include "text/language.h"

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
