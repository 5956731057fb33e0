#include "net/net.h"

#include "net/transfer.h"
#include "text/text.h"

#include <stdlib.h>

enum {
    DEFAULT_TIMEOUT_MS = 20 * 1000,
    DEFAULT_REDIRECTS = 5,
    LONGEST_REDIRECT = 8000, /* bytes of an address: what everybody should be able to read (RFC 9110 section 4.1) */
    IDLE_HANDLES = 16,
    IDLE_CONNECTIONS = 4, /* of each */
};

struct net {
    struct guard guard;
    char *user_agent;
    struct exchange_pool pool;
};

/* --- making one --- */

enum status net_new(const struct net_options *options, struct net **net, struct error *err)
{
    *net = NULL;
    CURLcode started = exchange_start();
    if (started != CURLE_OK)
        return error_set(err, E_INTERNAL, NULL, "libcurl cannot start: %s", curl_easy_strerror(started));
    struct net *made = calloc(1, sizeof *made);
    if (!made)
        return error_memory(err);
    exchange_pool_init(&made->pool, IDLE_HANDLES, IDLE_CONNECTIONS);
    made->user_agent = strdup(options->user_agent ? options->user_agent : "copydesk/" COPYDESK_VERSION);
    enum status status = made->user_agent ? OK : error_memory(err);
    if (!status)
        status = guard_init(&made->guard, options->allow_addresses, options->allow_count, err);
    if (status) {
        net_free(made);
        return status;
    }
    *net = made;
    return OK;
}

void net_free(struct net *net)
{
    if (!net)
        return;
    exchange_pool_destroy(&net->pool);
    guard_free(&net->guard);
    free(net->user_agent);
    free(net);
}

/* --- redirects --- */

static bool is_redirect(int status)
{
    return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

/* After a 303, and by long custom after a 301 or 302 to a POST, the next request is a GET (RFC 9110 section 15.4). */
static void change_method(struct transfer *transfer, int status)
{
    bool is_post = strcmp(transfer->method, "POST") == 0;
    bool is_head = strcmp(transfer->method, "HEAD") == 0;
    if ((status == 303 && !is_head) || (is_post && (status == 301 || status == 302))) {
        transfer->method = "GET";
        transfer->body = (struct str){0};
    }
}

/* Changes the transfer into the one that the redirect asks for. */
static enum status net_follow(struct transfer *transfer, struct arena *arena, int status, const char *location,
                              struct error *err)
{
    const struct net_request *request = transfer->request;
    const char *next = url_resolve(arena, transfer->url, str_from(location));
    if (!next)
        return error_set(err, E_DENIED, NULL, "%.200s redirects to something that is no http or https address",
                         transfer->url);
    if (strlen(next) > LONGEST_REDIRECT)
        return error_set(err, E_LIMIT, NULL, "%.200s redirects to an address of more than %d bytes", transfer->url,
                         LONGEST_REDIRECT);
    if (request->allow_redirect && !request->allow_redirect(request->context, next))
        return error_set(err, E_DENIED, NULL, "%.200s redirects to %.200s, which must not be fetched", transfer->url,
                         next);
    transfer->foreign = transfer->foreign || !target_same_origin(transfer->url, next);
    transfer->url = next;
    change_method(transfer, status);
    return OK;
}

static enum status fetch(struct exchange_pool *pool, struct transfer *transfer, struct arena *arena,
                         struct net_response *response, struct error *err)
{
    int most = transfer->request->max_redirects ? transfer->request->max_redirects : DEFAULT_REDIRECTS;
    for (int followed = 0;; followed++) {
        const char *location;
        enum status status = transfer_run(pool, transfer, arena, response, &location, err);
        if (status || most < 0 || !location || !is_redirect(response->status))
            return status;
        if (followed == most)
            return error_set(err, E_LIMIT, NULL, "%.200s redirects more than %d times", transfer->request->url, most);
        status = net_follow(transfer, arena, response->status, location, err);
        if (status)
            return status;
    }
}

enum status net_fetch(struct net *net, const struct net_request *request, struct arena *arena,
                      struct net_response *response, struct error *err)
{
    *response = (struct net_response){.retry_after_ms = -1};
    struct transfer transfer = {
        .guard = &net->guard,
        .request = request,
        .user_agent = net->user_agent,
        .url = request->url,
        .method = request->method ? request->method : "GET",
        .body = request->body,
        .deadline = clock_mono_ms() + (request->timeout_ms > 0 ? request->timeout_ms : DEFAULT_TIMEOUT_MS),
    };
    return fetch(&net->pool, &transfer, arena, response, err);
}

enum status net_check_url(const struct net *net, const char *url, struct error *err)
{
    struct target target;
    enum status status = target_init(&target, &net->guard, url, err);
    target_free(&target);
    return status;
}
