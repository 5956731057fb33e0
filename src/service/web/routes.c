#include "service/web/articles/articles.h"
#include "service/web/manual/manual.h"
#include "service/web/web.h"

#include <stdio.h>

#include "assets.inc"

static const struct {
    const char *name, *type;
    const unsigned char *text; /* ends with a NUL */
    size_t size;               /* with it */
} assets[] = {
    {"pages.css", "text/css; charset=utf-8", asset_pages_css, sizeof asset_pages_css},
    {"pages.js", "text/javascript; charset=utf-8", asset_pages_js, sizeof asset_pages_js},
    {"preview.css", "text/css; charset=utf-8", asset_preview_css, sizeof asset_preview_css},
    {"icon.svg", "image/svg+xml", asset_icon_svg, sizeof asset_icon_svg},
};

/* GET /assets/{id} */
static void assets_show(struct request *request)
{
    size_t i = 0;
    while (i < COUNT_OF(assets) && strcmp(assets[i].name, request->id) != 0)
        i++;
    if (i == COUNT_OF(assets)) {
        answer_problem(request, PROBLEM_NO_PATH, "There is nothing at this address.");
        return;
    }
    char etag[24];
    snprintf(etag, sizeof etag, "\"%llx\"", (unsigned long long)hash_bytes(assets[i].text, assets[i].size - 1));
    const char *known = request_header(request, "If-None-Match");
    answer_header(request, "ETag", "%s", etag);
    answer_header(request, "Cache-Control", "no-cache");
    if (known && strcmp(known, etag) == 0) {
        answer_empty(request, 304);
        return;
    }
    buf_add(&request->answer.body, assets[i].text, assets[i].size - 1);
    answer_body(request, 200, assets[i].type);
}

/* GET / */
static void home_show(struct request *request)
{
    struct web_page *page = page_enter(request);
    if (page)
        page_show_first(page);
}

/* Browsers drop tabs and ends of lines from an address before they read it. */
static bool has_control(const char *text)
{
    while (*text && (unsigned char)*text > ' ' && *text != 0x7f)
        text++;
    return *text != '\0';
}

/* Only an address of this service: "//host" and "/\host" are others. */
static const char *own_address(const char *next)
{
    bool is_own = next[0] == '/' && next[1] != '/' && next[1] != '\\' && !has_control(next);
    return is_own ? next : "/";
}

static void show_sign_in(struct web_page *page, const char *next, const char *problem, int status)
{
    page_begin(page, "Sign in", NULL);
    if (problem)
        markup(page->out, "<p class=\"problem\" role=\"alert\" id=\"problem\">%s</p>", problem);
    markup(page->out,
           "<form method=\"post\" action=\"/sign-in\" class=\"narrow\"><input type=\"hidden\" name=\"next\" "
           "value=\"%s\"><p class=\"field\"><label for=\"key\">API key</label><input id=\"key\" name=\"key\" "
           "type=\"password\" autocomplete=\"current-password\" required autofocus></p><p><button "
           "class=\"primary\">Sign in</button></p></form><p class=\"help\">The first key of a service is in the file "
           "<code>key</code> of its data folder; <code>copydesk keys add</code> makes others.</p>",
           own_address(next));
    page_end(page, status);
}

static void sign_in_show(struct request *request)
{
    struct web_page *page = page_open(request);
    if (page)
        show_sign_in(page, form_value(&page->query, "next"), NULL, 200);
}

static void begin_session(struct web_page *page, const char *key_id)
{
    struct error err;
    char token[SESSION_TOKEN_LENGTH + 1];
    struct request *request = page->request;
    if (session_begin(api_of(request)->store, key_id, token, &err)) {
        answer_error(request, &err);
        page_problem(page);
        return;
    }
    visitor_set_cookie(request, token);
    page_redirect(request, "%s", own_address(form_value(&page->form, "next")));
}

static void use_code(struct web_page *page, const char *code)
{
    struct error err;
    const char *key_id;
    struct request *request = page->request;
    enum status status = codes_take(api_of(request)->store, request->arena, code, &key_id, &err);
    if (!status) {
        begin_session(page, key_id);
    } else if (status != E_NOT_FOUND) {
        answer_error(request, &err);
        page_problem(page);
    } else {
        show_sign_in(page, form_value(&page->form, "next"),
                     "This way in was used already, or is older than a minute: run copydesk open again.", 403);
    }
}

static void use_key(struct web_page *page, const char *key)
{
    struct error err;
    struct caller caller;
    struct request *request = page->request;
    enum status status = strlen(key) <= KEY_TEXT_MAX
                             ? auth_find(api_of(request)->auth, request->arena, key, &caller, &err)
                             : error_set(&err, E_NOT_FOUND, NULL, "This API key does not exist.");
    if (!status) {
        begin_session(page, caller.key_id);
    } else if (status == E_NOT_FOUND) {
        show_sign_in(page, form_value(&page->form, "next"), err.message, 403);
    } else {
        answer_error(request, &err);
        page_problem(page);
    }
}

/*
 * Browsers say of a file that it has no origin, and of some pages of other sites too. A way in that comes so is taken
 * only after a click at this service: nobody is to be signed in by another site, as somebody else, unknowingly.
 */
static bool has_no_origin(const struct request *request)
{
    const char *origin = request_header(request, "Origin");
    return origin && strcmp(origin, "null") == 0;
}

static void ask_first(struct web_page *page, const char *code)
{
    page_begin(page, "Sign in", NULL);
    markup(page->out,
           "<form method=\"post\" action=\"/sign-in\" class=\"narrow\"><input type=\"hidden\" name=\"next\" "
           "value=\"%s\"><input type=\"hidden\" name=\"code\" value=\"%s\"><p>A program asks to sign you in "
           "here. Go on if you have just run <code>copydesk open</code>.</p><p><button class=\"primary\">Sign "
           "in</button></p></form>",
           own_address(form_value(&page->form, "next")), code);
    page_end(page, 200);
}

/* GET and POST /sign-in: `key`, and `next`, the address of the page that was asked for; or `code`, a one-time code
 * (codes_take), which a file on the visitor's machine may send too; then the visitor is asked first. */
static void sign_in_send(struct request *request)
{
    struct web_page *page = page_open(request);
    if (!page)
        return;
    if (!form_read_body(request, &page->form)) {
        answer_no_memory(request);
        return;
    }
    const char *code = form_value(&page->form, "code");
    bool is_same_site = visitor_is_same_site(request);
    if (!is_same_site && code[0] && has_no_origin(request))
        ask_first(page, code);
    else if (!is_same_site)
        show_sign_in(page, form_value(&page->form, "next"), "This form was sent by another site. Nobody was signed in.",
                     403);
    else if (!access_take_address(request))
        page_problem(page);
    else if (code[0])
        use_code(page, code);
    else
        use_key(page, form_value(&page->form, "key"));
}

/* POST /sign-out */
static void sign_out_send(struct request *request)
{
    struct error err;
    unsigned char hash[SESSION_HASH_SIZE];
    struct web_page *page = page_enter_form(request);
    if (!page)
        return;
    if (session_end(api_of(request)->store, page->visitor.token, &err)) {
        answer_error(request, &err);
        page_problem(page);
        return;
    }
    session_hash(page->visitor.token, hash);
    auth_forget_session(api_of(request)->auth, hash);
    changes_send(api_of(request)->changes, CHANGE_SESSION, "");
    visitor_set_cookie(request, NULL);
    page_redirect(request, "/sign-in?done=signed-out");
}

/* A page, and what a form of one sends. Who asks is found out by the page itself (page_enter). */
#define PAGE(path, handle)                                                                                             \
    {                                                                                                                  \
        "GET", path, ROUTE_PAGE | ROUTE_SLOW, RIGHT_NONE, SCOPE_NONE, LIMIT_NONE, handle                               \
    }
#define SENT(path, handle)                                                                                             \
    {                                                                                                                  \
        "POST", path, ROUTE_PAGE | ROUTE_SLOW, RIGHT_NONE, SCOPE_NONE, LIMIT_OTHER, handle                             \
    }

/* A form with a whole page of text in it. */
#define SENT_LARGE(path, handle)                                                                                       \
    {                                                                                                                  \
        "POST", path, ROUTE_PAGE | ROUTE_SLOW | ROUTE_LARGE, RIGHT_NONE, SCOPE_NONE, LIMIT_OTHER, handle               \
    }

/* Asks nothing of the interface, so that it says itself what the visitor must be allowed: what GET /api/articles/{id}
 * asks for. */
#define EVENTS(path)                                                                                                   \
    {                                                                                                                  \
        "GET", path, ROUTE_PAGE | ROUTE_READS, RIGHT_API, SCOPE_ARTICLES, LIMIT_STATUS, queue_events                   \
    }

static const struct route table[] = {
    PAGE("/", home_show),
    PAGE("/sign-in", sign_in_show),
    SENT("/sign-in", sign_in_send),
    SENT("/sign-out", sign_out_send),
    PAGE("/queue", queue_show),
    EVENTS("/queue/events"),
    SENT("/queue/{id}/cancel", queue_cancel),
    SENT("/queue/{id}/delete", queue_delete),
    SENT("/queue/{id}/retry", queue_retry),
    PAGE("/articles/new", compose_show),
    SENT("/articles/new", compose_send),
    PAGE("/articles/bulk", bulk_show),
    SENT_LARGE("/articles/bulk", bulk_send),
    PAGE("/articles/{id}", article_page_show),
    PAGE("/articles/{id}/preview", article_preview_show),
    EVENTS("/articles/{id}/events"),
    SENT("/articles/{id}/polish", article_page_polish),
    SENT("/articles/{id}/deliver", article_page_deliver),
    SENT("/articles/{id}/resend", article_page_resend),
    PAGE("/domains", domain_list_show),
    SENT("/domains", domain_list_create),
    PAGE("/domains/{id}", domain_view_show),
    PAGE("/domains/{id}/report", domain_view_report),
    SENT("/domains/{id}", domain_view_change),
    SENT("/domains/{id}/refresh", domain_view_refresh),
    SENT("/domains/{id}/delete", domain_view_delete),
    PAGE("/domains/{id}/link", domain_link_show),
    SENT_LARGE("/domains/{id}/link", domain_link_send),
    PAGE("/brands", brand_pages_list),
    SENT("/brands", brand_pages_create),
    PAGE("/brands/{id}", brand_pages_show),
    SENT("/brands/{id}", brand_pages_change),
    SENT("/brands/{id}/delete", brand_pages_delete),
    PAGE("/integrations", integration_list_show),
    PAGE("/integrations/new", integration_new_show),
    SENT("/integrations/new", integration_new_send),
    PAGE("/integrations/{id}", integration_view_show),
    SENT("/integrations/{id}", integration_view_change),
    SENT("/integrations/{id}/state", integration_view_state),
    SENT("/integrations/{id}/test", integration_view_test),
    SENT("/integrations/{id}/rotate", integration_view_rotate),
    SENT("/integrations/{id}/resend", integration_view_resend),
    SENT("/integrations/{id}/delete", integration_view_delete),
    PAGE("/usage", usage_page_show),
    PAGE("/nodes", nodes_page_show),
    PAGE("/manual", manual_show),
    PAGE("/manual/{id}", manual_chapter_show),
    PAGE("/keys", key_pages_list),
    SENT("/keys", key_pages_create),
    SENT("/keys/{id}", key_pages_rename),
    SENT("/keys/{id}/rotate", key_pages_rotate),
    SENT("/keys/{id}/delete", key_pages_delete),
    {"GET", "/assets/{id}", ROUTE_PAGE, RIGHT_NONE, SCOPE_NONE, LIMIT_NONE, assets_show},
};

struct routes web_routes(void)
{
    return (struct routes){table, COUNT_OF(table)};
}

void no_route_show(struct request *request)
{
    const char *accept = request_header(request, "Accept");
    bool is_page = strcmp(request->method, "GET") == 0 && !str_starts(str_from(request->target.path), STR("/api/"));
    if (!is_page || !accept || !strstr(accept, "text/html"))
        return;
    struct web_page *page = page_open(request);
    if (page)
        page_problem(page);
}
