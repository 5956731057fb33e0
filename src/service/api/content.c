#include "service/api/content.h"

#include "service/api/media/media.h"
#include "service/api/record.h"
#include "service/http/accept.h"
#include "store/db/db.h"
#include "text/markdown/markdown.h"

enum content_form { FORM_HTML, FORM_MARKDOWN, FORM_RECORD, FORMS };

static const char *const types[FORMS] = {
    [FORM_HTML] = "text/html", [FORM_MARKDOWN] = "text/markdown", [FORM_RECORD] = "application/json"};

struct api_content {
    struct request *request;
    struct article article;
};

static enum status content_read_article(struct db *db, void *argument, struct error *err)
{
    struct api_content *content = argument;
    const struct request *request = content->request;
    enum status status =
        article_get(db, request->arena, caller_of(request)->account_id, request->id, &content->article, err);
    if (status == E_NOT_FOUND)
        return error_set(err, E_NOT_FOUND, NULL, "There is no article with this id.");
    if (status == OK && (content->article.state != ARTICLE_FINISHED || !content->article.html))
        return error_set(err, E_NOT_FOUND, NULL, "The article has no content: it is %s.",
                         article_state_name(content->article.state));
    return status;
}

static void answer_text(struct request *request, const struct article *article, enum content_form form)
{
    struct buf html = {0};
    struct buf *body = &request->answer.body;
    media_addresses(&html, article->polished_html ? article->polished_html : article->html, public_url_of(request));
    if (form == FORM_HTML)
        buf_add(body, html.data, html.len);
    else
        markdown_from_html(body, (struct str){buf_text(&html), html.len});
    bool failed = html.failed || body->failed;
    buf_free(&html);
    if (failed)
        answer_no_memory(request);
    else
        answer_body(request, 200, form == FORM_HTML ? "text/html; charset=utf-8" : "text/markdown; charset=utf-8");
}

void articles_content(struct request *request)
{
    struct error err;
    struct api_content content = {.request = request};
    int form = accept_choose(request_header(request, "Accept"), types, FORMS);
    answer_header(request, "Vary", "Accept");
    if (form < 0) {
        answer_problem(request, PROBLEM_FORMS, "An article's content has the forms %s, %s, %s.", types[FORM_HTML],
                       types[FORM_MARKDOWN], types[FORM_RECORD]);
    } else if (store_read(api_of(request)->store, content_read_article, &content, &err) != OK) {
        answer_error(request, &err);
    } else if (form == FORM_RECORD) {
        record_write(&request->answer.body, &content.article, public_url_of(request), true);
        answer_json(request, 200);
    } else {
        answer_text(request, &content.article, (enum content_form)form);
    }
}
