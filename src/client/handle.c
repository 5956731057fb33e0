#include "client/internal.h"

/* So that an address that swallows packets leaves time for another attempt. */
enum { CONNECT_TIMEOUT_MS = 10 * 1000 };

static bool set_text(CURL *easy, CURLoption option, const char *text)
{
    return curl_easy_setopt(easy, option, text) == CURLE_OK;
}

static bool set_protocols(CURL *easy)
{
#if CURL_AT_LEAST_VERSION(7, 85, 0)
    return set_text(easy, CURLOPT_PROTOCOLS_STR, "http,https");
#else
    return curl_easy_setopt(easy, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS)) == CURLE_OK;
#endif
}

/*
 * HTTP/2 is negotiated within TLS; requests that come while that is under way wait for its outcome, to share the connection. On plain
 * connections nothing is negotiated and nothing may be waited for: there the first answer may be held for long.
 */
static bool set_tls(CURL *easy, const struct client *client)
{
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)(client->tls ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1));
    curl_easy_setopt(easy, CURLOPT_PIPEWAIT, client->tls ? 1L : 0L);
    if (client->ca_file && !set_text(easy, CURLOPT_CAINFO, client->ca_file))
        return false;
    if (!client->client_cert)
        return true;
    const char *key = client->client_key ? client->client_key : client->client_cert;
    /* A pass phrase, even if empty, keeps the TLS library from asking for one at the terminal. */
    return set_text(easy, CURLOPT_SSLCERT, client->client_cert) && set_text(easy, CURLOPT_SSLKEY, key) &&
           set_text(easy, CURLOPT_KEYPASSWD, "");
}

/* A proxy that the environment names, and compression, are for the world outside. */
static bool set_route(CURL *easy, const struct client *client)
{
    if (!client->local && !set_text(easy, CURLOPT_ACCEPT_ENCODING, ""))
        return false;
    if (client->socket_path && !set_text(easy, CURLOPT_UNIX_SOCKET_PATH, client->socket_path))
        return false;
    if (client->proxy) /* and no exceptions that the environment makes */
        return set_text(easy, CURLOPT_PROXY, client->proxy) && set_text(easy, CURLOPT_NOPROXY, "");
    return !client->local || set_text(easy, CURLOPT_PROXY, "");
}

/*
 * A URL that stays the same, in parts, with only the target of the request set anew, saves curl the parsing: a fifth of all that a
 * request costs outside the kernel. Not where the target may have to be a whole URL, for a proxy.
 */
static bool keeps_address(const struct client *client)
{
    return client->tls || !client->maybe_proxy;
}

/* What stays the same for every request of a client. */
static bool set_always(struct client_call *call)
{
    CURL *easy = call->easy;
    curl_easy_setopt(easy, CURLOPT_PRIVATE, call);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_TIMEOUT_MS);
    curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
#if CURL_AT_LEAST_VERSION(7, 87, 0) /* a deadline does not wait for the resolver's thread, which ends by itself */
    curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
#endif
    curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, call->curl_message);
    curl_easy_setopt(easy, CURLOPT_PATH_AS_IS, 1L);
    if (keeps_address(call->client))
        curl_easy_setopt(easy, CURLOPT_CURLU, call->client->address);
    sockets_of_handle(call);
    answer_collect(call);
    return set_protocols(easy) && set_tls(easy, call->client) && set_route(easy, call->client);
}

static bool make_handle(struct client_call *call)
{
    call->easy = curl_easy_init();
    if (call->easy && set_always(call))
        return true;
    /* Half set, it must not be used: it might go another way or trust somebody else. */
    handle_free(call);
    return false;
}

void handle_free(struct client_call *call)
{
    curl_easy_cleanup(call->easy);
    call->easy = NULL;
}

static bool set_address(struct client_call *call)
{
    const char *url = client_call_url(call);
    if (keeps_address(call->client))
        return set_text(call->easy, CURLOPT_REQUEST_TARGET, url + call->client->authority_length);
    return set_text(call->easy, CURLOPT_URL, url);
}

/* What differs from request to request. POST without a body sends an empty one; GET and DELETE send none. */
static bool set_request(struct client_call *call)
{
    CURL *easy = call->easy;
    const char *method = client_call_method(call);
    bool post = call->has_body || strcmp(method, "POST") == 0;
    bool head = strcmp(method, "HEAD") == 0;
    curl_easy_setopt(easy, CURLOPT_NOBODY, head ? 1L : 0L);
    if (post) {
        curl_easy_setopt(easy, CURLOPT_POST, 1L);
        curl_easy_setopt(easy, CURLOPT_POSTFIELDS, buf_text(&call->body));
        curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)call->body.len);
    } else if (!head) {
        curl_easy_setopt(easy, CURLOPT_HTTPGET, 1L);
    }
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, call->header_count ? call->headers : call->client->headers);
    bool plain = head || strcmp(method, post ? "POST" : "GET") == 0;
    return set_text(easy, CURLOPT_CUSTOMREQUEST, plain ? NULL : method) && set_address(call);
}

bool handle_prepare(struct client_call *call)
{
    call->curl_message[0] = '\0';
    call->socket_errno = 0;
    return (call->easy || make_handle(call)) && set_request(call);
}
