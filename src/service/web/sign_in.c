#include "service/web/sign_in.h"

#include "service/api/access.h"
#include "service/http/answer.h"
#include "service/web/frame/page.h"

void home_show(struct request *request)
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

void sign_in_show(struct request *request)
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
    if (session_begin(api_of(request)->store, key_id, token, &err) != OK) {
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
    if (status == OK) {
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
    if (status == OK) {
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

void sign_in_send(struct request *request)
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

void sign_out_send(struct request *request)
{
    struct error err;
    unsigned char hash[SESSION_HASH_SIZE];
    struct web_page *page = page_enter_form(request);
    if (!page)
        return;
    if (session_end(api_of(request)->store, page->visitor.token, &err) != OK) {
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
