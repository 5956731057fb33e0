#include "deliver/wordpress/wordpress.h"

#include "deliver/site/progress.h"
#include "text/base64.h"
#include "text/url.h"

enum { UNAUTHORIZED = 401 };

static const char *const roots[] = {"/wp-json", "/?rest_route="};

/* --- requests --- */

const char *wordpress_encode(const struct wordpress *wordpress, const char *text)
{
    struct buf out = {0};
    for (; *text; text++)
        if (url_is_unreserved(*text))
            buf_char(&out, *text);
        else
            url_encode_octet(&out, (unsigned char)*text);
    const char *encoded = out.failed ? NULL : arena_copy(wordpress->call->arena, buf_text(&out));
    buf_free(&out);
    return encoded;
}

json_int_t wordpress_id(const json_t *object)
{
    json_int_t id = json_integer_value(json_object_get(object, "id"));
    return id > 0 ? id : 0;
}

static const char *interface_address_of(const struct wordpress *wordpress, const struct wordpress_request *request)
{
    const char *joint = !request->query ? "" : strchr(wordpress->root, '?') ? "&" : "?";
    return arena_printf(wordpress->call->arena, "%s%s%s%s", wordpress->root, request->path, joint,
                        request->query ? request->query : "");
}

/* A page instead of JSON, a redirection: something stands where the interface should. WordPress does not say that a
 * password is wrong, only that nobody is logged in. */
static enum status interface_judge(const struct wordpress *wordpress, const struct site_answer *answer,
                                   struct error *err)
{
    const struct delivery_call *call = wordpress->call;
    struct delivery_outcome *outcome = wordpress->outcome;
    if (answer->status >= 300 && answer->status < 400)
        return site_judge(call, outcome, DELIVERY_RETRY, err,
                          "%s leads elsewhere (status %d): url has to be the address that it leads to", wordpress->host,
                          answer->status);
    if (answer->status == UNAUTHORIZED)
        return site_judge(call, outcome, DELIVERY_RETRY, err,
                          "%s Username or applicationPassword is wrong, or the web server does not pass them on.",
                          outcome->problem);
    if (outcome->verdict == DELIVERY_ACCEPTED && !json_is_object(answer->json) && !json_is_array(answer->json))
        return site_judge(call, outcome, DELIVERY_RETRY, err,
                          "%s answered with a page where its interface was expected", wordpress->host);
    return OK;
}

static enum status interface_ask(struct wordpress *wordpress, const struct wordpress_request *request, struct str body,
                                 struct site_answer *answer, struct error *err)
{
    struct arena *arena = wordpress->call->arena;
    const char *type = request->json ? "application/json" : request->type ? request->type : "application/octet-stream";
    const char *header = arena_printf(arena, "Content-Type: %s", type);
    const char *headers[] = {wordpress->authorization, body.data ? header : NULL, request->disposition, NULL};
    const struct site_request wanted = {
        .method = request->method, .url = interface_address_of(wordpress, request), .headers = headers, .body = body};
    if (!header || !wanted.url)
        return error_memory(err);
    enum status status = site_ask(wordpress->call, &wanted, answer, wordpress->outcome, err);
    if (status == OK)
        status = interface_judge(wordpress, answer, err);
    if (status != OK)
        site_done(answer);
    return status;
}

enum status wordpress_ask(struct wordpress *wordpress, const struct wordpress_request *request,
                          struct site_answer *answer, struct error *err)
{
    *answer = (struct site_answer){0};
    if (!request->json)
        return interface_ask(wordpress, request, request->body, answer, err);
    char *text = json_dumps(request->json, JSON_COMPACT);
    if (!text)
        return error_memory(err);
    enum status status = interface_ask(wordpress, request, str_from(text), answer, err);
    free(text);
    return status;
}

/* --- finding it --- */

static const char *basic_authorization(const struct delivery_call *call)
{
    struct buf plain = {0};
    buf_printf(&plain, "%s:%s", site_setting(call, "username"), site_setting(call, "applicationPassword"));
    struct str both = {buf_text(&plain), plain.len};
    const char *encoded = plain.failed ? NULL : base64_encode(call->arena, both);
    buf_free(&plain);
    return encoded ? arena_printf(call->arena, "Authorization: Basic %s", encoded) : NULL;
}

static bool has_posts(const json_t *index)
{
    size_t i;
    json_t *name;
    json_array_foreach (json_object_get(index, "namespaces"), i, name) {
        if (json_is_string(name) && strcmp(json_string_value(name), "wp/v2") == 0)
            return true;
    }
    return false;
}

/* Could the interface be at another place? Not where the site is down or wants another password. */
static bool may_be_elsewhere(const struct site_answer *answer)
{
    return answer->status == 404 || (answer->status >= 200 && answer->status < 400);
}

static enum status interface_keep(struct wordpress *wordpress, const char *root, const json_t *index, struct error *err)
{
    const struct delivery_call *call = wordpress->call;
    const char *admin = json_string_value(json_object_get(index, "url"));
    json_t *found =
        json_pack("{s:s, s:s}", "root", root, "url", site_is_address(admin) ? admin : site_url(call, "url", ""));
    return progress_keep(call, NULL, "interface", found, err);
}

/* Takes what the progress has. *open is false when it has nothing. */
static enum status take_kept(struct wordpress *wordpress, bool *open, struct error *err)
{
    const struct delivery_call *call = wordpress->call;
    const json_t *kept = progress_get(call, NULL, "interface");
    const char *root = json_string_value(json_object_get(kept, "root"));
    const char *admin = json_string_value(json_object_get(kept, "url"));
    *open = root && admin;
    if (!*open)
        return OK;
    wordpress->root = site_url(call, "url", root);
    wordpress->admin = arena_copy(call->arena, admin);
    return wordpress->root && wordpress->admin ? OK : error_memory(err);
}

static enum status interface_look_at(struct wordpress *wordpress, const char *root, bool *found, bool *is_last,
                                     struct error *err)
{
    struct site_answer answer;
    wordpress->root = site_url(wordpress->call, "url", root);
    if (!wordpress->root)
        return error_memory(err);
    enum status status = wordpress_ask(
        wordpress, &(struct wordpress_request){.path = "/", .query = "_fields=namespaces,url"}, &answer, err);
    if (status != OK)
        return status;
    *found = has_posts(answer.json);
    *is_last = *found || !may_be_elsewhere(&answer);
    if (*found)
        status = interface_keep(wordpress, root, answer.json, err);
    site_done(&answer);
    return status;
}

static enum status interface_find(struct wordpress *wordpress, bool *found, struct error *err)
{
    bool is_last = false;
    for (size_t i = 0; i < COUNT_OF(roots) && !is_last; i++) {
        enum status status = interface_look_at(wordpress, roots[i], found, &is_last, err);
        if (status != OK)
            return status;
    }
    int status = wordpress->outcome->status;
    if (*found || is_last || (status >= 300 && status < 400))
        return OK;
    return site_judge(wordpress->call, wordpress->outcome, DELIVERY_RETRY, err,
                      "%s does not answer as WordPress does, neither at /wp-json/ nor at /?rest_route=/",
                      wordpress->host);
}

enum status wordpress_open(struct wordpress *wordpress, const struct delivery_call *call,
                           struct delivery_outcome *outcome, bool *open, struct error *err)
{
    *wordpress = (struct wordpress){.call = call,
                                    .outcome = outcome,
                                    .host = site_host(call, site_setting(call, "url")),
                                    .authorization = basic_authorization(call)};
    if (!wordpress->host || !wordpress->authorization)
        return error_memory(err);
    enum status status = take_kept(wordpress, open, err);
    if (status != OK || *open)
        return status;
    status = interface_find(wordpress, open, err);
    return status == OK && *open ? take_kept(wordpress, open, err) : status;
}
