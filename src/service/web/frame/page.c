#include "service/web/frame/page.h"

#include "model/model.h"
#include "service/api/access.h"
#include "service/http/answer.h"

#include <stdarg.h>
#include <stdio.h>

/* --- how it begins --- */

static void forget(struct request *request)
{
    const struct page *page = request->state;
    json_decref(page->kept);
}

struct page *page_open(struct request *request)
{
    struct page *page = ARENA_NEW(request->arena, struct page);
    json_t *kept = page ? json_array() : NULL;
    if (!kept) {
        answer_no_memory(request);
        return NULL;
    }
    *page = (struct page){.request = request, .out = &request->answer.body, .kept = kept};
    request->state = page;
    request->cleanup = forget;
    if (form_read_query(request, &page->query))
        return page;
    answer_no_memory(request);
    return NULL;
}

/* Is there a page at this path? */
static bool is_page(const struct request *request, const char *path)
{
    const char *id, *allow;
    const struct route *route = route_find(&request->context->routes, request->arena, "GET", path, &id, &allow);
    return route && (route->flags & ROUTE_PAGE);
}

/* A page that was itself answered to a form stands where only forms are taken: then it is the next page above. "":
 * there is none, or no memory. */
static const char *nearest_page(const struct request *request, const char *address)
{
    char *path = arena_copy_n(request->arena, address, strcspn(address, "?#"));
    if (path && is_page(request, path))
        return address;
    for (char *slash; path && (slash = strrchr(path, '/'));) {
        *slash = '\0';
        if (is_page(request, path))
            return path;
    }
    return "";
}

/* The page that was asked for, or the one of ours with the form that was sent; "" where the browser does not say. */
static const char *asked_page(const struct request *request)
{
    const char *from = request_header(request, "Referer");
    if (strcmp(request->method, "GET") == 0)
        return request->target.text;
    return from ? nearest_page(request, visitor_own_path(request, from)) : "";
}

/* After signing in the visitor comes back to the page. */
static void send_to_sign_in(struct page *page)
{
    struct request *request = page->request;
    struct buf next = {0};
    bool is_form = strcmp(request->method, "GET") != 0;
    const char *done = is_form ? "&done=session-over" : page->visitor.token ? "&done=session-ended" : "";
    markup_query(&next, asked_page(request));
    page_redirect(request, "/sign-in?next=%s%s", buf_text(&next), done);
    buf_free(&next);
}

struct page *page_enter(struct request *request)
{
    struct error err;
    struct page *page = page_open(request);
    if (!page)
        return NULL;
    enum status status = visitor_find(request, &page->visitor, &err);
    if (status == OK && request->id && !uuid_is_valid(request->id)) {
        answer_problem(request, PROBLEM_NOT_FOUND, "There is nothing at this address.");
        page_problem(page);
        return NULL;
    }
    if (status == OK)
        return page;
    if (status == E_NOT_FOUND) {
        send_to_sign_in(page);
    } else {
        answer_error(request, &err);
        page->visitor.token = NULL;
        page_problem(page);
    }
    return NULL;
}

bool page_may(struct page *page, const char *method, const char *path)
{
    if (access_check_as(page->request, method, path))
        return true;
    page_problem(page);
    return false;
}

static bool is_text(const struct form *form)
{
    for (size_t i = 0; i < form->count; i++)
        if (!utf8_is_valid(str_from(form->fields[i].value)))
            return false;
    return true;
}

struct page *page_enter_form(struct request *request)
{
    struct page *page = page_enter(request);
    if (!page)
        return NULL;
    if (!form_read_body(request, &page->form)) {
        answer_no_memory(request);
        return NULL;
    }
    if (!visitor_sent_form(request, &page->visitor, &page->form))
        answer_problem(request, PROBLEM_FORM, "This form was not sent by a page of this session; open the page again.");
    else if (!is_text(&page->form))
        answer_problem(request, PROBLEM_BAD_REQUEST, "What was sent is not UTF-8.");
    else
        return page;
    page_problem(page);
    return NULL;
}

/* --- the frame --- */

static const struct place {
    const char *path, *name;
    const char *method, *asked; /* what the page does by the interface */
} places[] = {
    {"/queue", "Queue", "GET", "/api/articles"},    {"/articles/new", "New article", "POST", "/api/articles/v2"},
    {"/domains", "Domains", "GET", "/api/domains"}, {"/integrations", "Integrations", "GET", "/api/integrations"},
    {"/brands", "Brands", "GET", "/api/brands"},    {"/usage", "Usage", "GET", "/api/usage"},
    {"/keys", "Keys", "GET", "/api/keys"},          {"/nodes", "Nodes", "GET", "/api/nodes"},
};

/* What `done` in the address may say. */
static const struct {
    const char *word, *text;
} messages[] = {
    {"polishing", "The article is being polished."},
    {"delivering", "The article is being delivered."},
    {"reading", "Its pages are being read."},
    {"domain-deleted", "The domain was deleted."},
    {"made", "It is made."},
    {"saved", "It is saved."},
    {"brand-deleted", "The brand was deleted."},
    {"integration-deleted", "The integration was deleted."},
    {"key-deleted", "The key was deleted."},
    {"cancelled", "The article was cancelled."},
    {"deleted", "The article was deleted."},
    {"queued", "The article was queued."},
    {"again", "The article was queued again, as a new one."},
    {"all-queued", "The articles were queued."},
    {"signed-out", "You are signed out."},
    {"session-ended", "Your session has ended: sign in again."},
    {"session-over", "Your session has ended, and what you sent was not done: sign in again."},
};

/* The next place that the visitor may see, behind this one, or the first; NULL: there is none. */
static const struct place *next_place(const struct page *page, const struct place *place)
{
    for (place = place ? place + 1 : places; place < places + COUNT_OF(places); place++)
        if (access_allows(page->request, place->method, place->asked))
            return place;
    return NULL;
}

static void write_place(struct buf *out, const char *path, const char *name, const char *here)
{
    markup(out,
           strcmp(path, here) == 0 ? "<li><a href=\"%s\" aria-current=\"page\">%s</a></li>"
                                   : "<li><a href=\"%s\">%s</a></li>",
           path, name);
}

static void write_navigation(struct page *page, const char *here)
{
    struct buf *out = page->out;
    buf_str(out, "<nav aria-label=\"Pages\"><ul>");
    for (const struct place *place = NULL; (place = next_place(page, place));)
        write_place(out, place->path, place->name, here);
    write_place(out, "/manual", "Manual", here); /* for everybody: no place where a visit begins */
    const struct caller *caller = caller_of(page->request);
    markup(
        out,
        "</ul><form method=\"post\" action=\"/sign-out\"><span class=\"who\">%s <span class=\"help\">%s…</span></span>",
        caller->account_id, caller->key_prefix);
    page_form_token(page);
    buf_str(out, "<button>Sign out</button></form></nav>");
}

static void write_message(struct page *page)
{
    const char *word = form_value(&page->query, "done"), *article = form_value(&page->query, "article");
    size_t i = 0;
    while (i < COUNT_OF(messages) && strcmp(messages[i].word, word) != 0)
        i++;
    if (i == COUNT_OF(messages))
        return;
    markup(page->out, "<p class=\"message\" role=\"status\">%s", messages[i].text);
    if (uuid_is_valid(article))
        markup(page->out, " <a href=\"/articles/%s\">See it</a>", article);
    buf_str(page->out, "</p>");
}

void page_begin(struct page *page, const char *title, const char *here)
{
    struct buf *out = page->out;
    buf_clear(out);
    markup(out,
           "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>%s - copydesk</title>"
           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
           "<meta name=\"color-scheme\" content=\"light dark\">"
           "<link rel=\"stylesheet\" href=\"/assets/pages.css\"><link rel=\"icon\" href=\"/assets/icon.svg\">"
           "<script src=\"/assets/pages.js\" defer></script>",
           title);
    if (page->refresh)
        markup(out, "<noscript><meta http-equiv=\"refresh\" content=\"%d\"></noscript>", page->refresh);
    buf_str(out, "</head><body>"
                 "<a class=\"skip\" href=\"#content\">Skip to the content</a>"
                 "<header><p class=\"name\"><a href=\"/\">copydesk</a></p>");
    if (here)
        write_navigation(page, here);
    markup(out, "</header>\n<main id=\"content\"><h1 dir=\"auto\">%s</h1>", title);
    write_message(page);
}

void page_frame(struct page *page, const char *title, const char *address)
{
    markup(page->out,
           "<iframe class=\"preview\" sandbox=\"" PREVIEW_MAY "\" title=\"%s\" "
           "src=\"%s\" loading=\"lazy\"></iframe>",
           title, address);
}

static void add_policy(struct request *request)
{
    answer_header(request, "Content-Security-Policy",
                  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; "
                  "frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'");
    answer_header(request, "Cache-Control", "no-store");
    answer_header(request, "Referrer-Policy", "same-origin");
    answer_header(request, "Cross-Origin-Opener-Policy", "same-origin");
}

void page_end(struct page *page, int status)
{
    buf_str(page->out, "</main></body></html>\n");
    page->out->failed = page->out->failed || page->failed;
    add_policy(page->request);
    answer_body(page->request, status, "text/html; charset=utf-8");
}

const char *page_query(struct page *page, const char *const *names)
{
    struct buf query = {0};
    for (size_t i = 0; names[i]; i++) {
        const char *value = form_value(&page->query, names[i]);
        if (!value[0])
            continue;
        buf_printf(&query, "%c%s=", query.len ? '&' : '?', names[i]);
        markup_query(&query, value);
    }
    const char *text = query.failed ? NULL : arena_copy(page->request->arena, buf_text(&query));
    buf_free(&query);
    page->failed = page->failed || !text;
    return text ? text : "";
}

const char *page_printf(struct page *page, const char *format, ...)
{
    va_list values;
    struct buf text = {0};
    va_start(values, format);
    buf_vprintf(&text, format, values);
    va_end(values);
    const char *copy = text.failed ? NULL : arena_copy(page->request->arena, buf_text(&text));
    buf_free(&text);
    page->failed = page->failed || !copy;
    return copy ? copy : "";
}

const char *page_model(struct page *page, const char *version)
{
    const struct model *model = models_find(api_of(page->request)->models, version);
    const char *upstream = model_settings(model)->model;
    return page_writer(page, version, model_is_language(model) ? upstream ? upstream : "" : NULL);
}

const char *page_writer(struct page *page, const char *version, const char *upstream)
{
    if (!upstream)
        return page_printf(page, "%s: the built-in writer", version);
    return upstream[0] ? page_printf(page, "%s: %s", version, upstream) : version;
}

void page_form_token(struct page *page)
{
    markup(page->out, "<input type=\"hidden\" name=\"token\" value=\"%s\">", page->visitor.form_token);
}

void page_ask_first(struct page *page, const struct page_deed *deed)
{
    markup(page->out,
           "<details class=\"deed\"><summary aria-label=\"%s %s\">%s</summary><form method=\"post\" "
           "action=\"%s\"><p>%s</p>",
           deed->label, deed->name, deed->label, deed->address, deed->warning);
    if (deed->back)
        markup(page->out, "<input type=\"hidden\" name=\"back\" value=\"%s\">", deed->back);
    page_form_token(page);
    markup(page->out, "<button aria-label=\"%s now: %s\">%s now</button></form></details>", deed->label, deed->name,
           deed->label);
}

void page_redirect(struct request *request, const char *format, ...)
{
    va_list values;
    char address[600];
    va_start(values, format);
    int length = vsnprintf(address, sizeof address, format, values);
    va_end(values);
    bool fits = length >= 0 && (size_t)length < sizeof address;
    answer_header(request, "Location", "%s", fits ? address : "/");
    answer_header(request, "Cache-Control", "no-store");
    answer_empty(request, 303);
}

void page_show_first(struct page *page)
{
    const struct place *first = next_place(page, NULL);
    if (first)
        page_redirect(page->request, "%s", first->path);
    else
        page_may(page, places->method, places->asked);
}

/* --- what went wrong --- */

static void write_way_on(struct page *page)
{
    const struct place *first = page->visitor.token ? next_place(page, NULL) : NULL;
    if (first)
        markup(page->out, "<p>Go on to <a href=\"%s\">%s</a>.</p>", first->path, first->name);
    else if (page->visitor.token)
        buf_str(page->out, "<p>There is no page that this key may see.</p>");
    else
        buf_str(page->out, "<p><a href=\"/\">To the first page</a></p>");
}

void page_problem(struct page *page)
{
    struct request *request = page->request;
    int status = request->answer.status;
    json_t *problem = json_loadb(buf_text(page->out), page->out->len, 0, NULL);
    const char *title = json_string_value(json_object_get(problem, "title"));
    page_begin(page, title ? title : "Something went wrong", page->visitor.token ? "" : NULL);
    markup(page->out, "<p class=\"problem\" role=\"alert\">%s</p>",
           json_string_value(json_object_get(problem, "detail")));
    write_way_on(page);
    json_decref(problem);
    page_end(page, status);
}
