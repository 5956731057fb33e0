#include "client/exchange.h"

#include "client/redact.h"

#include <stdio.h>

/* Short enough that an address that never replies leaves time for another attempt. */
enum { CONNECT_TIMEOUT_MS = 10 * 1000 };

static bool exchange_set_text(CURL *handle, CURLoption option, const char *text)
{
    return curl_easy_setopt(handle, option, text) == CURLE_OK;
}

static bool set_protocols(CURL *handle)
{
#if CURL_AT_LEAST_VERSION(7, 85, 0)
    return exchange_set_text(handle, CURLOPT_PROTOCOLS_STR, "http,https");
#else
    return curl_easy_setopt(handle, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS)) == CURLE_OK;
#endif
}

/*
 * HTTP/2 is negotiated within TLS; requests that come while that is under way wait for its outcome, to share the
 * connection. On plain connections nothing is negotiated, and requests must not wait for the first one: the server may
 * hold its answer for long.
 */
static bool set_tls(CURL *handle, const struct settings *settings)
{
    curl_easy_setopt(handle, CURLOPT_HTTP_VERSION,
                     (long)(settings->is_tls ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1));
    curl_easy_setopt(handle, CURLOPT_PIPEWAIT, settings->is_tls ? 1L : 0L);
    if (settings->ca_file && !exchange_set_text(handle, CURLOPT_CAINFO, settings->ca_file))
        return false;
    if (!settings->client_cert)
        return true;
    const char *key = settings->client_key ? settings->client_key : settings->client_cert;
    /* A pass phrase, even if empty, keeps the TLS library from asking for one at the terminal. */
    return exchange_set_text(handle, CURLOPT_SSLCERT, settings->client_cert) &&
           exchange_set_text(handle, CURLOPT_SSLKEY, key) && exchange_set_text(handle, CURLOPT_KEYPASSWD, "");
}

/* A server on this machine is reached without the proxy that the environment names, and without compression. */
static bool set_route(CURL *handle, const struct settings *settings)
{
    if (!settings->is_local && !exchange_set_text(handle, CURLOPT_ACCEPT_ENCODING, ""))
        return false;
    if (settings->socket_path && !exchange_set_text(handle, CURLOPT_UNIX_SOCKET_PATH, settings->socket_path))
        return false;
    if (settings->proxy) /* for every host: the environment's list of exceptions (no_proxy) does not count */
        return exchange_set_text(handle, CURLOPT_PROXY, settings->proxy) &&
               exchange_set_text(handle, CURLOPT_NOPROXY, "");
    return !settings->is_local || exchange_set_text(handle, CURLOPT_PROXY, "");
}

/*
 * Does the handle keep one URL, already parsed, so that only the target of the request is set anew? Parsing the URL is
 * a fifth of what a request costs outside the kernel. Not possible where a proxy may need the whole URL as target.
 */
static bool keeps_address(const struct settings *settings)
{
    return settings->is_tls || !settings->maybe_proxy;
}

/* What stays the same for every request of a client. */
static bool set_always(struct client_exchange *exchange, const struct settings *settings, struct sockets *sockets)
{
    CURL *handle = exchange->transfer.handle;
    curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_TIMEOUT_MS);
    curl_easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 0L);
#if CURL_AT_LEAST_VERSION(7, 87, 0) /* a deadline does not wait for the resolver's thread, which ends by itself */
    curl_easy_setopt(handle, CURLOPT_QUICK_EXIT, 1L);
#endif
    curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, exchange->curl_message);
    curl_easy_setopt(handle, CURLOPT_PATH_AS_IS, 1L);
    if (keeps_address(settings))
        curl_easy_setopt(handle, CURLOPT_CURLU, settings->address);
    sockets_of_handle(sockets, handle, &exchange->socket_errno);
    answer_text_collect(&exchange->answer, handle);
    return set_protocols(handle) && set_tls(handle, settings) && set_route(handle, settings);
}

static bool make_handle(struct client_exchange *exchange, const struct settings *settings, struct sockets *sockets)
{
    exchange->transfer.handle = curl_easy_init();
    if (exchange->transfer.handle && set_always(exchange, settings, sockets))
        return true;
    /* A handle with some options missing must not be used: it might take another route or trust somebody else. */
    exchange_drop_handle(exchange);
    return false;
}

void exchange_drop_handle(struct client_exchange *exchange)
{
    curl_easy_cleanup(exchange->transfer.handle);
    exchange->transfer.handle = NULL;
}

static bool exchange_set_address(CURL *handle, const struct request_text *request, const struct settings *settings)
{
    const char *url = request_text_url(request);
    if (keeps_address(settings))
        return exchange_set_text(handle, CURLOPT_REQUEST_TARGET, url + settings->authority_length);
    return exchange_set_text(handle, CURLOPT_URL, url);
}

/* What differs from request to request. POST without a body sends an empty one; GET and DELETE send none. */
static bool set_request(CURL *handle, const struct request_text *request, const struct settings *settings)
{
    const char *method = request_text_method(request);
    bool post = request->has_body || strcmp(method, "POST") == 0;
    bool head = strcmp(method, "HEAD") == 0;
    curl_easy_setopt(handle, CURLOPT_NOBODY, head ? 1L : 0L);
    if (post) {
        curl_easy_setopt(handle, CURLOPT_POST, 1L);
        curl_easy_setopt(handle, CURLOPT_POSTFIELDS, buf_text(&request->body));
        curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body.len);
    } else if (!head) {
        curl_easy_setopt(handle, CURLOPT_HTTPGET, 1L);
    }
    curl_easy_setopt(handle, CURLOPT_HTTPHEADER, request->header_count ? request->headers : settings->headers);
    bool plain = head || strcmp(method, post ? "POST" : "GET") == 0;
    return exchange_set_text(handle, CURLOPT_CUSTOMREQUEST, plain ? NULL : method) &&
           exchange_set_address(handle, request, settings);
}

bool exchange_prepare(struct client_exchange *exchange, const struct settings *settings, struct sockets *sockets)
{
    exchange->curl_message[0] = '\0';
    exchange->socket_errno = 0;
    return (exchange->transfer.handle || make_handle(exchange, settings, sockets)) &&
           set_request(exchange->transfer.handle, &exchange->request, settings);
}

void exchange_free(struct client_exchange *exchange)
{
    exchange_drop_handle(exchange);
    request_text_free(&exchange->request);
    answer_text_free(&exchange->answer);
}

/* --- what came of it --- */

enum status exchange_status(const struct client_exchange *exchange, CURLcode code)
{
    const struct answer_text *answer = &exchange->answer;
    if (answer->too_large)
        return E_LIMIT;
    if (code == CURLE_OUT_OF_MEMORY || answer->body.failed || answer->headers.failed)
        return E_MEMORY;
    return code == CURLE_OK ? OK : E_NETWORK;
}

/*
 * Where no connection was made, curl's own words say no more than that; the reason is the system's. With a proxy it is
 * the proxy that could not be reached.
 */
static void describe_network(const struct client_exchange *exchange, const struct settings *settings, CURLcode code,
                             char *message, size_t size)
{
    const char *reason = exchange->curl_message[0] ? exchange->curl_message : curl_easy_strerror(code);
    long number = 0;
    char text[64];
    curl_easy_getinfo(exchange->transfer.handle, CURLINFO_OS_ERRNO, &number);
    if (exchange->socket_errno)
        number = exchange->socket_errno;
    if (code == CURLE_COULDNT_CONNECT && number)
        reason = strerror_r((int)number, text, sizeof text);
    if (code == CURLE_COULDNT_CONNECT && settings->proxy_shown)
        snprintf(message, size, "cannot connect to the proxy %.150s: %.300s", settings->proxy_shown, reason);
    else if (code == CURLE_COULDNT_CONNECT && number)
        snprintf(message, size, "cannot connect to %.150s: %s", settings->server_shown, reason);
    else if (code == CURLE_PEER_FAILED_VERIFICATION)
        snprintf(message, size, "cannot trust %.150s: %s", settings->server_shown, reason);
    else
        snprintf(message, size, "%s", reason);
}

void exchange_describe(const struct client_exchange *exchange, const struct settings *settings, enum status status,
                       CURLcode code, char message[EXCHANGE_MESSAGE])
{
    switch (status) {
    case E_LIMIT:
        snprintf(message, EXCHANGE_MESSAGE, "%s", exchange->answer.too_large);
        break;
    case E_MEMORY:
        snprintf(message, EXCHANGE_MESSAGE, "out of memory");
        break;
    default:
        describe_network(exchange, settings, code, message, EXCHANGE_MESSAGE);
        redact(settings->api_key, message);
    }
}
