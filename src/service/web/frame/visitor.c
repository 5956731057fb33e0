#include "service/web/frame/visitor.h"

#include "service/api/api.h"

#include <openssl/crypto.h>
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
    if (status != OK)
        return status;
    session_form_token(visitor->token, visitor->form_token);
    request->user = caller;
    request->account_id = caller->account_id;
    return OK;
}

/* --- who sent a form --- */

const char *visitor_own_path(const struct request *request, const char *address)
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

bool visitor_sent_form(const struct request *request, const struct visitor *visitor, const struct form *form)
{
    const char *sent = form_value(form, "token");
    return visitor_is_same_site(request) && strlen(sent) == SESSION_TOKEN_LENGTH &&
           CRYPTO_memcmp(sent, visitor->form_token, SESSION_TOKEN_LENGTH) == 0;
}
