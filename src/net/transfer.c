#include "net/transfer.h"

#include <stdlib.h>
#include <strings.h>

/* Parts of the URL, allocated by curl. */
struct target_parts {
    char *scheme, *user, *password, *port;
};

static void parts_free(struct target_parts *parts)
{
    curl_free(parts->scheme);
    curl_free(parts->user);
    curl_free(parts->password);
    curl_free(parts->port);
}

static enum status take_apart(struct target *target, const char *text, struct target_parts *parts, struct error *err)
{
    target->url = curl_url();
    if (!target->url)
        return error_memory(err);
    CURLUcode code =
        curl_url_set(target->url, CURLUPART_URL, text, CURLU_NON_SUPPORT_SCHEME | CURLU_URLENCODE | CURLU_ALLOW_SPACE);
    if (code == CURLUE_OUT_OF_MEMORY)
        return error_memory(err);
    if (code != CURLUE_OK || curl_url_get(target->url, CURLUPART_HOST, &target->host, 0) != CURLUE_OK ||
        curl_url_get(target->url, CURLUPART_SCHEME, &parts->scheme, 0) != CURLUE_OK)
        return error_set(err, E_INVALID, NULL, "\"%.200s\" is not a URL such as https://example.com/page", text);
    /* These may be absent, which is not an error. */
    curl_url_get(target->url, CURLUPART_USER, &parts->user, 0);
    curl_url_get(target->url, CURLUPART_PASSWORD, &parts->password, 0);
    curl_url_get(target->url, CURLUPART_PORT, &parts->port, CURLU_DEFAULT_PORT);
    return OK;
}

/* An address without the brackets of IPv6; NULL when the host is a name (or too long for an address). */
static const char *literal_address(const char *host, char *out, size_t size)
{
    size_t length = strlen(host);
    bool bracketed = length > 2 && host[0] == '[' && host[length - 1] == ']';
    size_t inner = bracketed ? length - 2 : length;
    if (inner >= size)
        return NULL;
    memcpy(out, host + (bracketed ? 1 : 0), inner);
    out[inner] = '\0';
    return guard_is_address(out) ? out : NULL;
}

static enum status target_check(const struct target *target, const struct target_parts *parts,
                                const struct guard *guard, struct error *err)
{
    if (strcmp(parts->scheme, "http") != 0 && strcmp(parts->scheme, "https") != 0)
        return error_set(err, E_INVALID, NULL, "\"%.40s\" URLs cannot be fetched, only http and https ones",
                         parts->scheme);
    if (parts->user || parts->password)
        return error_set(err, E_INVALID, NULL, "a URL must not carry a user name or password (%.200s)", target->host);
    if (!parts->port)
        return error_memory(err);
    unsigned port = (unsigned)strtoul(parts->port, NULL, 10);
    char text[64];
    const char *address = literal_address(target->host, text, sizeof text);
    if (address && !guard_allows_text(guard, address, port))
        return error_set(err, E_DENIED, NULL,
                         "%.200s port %u must not be fetched: it is not a public address on a web port, and "
                         "allow_addresses does not name it",
                         target->host, port);
    if (!guard_allows_port(guard, port))
        return error_set(err, E_DENIED, NULL,
                         "%.200s must not be fetched: port %u is not one of 80, 443, 8080 and 8443", target->host,
                         port);
    return OK;
}

enum status target_init(struct target *target, const struct guard *guard, const char *url, struct error *err)
{
    *target = (struct target){0};
    struct target_parts parts = {0};
    enum status status = take_apart(target, url, &parts, err);
    if (!status)
        status = target_check(target, &parts, guard, err);
    parts_free(&parts);
    return status;
}

void target_free(struct target *target)
{
    curl_free(target->host);
    curl_url_cleanup(target->url);
    *target = (struct target){0};
}

bool target_same_origin(const char *a, const char *b)
{
    struct target first = {0}, second = {0};
    struct target_parts first_parts = {0}, second_parts = {0};
    bool same = take_apart(&first, a, &first_parts, NULL) == OK && take_apart(&second, b, &second_parts, NULL) == OK &&
                first_parts.port && second_parts.port && strcmp(first_parts.scheme, second_parts.scheme) == 0 &&
                strcasecmp(first.host, second.host) == 0 && strcmp(first_parts.port, second_parts.port) == 0;
    parts_free(&first_parts);
    parts_free(&second_parts);
    target_free(&first);
    target_free(&second);
    return same;
}

enum {
    DEFAULT_MAX_BYTES = 8 * 1024 * 1024,
    MAX_HEADER_BYTES = 256 * 1024,
    SLOW_SECONDS = 15, /* or half of a longer timeout: a peer that sends next to nothing for so long is given up */
};

/* --- request headers --- */

static bool is_named(const char *header, struct str name)
{
    return str_istarts(str_from(header), name) && header[name.len] == ':';
}

/* Only these headers, which cannot carry a secret, are sent to an origin that the caller did not name. */
static bool may_travel(const char *header)
{
    static const char *const harmless[] = {"Accept",   "Accept-Language",   "Cache-Control", "Content-Type",
                                           "If-Match", "If-Modified-Since", "If-None-Match"};
    for (size_t i = 0; i < COUNT_OF(harmless); i++)
        if (is_named(header, str_from(harmless[i])))
            return true;
    return false;
}

/* In the arena. */
static enum status headers_of(const struct transfer *transfer, struct arena *arena, const char *const **headers,
                              struct error *err)
{
    static const char *const none[] = {NULL};
    const char *const *given = transfer->request->headers ? transfer->request->headers : none;
    size_t most = 0, count = 0;
    while (given[most])
        most++;
    const char **list = ARENA_ARRAY(arena, most + 1, const char *);
    if (!list)
        return error_memory(err);
    for (; *given; given++) {
        if (strpbrk(*given, "\r\n"))
            return error_set(err, E_INVALID, NULL, "a request header contains a line break");
        bool describes_body = is_named(*given, STR("Content-Type"));
        if ((!transfer->foreign || may_travel(*given)) && (!describes_body || transfer->body.data))
            list[count++] = *given;
    }
    *headers = list;
    return OK;
}

/* --- the outcome --- */

/*
 * The same words for both cases: whoever names the host must not learn which names the network of this machine knows.
 */
static enum status explain_address(enum status status, const char *host, struct error *err)
{
    return error_set(err, status, NULL,
                     "%.200s must not be fetched or cannot be found: its name leads to no public address, and to none "
                     "that allow_addresses names",
                     host);
}

static enum status explain_code(CURLcode code, const char *host, struct error *err)
{
    switch (code) {
    case CURLE_URL_MALFORMAT: /* it was parsed before: it could not be copied, unless the host has no name in ASCII */
        return str_is_ascii(str_from(host)) ? error_memory(err) : explain_address(E_NETWORK, host, err);
    case CURLE_OPERATION_TIMEDOUT:
        return error_set(err, E_TIMEOUT, NULL, "%.200s did not answer in time", host);
    case CURLE_COULDNT_RESOLVE_HOST: /* an address needs no look-up */
        return guard_is_address(host) ? error_memory(err) : explain_address(E_NETWORK, host, err);
    case CURLE_COULDNT_CONNECT:
        return error_set(err, E_NETWORK, NULL, "%.200s accepts no connection", host);
    case CURLE_PEER_FAILED_VERIFICATION:
        return error_set(err, E_NETWORK, NULL, "the certificate of %.200s cannot be trusted", host);
    case CURLE_PARTIAL_FILE:
    case CURLE_GOT_NOTHING:
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR:
        return error_set(err, E_NETWORK, NULL, "%.200s broke the connection off", host);
    default:
        return error_set(err, E_NETWORK, NULL, "the request to %.200s failed: %s", host, curl_easy_strerror(code));
    }
}

static enum status explain_end(const struct exchange *exchange, enum exchange_end end, const char *host,
                               struct error *err)
{
    switch (end) {
    case EXCHANGE_DONE:
        return OK;
    case EXCHANGE_CANCELLED:
        return error_set(err, E_CANCELLED, NULL, "the request to %.200s was called off", host);
    case EXCHANGE_TOO_LARGE:
        return error_set(err, E_LIMIT, NULL,
                         "the answer of %.200s is too large: over %zu bytes, or %d bytes of headers", host,
                         exchange->max_bytes, MAX_HEADER_BYTES);
    case EXCHANGE_DENIED:
        return explain_address(E_DENIED, host, err);
    case EXCHANGE_NO_MEMORY:
        return error_memory(err);
    default:
        return explain_code(end == EXCHANGE_LATE ? CURLE_OPERATION_TIMEDOUT : exchange->code, host, err);
    }
}

/* The last header of that name, NULL when absent. */
static const char *last_header(CURL *handle, const char *name)
{
    struct curl_header *header;
    return curl_easy_header(handle, name, 0, CURLH_HEADER, -1, &header) == CURLHE_OK ? header->value : NULL;
}

static char *lower_copy(struct arena *arena, struct str text)
{
    char *copy = arena_copy_n(arena, text.data, text.len);
    for (size_t i = 0; copy && i < text.len; i++)
        copy[i] = ascii_lower(copy[i]);
    return copy;
}

/* Splits "text/html; charset=UTF-8" (RFC 9110 section 8.3). */
static bool read_content_type(struct arena *arena, const char *value, struct net_response *response)
{
    struct str rest = str_from(value ? value : ""), piece, charset = STR("");
    struct str type = STR("");
    if (str_split(&rest, ';', &piece))
        type = str_trim(piece);
    while (str_split(&rest, ';', &piece)) {
        struct str parameter = str_trim(piece);
        if (!str_istarts(parameter, STR("charset=")))
            continue;
        charset = (struct str){parameter.data + 8, parameter.len - 8};
        if (charset.len >= 2 && charset.data[0] == '"')
            charset = (struct str){charset.data + 1, charset.len - 2};
        break;
    }
    response->content_type = lower_copy(arena, type);
    response->charset = lower_copy(arena, charset);
    return response->content_type && response->charset;
}

static enum status read_answer(const struct transfer *transfer, CURL *easy, const struct buf *body, struct arena *arena,
                               struct net_response *response, const char **location, struct error *err)
{
    response->url = arena_copy(arena, transfer->url);
    response->retry_after_ms = clock_parse_retry_after(str_from(last_header(easy, "Retry-After")), clock_now_ms());
    response->body = (struct str){arena_copy_n(arena, body->data, body->len), body->len};
    const char *where = last_header(easy, "Location");
    *location = where ? arena_copy(arena, where) : NULL;
    bool complete = response->url && response->body.data && (*location || !where) &&
                    read_content_type(arena, last_header(easy, "Content-Type"), response);
    return complete ? OK : error_memory(err);
}

/* --- the exchange --- */

static enum exchange_next collect(void *context, const struct exchange_head *head, struct str piece)
{
    (void)head;
    struct buf *body = context;
    buf_add(body, piece.data, piece.len);
    return body->failed ? EXCHANGE_STOP : EXCHANGE_MORE;
}

/* A request that may make something must not be made twice. */
static enum status run_target(struct exchange_pool *pool, const struct transfer *transfer, const struct target *target,
                              const char *const *headers, struct arena *arena, struct net_response *response,
                              const char **location, struct error *err)
{
    size_t max_bytes = transfer->request->max_bytes;
    long half = (long)(transfer->deadline - clock_mono_ms()) / 2000;
    struct buf body = {0};
    long http_status = 0;
    struct exchange exchange = {.url = transfer->url,
                                .parsed = target->url,
                                .method = transfer->method,
                                .headers = headers,
                                .body = transfer->body,
                                .user_agent = transfer->user_agent,
                                .encodings = "gzip",
                                .guard = transfer->guard,
                                .no_proxy = true,
                                .is_once = strcmp(transfer->method, "POST") == 0,
                                .deadline = transfer->deadline,
                                .slow_seconds = half > SLOW_SECONDS ? half : SLOW_SECONDS,
                                .max_bytes = max_bytes ? max_bytes : DEFAULT_MAX_BYTES,
                                .max_header_bytes = MAX_HEADER_BYTES,
                                .cancel = transfer->request->cancel,
                                .on_piece = collect,
                                .context = &body};
    enum exchange_end end = exchange_perform(pool, &exchange);
    if (exchange.easy)
        curl_easy_getinfo(exchange.easy, CURLINFO_RESPONSE_CODE, &http_status);
    response->status = (int)http_status;
    enum status status = body.failed ? error_memory(err) : explain_end(&exchange, end, target->host, err);
    if (!status)
        status = read_answer(transfer, exchange.easy, &body, arena, response, location, err);
    exchange_close(&exchange);
    buf_free(&body);
    return status;
}

enum status transfer_run(struct exchange_pool *pool, const struct transfer *transfer, struct arena *arena,
                         struct net_response *response, const char **location, struct error *err)
{
    struct target target;
    const char *const *headers = NULL;
    response->status = 0;
    enum status status = target_init(&target, transfer->guard, transfer->url, err);
    if (!status)
        status = headers_of(transfer, arena, &headers, err);
    if (!status)
        status = run_target(pool, transfer, &target, headers, arena, response, location, err);
    target_free(&target);
    return status;
}
