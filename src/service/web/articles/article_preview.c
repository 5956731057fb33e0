#include "service/web/articles/article_preview.h"

#include "service/http/answer.h"
#include "service/web/frame/ask.h"

/* The text that is asked for; NULL: there is none. */
static const char *html_of(struct page *page, const json_t *record)
{
    const json_t *output = json_object_get(record, "output");
    bool is_polished = strcmp(form_value(&page->query, "version"), "polished") == 0;
    return json_string_value(json_object_get(output, is_polished ? "polishedHtml" : "html"));
}

static void add_policy(struct request *request)
{
    answer_header(request, "Content-Security-Policy",
                  "default-src 'none'; style-src 'self'; img-src * data:; media-src *; frame-src https:; "
                  "base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox");
    answer_header(request, "Cache-Control", "no-store");
    answer_header(request, "Referrer-Policy", "no-referrer");
}

void article_preview_show(struct request *request)
{
    struct reply reply;
    struct page *page = page_enter(request);
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
    buf_str(page->out, "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>Preview</title>"
                       "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
                       "<link rel=\"stylesheet\" href=\"/assets/preview.css\"></head><body><article>");
    buf_str(page->out, html);
    buf_str(page->out, "</article></body></html>\n");
    add_policy(request);
    answer_body(request, 200, "text/html; charset=utf-8");
}
