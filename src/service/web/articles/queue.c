/* queue: the account's articles, with live progress, and what can be done with them. */
#include "service/web/articles/article.h"
#include "service/web/articles/articles_parts.h"

enum { REFRESH_SECONDS = 5 };

static const char *const filters[] = {"", "queued", "processing", "finished", "failed"};
static const char *const arguments[] = {"status", "q", "cursor", NULL};

static void write_filters(struct web_page *page)
{
    const char *chosen = form_value(&page->query, "status");
    buf_str(page->out, "<nav aria-label=\"Filter\" class=\"filter\"><ul>");
    for (size_t i = 0; i < COUNT_OF(filters); i++) {
        const char *name = filters[i][0] ? article_state_label(filters[i]) : "All";
        bool is_chosen = strcmp(filters[i], chosen) == 0;
        markup(page->out, "<li><a href=\"/queue?status=%s&amp;q=", filters[i]);
        markup_query(page->out, form_value(&page->query, "q"));
        markup(page->out, is_chosen ? "\" aria-current=\"true\">%s</a></li>" : "\">%s</a></li>", name);
    }
    buf_str(page->out, "</ul></nav>");
    markup(page->out,
           "<form method=\"get\" action=\"/queue\" role=\"search\" class=\"line\"><input type=\"hidden\" "
           "name=\"status\" value=\"%s\">"
           "<label for=\"q\">Keyword or title</label> <input id=\"q\" name=\"q\" dir=\"auto\" maxlength=\"200\" "
           "value=\"%s\"> "
           "<button>Search</button></form>",
           chosen, form_value(&page->query, "q"));
}

/* --- a row --- */

struct action {
    const char *name, *label;
    bool is_for_open;    /* for articles that have not ended */
    bool is_for_failed;  /* for those that failed alone */
    const char *warning; /* of what cannot be undone; NULL: it is done at once */
};

static const struct action actions[] = {
    {"cancel", "Cancel", true, false, NULL},
    {"retry", "Try again", false, true, NULL},
    {"delete", "Delete", false, false, "Its text and its pictures are deleted for good."},
};

static bool is_offered(const struct action *action, const json_t *article)
{
    if (action->is_for_failed)
        return strcmp(text_of(article, "status"), "failed") == 0;
    return action->is_for_open == article_state_is_open(article);
}

static void write_action(struct web_page *page, const struct action *action, const char *id, const char *name)
{
    const char *address = page_printf(page, "/queue/%s/%s", id, action->name), *back = page_query(page, arguments);
    if (action->warning) {
        page_ask_first(page, &(struct page_deed){address, action->label, name, action->warning, back});
        return;
    }
    markup(page->out, "<form method=\"post\" action=\"%s\"><input type=\"hidden\" name=\"back\" value=\"%s\">", address,
           back);
    page_form_token(page);
    markup(page->out, "<button aria-label=\"%s %s\">%s</button></form>", action->label, name, action->label);
}

static void write_actions(struct web_page *page, const json_t *article, const char *name)
{
    for (size_t i = 0; i < COUNT_OF(actions); i++)
        if (is_offered(&actions[i], article))
            write_action(page, &actions[i], text_of(article, "articleId"), name);
}

static void queue_write_state(struct web_page *page, const json_t *article)
{
    const char *error = text_of(article, "error");
    buf_str(page->out, "<td data-label=\"Status\">");
    article_state_write(page, article, error[0] ? error : text_of(article, "statusDetail"));
    buf_str(page->out, "</td>");
}

static void queue_write_row(struct web_page *page, const json_t *article)
{
    const char *title = text_of(article, "title");
    const char *keyword = text_of(json_object_get(article, "config"), "targetKeyword");
    const char *name = title[0] ? title : keyword;
    markup(page->out,
           "<tr data-id=\"%s\" data-updated=\"%lld\"><th scope=\"row\"><a dir=\"auto\" href=\"/articles/%s\">%s</a>",
           text_of(article, "articleId"), integer_of(article, "updatedAt"), text_of(article, "articleId"), name);
    if (title[0])
        markup(page->out, "<span class=\"detail\" dir=\"auto\">%s</span>", keyword);
    buf_str(page->out, "</th>");
    queue_write_state(page, article);
    buf_str(page->out, "<td data-label=\"Words\" class=\"number\">");
    markup_number(page->out, integer_of(article, "wordsCharged"));
    buf_str(page->out, "</td><td data-label=\"Changed\">");
    markup_time(page->out, integer_of(article, "updatedAt"), clock_now_ms());
    buf_str(page->out, "</td><td class=\"actions\">");
    write_actions(page, article, name);
    buf_str(page->out, "</td></tr>\n");
}

/* --- the page --- */

/* Of what was searched for, the articles that were found, if any; otherwise whatever will be at this place of the
 * queue. */
static void write_events_address(struct web_page *page, const json_t *list)
{
    size_t i;
    json_t *article;
    if (form_value(&page->query, "q")[0] == '\0') {
        markup(page->out, "/queue/events%s", page_query(page, arguments));
        return;
    }
    json_array_foreach (list, i, article) {
        markup(page->out, i ? ",%s" : "/queue/events?ids=%s", text_of(article, "articleId"));
    }
}

static void write_table(struct web_page *page, const json_t *list)
{
    size_t i;
    json_t *article;
    if (json_array_size(list) == 0) {
        buf_str(page->out, "<p>There are no articles here.</p>");
        return;
    }
    buf_str(page->out, "<table class=\"stacked\"><thead><tr><th scope=\"col\">Article</th><th scope=\"col\">Status</th>"
                       "<th scope=\"col\" class=\"number\">Words</th><th scope=\"col\">Changed</th><th scope=\"col\" "
                       "class=\"actions\">Actions</th></tr></thead><tbody>\n");
    json_array_foreach (list, i, article) {
        queue_write_row(page, article);
    }
    buf_str(page->out, "</tbody></table>");
}

static bool has_open(const json_t *list)
{
    size_t i;
    json_t *article;
    json_array_foreach (list, i, article) {
        if (article_state_is_open(article))
            return true;
    }
    return false;
}

static void write_next(struct web_page *page, const json_t *answer)
{
    const char *cursor = text_of(answer, "nextCursor");
    if (cursor[0]) {
        markup(page->out, "<p><a href=\"/queue?status=%s&amp;q=", form_value(&page->query, "status"));
        markup_query(page->out, form_value(&page->query, "q"));
        markup(page->out, "&amp;cursor=%s\" rel=\"next\">Older articles</a></p>", cursor);
    }
}

void queue_show(struct request *request)
{
    struct api_reply reply;
    struct web_page *page = page_enter(request);
    if (!page)
        return;
    if (!ask(page, &reply, "GET", NULL, "/api/articles%s", page_query(page, arguments))) {
        page_problem(page);
        return;
    }
    const json_t *list = json_object_get(reply.json, "data");
    page->refresh = has_open(list) ? REFRESH_SECONDS : 0;
    page_begin(page, "Queue", "/queue");
    write_filters(page);
    buf_str(page->out, "<div id=\"queue\" aria-live=\"off\" data-events=\"");
    write_events_address(page, list);
    buf_str(page->out, "\">");
    write_table(page, list);
    write_next(page, reply.json);
    buf_str(page->out, "</div>");
    page_end(page, 200);
}

/* --- what can be done --- */

static void go_back(struct web_page *page, const char *done)
{
    const char *back = form_value(&page->form, "back");
    bool is_query = back[0] == '?' && strpbrk(back, "\r\n") == NULL;
    page_redirect(page->request, "/queue%s%sdone=%s", is_query ? back : "", is_query ? "&" : "?", done);
}

static void act(struct request *request, const char *method, const char *tail, const char *done)
{
    struct api_reply reply;
    struct web_page *page = page_enter_form(request);
    if (!page)
        return;
    if (ask(page, &reply, method, NULL, "/api/articles/%s%s", request->id, tail))
        go_back(page, done);
    else
        page_problem(page);
}

void queue_cancel(struct request *request)
{
    act(request, "POST", "/cancel", "cancelled");
}

void queue_delete(struct request *request)
{
    act(request, "DELETE", "", "deleted");
}

/* A new article of the same request. */
void queue_retry(struct request *request)
{
    struct api_reply reply;
    struct web_page *page = page_enter_form(request);
    if (!page)
        return;
    if (ask(page, &reply, "GET", NULL, "/api/articles/%s", request->id) &&
        ask(page, &reply, "POST", json_incref(json_object_get(reply.json, "config")), "/api/articles/v2"))
        go_back(page, page_printf(page, "again&article=%s", text_of(reply.json, "articleId")));
    else
        page_problem(page);
}
