#include "model/model.h"
#include "service/web/frame/frame.h"

#include <openssl/crypto.h>
#include <stdarg.h>
#include <stdio.h>

/* The cookie outlives its session, so that whoever comes back later is told that it has ended. */
enum { COOKIE_DAYS = SESSION_DAYS + 30 };

static const char secure_name[] = "__Host-copydesk", plain_name[] = "copydesk";

/* --- where the page is reached --- */

static bool is_https(const struct request *request)
{
    const char *url = public_url_of(request);
    return url && str_istarts(str_from(url), STR("https://"));
}

static const char *cookie_name(const struct request *request)
{
    return is_https(request) ? secure_name : plain_name;
}

void visitor_set_cookie(struct request *request, const char *token)
{
    answer_header(request, "Set-Cookie", "%s=%s; Path=/; Max-Age=%ld; HttpOnly; SameSite=Lax%s", cookie_name(request),
                  token ? token : "", token ? COOKIE_DAYS * 86400L : 0L, is_https(request) ? "; Secure" : "");
}

/* --- who it is --- */

static bool is_token(struct str text)
{
    return text.len == SESSION_TOKEN_LENGTH && strspn(text.data, "0123456789abcdef") >= text.len;
}

/* The token of the cookie; empty: there is none. */
static struct str find_token(const struct request *request)
{
    const char *header = request_header(request, "Cookie");
    struct str rest = str_from(header ? header : ""), value, name;
    while (str_split(&rest, ';', &value)) {
        value = str_trim(value);
        if (!str_split(&value, '=', &name) || !value.data)
            continue;
        if (str_eq(name, str_from(cookie_name(request))) && is_token(value))
            return value;
    }
    return (struct str){0};
}

enum status visitor_find(struct request *request, struct visitor *visitor, struct error *err)
{
    unsigned char hash[SESSION_HASH_SIZE];
    struct caller *caller = ARENA_NEW(request->arena, struct caller);
    struct str token = find_token(request);
    visitor->token = token.len ? arena_copy_n(request->arena, token.data, token.len) : NULL;
    if (!token.len)
        return error_set(err, E_NOT_FOUND, NULL, "Nobody is signed in.");
    if (!caller || !visitor->token)
        return error_memory(err);
    session_hash(visitor->token, hash);
    enum status status = auth_find_session(api_of(request)->auth, request->arena, hash, caller, err);
    if (status)
        return status;
    session_form_token(visitor->token, visitor->form_token);
    request->user = caller;
    request->account_id = caller->account_id;
    return OK;
}

/* --- who sent a form --- */

/* The path and query of an address of this service, as its pages are reached in this request; "" of any other. */
static const char *visitor_own_path(const struct request *request, const char *address)
{
    const char *host = request_header(request, "Host");
    struct str scheme = is_https(request) ? STR("https://") : STR("http://"),
               own = str_trim(str_from(host ? host : ""));
    if (own.len == 0 || !str_istarts(str_from(address), scheme) || !str_istarts(str_from(address + scheme.len), own))
        return "";
    const char *path = address + scheme.len + own.len;
    return path[0] == '/' ? path : "";
}

static bool is_own_origin(const struct request *request, struct str origin)
{
    const char *host = request_header(request, "Host");
    struct str scheme = is_https(request) ? STR("https://") : STR("http://");
    if (!host || !str_istarts(origin, scheme))
        return false;
    origin = (struct str){origin.data + scheme.len, origin.len - scheme.len};
    return str_ieq(origin, str_trim(str_from(host)));
}

bool visitor_is_same_site(const struct request *request)
{
    const char *site = request_header(request, "Sec-Fetch-Site"), *origin = request_header(request, "Origin");
    if (site)
        return strcmp(site, "same-origin") == 0 || strcmp(site, "none") == 0;
    return !origin || is_own_origin(request, str_from(origin));
}

/* The same, and does the form hold the session's token? */
static bool visitor_sent_form(const struct request *request, const struct visitor *visitor, const struct form *form)
{
    const char *sent = form_value(form, "token");
    return visitor_is_same_site(request) && strlen(sent) == SESSION_TOKEN_LENGTH &&
           CRYPTO_memcmp(sent, visitor->form_token, SESSION_TOKEN_LENGTH) == 0;
}

/* --- how it begins --- */

static void page_forget(struct request *request)
{
    const struct web_page *page = request->state;
    json_decref(page->kept);
}

struct web_page *page_open(struct request *request)
{
    struct web_page *page = ARENA_NEW(request->arena, struct web_page);
    json_t *kept = page ? json_array() : NULL;
    if (!kept) {
        answer_no_memory(request);
        return NULL;
    }
    *page = (struct web_page){.request = request, .out = &request->answer.body, .kept = kept};
    request->state = page;
    request->cleanup = page_forget;
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
static void send_to_sign_in(struct web_page *page)
{
    struct request *request = page->request;
    struct buf next = {0};
    bool is_form = strcmp(request->method, "GET") != 0;
    const char *done = is_form ? "&done=session-over" : page->visitor.token ? "&done=session-ended" : "";
    markup_query(&next, asked_page(request));
    page_redirect(request, "/sign-in?next=%s%s", buf_text(&next), done);
    buf_free(&next);
}

struct web_page *page_enter(struct request *request)
{
    struct error err;
    struct web_page *page = page_open(request);
    if (!page)
        return NULL;
    enum status status = visitor_find(request, &page->visitor, &err);
    if (!status && request->id && !uuid_is_valid(request->id)) {
        answer_problem(request, PROBLEM_NOT_FOUND, "There is nothing at this address.");
        page_problem(page);
        return NULL;
    }
    if (!status)
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

bool page_may(struct web_page *page, const char *method, const char *path)
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

struct web_page *page_enter_form(struct request *request)
{
    struct web_page *page = page_enter(request);
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

static const struct frame_page_place {
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
static const struct frame_page_place *next_place(const struct web_page *page, const struct frame_page_place *place)
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

static void write_navigation(struct web_page *page, const char *here)
{
    struct buf *out = page->out;
    buf_str(out, "<nav aria-label=\"Pages\"><ul>");
    for (const struct frame_page_place *place = NULL; (place = next_place(page, place));)
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

static void write_message(struct web_page *page)
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

void page_begin(struct web_page *page, const char *title, const char *here)
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

void page_frame(struct web_page *page, const char *title, const char *address)
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

void page_end(struct web_page *page, int status)
{
    buf_str(page->out, "</main></body></html>\n");
    page->out->failed = page->out->failed || page->failed;
    add_policy(page->request);
    answer_body(page->request, status, "text/html; charset=utf-8");
}

const char *page_query(struct web_page *page, const char *const *names)
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

const char *page_printf(struct web_page *page, const char *format, ...)
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

const char *page_model(struct web_page *page, const char *version)
{
    const struct model *model = models_find(api_of(page->request)->models, version);
    const char *upstream = model_settings(model)->model;
    return page_writer(page, version, model_is_language(model) ? upstream ? upstream : "" : NULL);
}

const char *page_writer(struct web_page *page, const char *version, const char *upstream)
{
    if (!upstream)
        return page_printf(page, "%s: the built-in writer", version);
    return upstream[0] ? page_printf(page, "%s: %s", version, upstream) : version;
}

void page_form_token(struct web_page *page)
{
    markup(page->out, "<input type=\"hidden\" name=\"token\" value=\"%s\">", page->visitor.form_token);
}

void page_ask_first(struct web_page *page, const struct page_deed *deed)
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

void page_show_first(struct web_page *page)
{
    const struct frame_page_place *first = next_place(page, NULL);
    if (first)
        page_redirect(page->request, "%s", first->path);
    else
        page_may(page, places->method, places->asked);
}

/* --- what went wrong --- */

static void write_way_on(struct web_page *page)
{
    const struct frame_page_place *first = page->visitor.token ? next_place(page, NULL) : NULL;
    if (first)
        markup(page->out, "<p>Go on to <a href=\"%s\">%s</a>.</p>", first->path, first->name);
    else if (page->visitor.token)
        buf_str(page->out, "<p>There is no page that this key may see.</p>");
    else
        buf_str(page->out, "<p><a href=\"/\">To the first page</a></p>");
}

void page_problem(struct web_page *page)
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

static const char *const cursor_names[] = {"cursor", NULL};

bool listing_ask(struct web_page *page, struct api_reply *reply, const char *path)
{
    return ask(page, reply, "GET", NULL, "%s%s", path, page_query(page, cursor_names));
}

void listing_more(struct web_page *page, const json_t *answer, const char *path, const char *label)
{
    const char *cursor = text_of(answer, "nextCursor");
    if (!cursor[0])
        return;
    markup(page->out, "<p><a rel=\"next\" href=\"%s?cursor=", path);
    markup_query(page->out, cursor);
    markup(page->out, "\">%s</a></p>", label);
}
