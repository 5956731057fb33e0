#include "net/transfer.h"

#include "base/system/curl_head.h"
#include "base/system/system.h"

#include <stdlib.h>
#include <strings.h>
#include <unistd.h>

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
    if (status == OK)
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
    CONNECT_TIMEOUT_MS = 10 * 1000,
    /* A peer that sends less than this for so long (or for half of a longer timeout) is given up. */
    LOW_SPEED_BYTES = 32,
    LOW_SPEED_SECONDS = 15,
    IDLE_CONNECTIONS = 4,  /* per handle */
    CANCEL_CHECK_MS = 100, /* how soon a request that is called off ends */
};

/* What the callbacks of one exchange share. */
struct transfer_exchange {
    const struct transfer *transfer;
    CURL *easy; /* its own: where memory runs out, curl_easy_reset leaves half of one, and does not say so */
    struct target target;
    struct curl_slist *headers;
    struct buf body;
    size_t header_bytes;
    bool opened, denied, too_large, cancelled;
};

/* --- callbacks --- */

static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address)
{
    struct transfer_exchange *exchange = context;
    if (purpose != CURLSOCKTYPE_IPCXN || !guard_allows(exchange->transfer->guard, &address->addr)) {
        exchange->denied = true;
        return CURL_SOCKET_BAD;
    }
    exchange->opened = true;
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

/* A connection of an earlier exchange is reused without a call of open_socket, so its address is checked here again. */
static int before_request(void *context, char *remote_ip, char *local_ip, int remote_port, int local_port)
{
    (void)local_ip;
    (void)local_port;
    struct transfer_exchange *exchange = context;
    if (guard_allows_text(exchange->transfer->guard, remote_ip, (unsigned)remote_port))
        return CURL_PREREQFUNC_OK;
    exchange->denied = true;
    return CURL_PREREQFUNC_ABORT;
}

static size_t take_header(char *data, size_t size, size_t count, void *context)
{
    (void)data;
    struct transfer_exchange *exchange = context;
    exchange->header_bytes += size * count;
    exchange->too_large = exchange->header_bytes > MAX_HEADER_BYTES;
    return exchange->too_large ? 0 : size * count;
}

static size_t take_body(char *data, size_t size, size_t count, void *context)
{
    struct transfer_exchange *exchange = context;
    size_t length = size * count;
    exchange->too_large = length > exchange->body.limit - exchange->body.len;
    if (!exchange->too_large)
        buf_add(&exchange->body, data, length);
    return exchange->too_large || exchange->body.failed ? 0 : length;
}

static int watch(void *context, curl_off_t down_total, curl_off_t down, curl_off_t up_total, curl_off_t up)
{
    (void)down_total, (void)down, (void)up_total, (void)up;
    struct transfer_exchange *exchange = context;
    const atomic_bool *cancel = exchange->transfer->request->cancel;
    exchange->cancelled = cancel && atomic_load(cancel);
    return exchange->cancelled;
}

/* --- options --- */

static bool set_safety(CURL *handle, struct transfer_exchange *exchange)
{
    return curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L) == CURLE_OK &&
           curl_easy_setopt(handle, CURLOPT_QUICK_EXIT, 1L) == CURLE_OK && /* never wait for a stuck DNS thread */
           curl_easy_setopt(handle, CURLOPT_PROXY, "") == CURLE_OK &&
           curl_easy_setopt(handle, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED) == CURLE_OK &&
           curl_easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 0L) == CURLE_OK &&
           curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https") == CURLE_OK &&
           curl_easy_setopt(handle, CURLOPT_SSL_VERIFYPEER, 1L) == CURLE_OK &&
           curl_easy_setopt(handle, CURLOPT_SSL_VERIFYHOST, 2L) == CURLE_OK &&
           curl_easy_setopt(handle, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2) == CURLE_OK &&
           curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, open_socket) == CURLE_OK &&
           curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, exchange) == CURLE_OK &&
           curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, before_request) == CURLE_OK &&
           curl_easy_setopt(handle, CURLOPT_PREREQDATA, exchange) == CURLE_OK;
}

static bool set_limits(CURL *handle, long timeout_ms)
{
    long low_speed = timeout_ms / 2000 > LOW_SPEED_SECONDS ? timeout_ms / 2000 : LOW_SPEED_SECONDS;
    long connect = timeout_ms < CONNECT_TIMEOUT_MS ? timeout_ms : CONNECT_TIMEOUT_MS;
    return curl_easy_setopt(handle, CURLOPT_TIMEOUT_MS, timeout_ms) == CURLE_OK &&
           curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT_MS, connect) == CURLE_OK &&
           curl_easy_setopt(handle, CURLOPT_LOW_SPEED_LIMIT, (long)LOW_SPEED_BYTES) == CURLE_OK &&
           curl_easy_setopt(handle, CURLOPT_LOW_SPEED_TIME, low_speed) == CURLE_OK;
}

static bool set_callbacks(CURL *handle, struct transfer_exchange *exchange)
{
    return curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, take_header) == CURLE_OK &&
           curl_easy_setopt(handle, CURLOPT_HEADERDATA, exchange) == CURLE_OK &&
           curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, take_body) == CURLE_OK &&
           curl_easy_setopt(handle, CURLOPT_WRITEDATA, exchange) == CURLE_OK &&
           curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, watch) == CURLE_OK &&
           curl_easy_setopt(handle, CURLOPT_XFERINFODATA, exchange) == CURLE_OK &&
           curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L) == CURLE_OK;
}

/* A request that may make something must not be made twice, but libcurl sends one again by itself when a connection
 * that was kept breaks off before the answer. */
static bool set_connection(CURL *handle, const struct transfer *transfer)
{
    return strcmp(transfer->method, "POST") != 0 || curl_easy_setopt(handle, CURLOPT_FRESH_CONNECT, 1L) == CURLE_OK;
}

static bool set_request(CURL *handle, const struct transfer_exchange *exchange)
{
    const struct transfer *transfer = exchange->transfer;
    if (transfer->body.data &&
        (curl_easy_setopt(handle, CURLOPT_POSTFIELDS, transfer->body.data) != CURLE_OK ||
         curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)transfer->body.len) != CURLE_OK))
        return false;
    if (strcmp(transfer->method, "HEAD") == 0) {
        if (curl_easy_setopt(handle, CURLOPT_NOBODY, 1L) != CURLE_OK)
            return false;
    } else if (curl_easy_setopt(handle, CURLOPT_CUSTOMREQUEST, transfer->method) != CURLE_OK) {
        return false;
    }
    return set_connection(handle, transfer) &&
           curl_easy_setopt(handle, CURLOPT_CURLU, exchange->target.url) == CURLE_OK &&
           curl_easy_setopt(handle, CURLOPT_HTTPHEADER, exchange->headers) == CURLE_OK &&
           curl_easy_setopt(handle, CURLOPT_USERAGENT, transfer->user_agent) == CURLE_OK &&
           curl_easy_setopt(handle, CURLOPT_ACCEPT_ENCODING, "gzip") == CURLE_OK;
}

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

static bool transfer_add_header(struct transfer_exchange *exchange, const char *header)
{
    struct curl_slist *longer = curl_slist_append(exchange->headers, header);
    if (longer)
        exchange->headers = longer;
    return longer != NULL;
}

static enum status transfer_add_headers(struct transfer_exchange *exchange, struct error *err)
{
    const struct transfer *transfer = exchange->transfer;
    const char *const *header = transfer->request->headers;
    for (; header && *header; header++) {
        if (strpbrk(*header, "\r\n"))
            return error_set(err, E_INVALID, NULL, "a request header contains a line break");
        bool describes_body = is_named(*header, STR("Content-Type"));
        if ((transfer->foreign && !may_travel(*header)) || (describes_body && !transfer->body.data))
            continue;
        if (!transfer_add_header(exchange, *header))
            return error_memory(err);
    }
    /* Without this, curl holds a large body back until the peer answers 100 or a second has passed. */
    return transfer_add_header(exchange, "Expect:") ? OK : error_memory(err);
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

static enum status transfer_explain(const struct transfer_exchange *exchange, CURLcode code, struct error *err)
{
    const char *host = exchange->target.host;
    if (exchange->body.failed)
        return error_memory(err);
    if (exchange->cancelled)
        return error_set(err, E_CANCELLED, NULL, "the request to %.200s was called off", host);
    if (exchange->too_large)
        return error_set(err, E_LIMIT, NULL,
                         "the answer of %.200s is too large: over %zu bytes, or %d bytes of headers", host,
                         exchange->body.limit, MAX_HEADER_BYTES);
    if (exchange->denied && (code == CURLE_ABORTED_BY_CALLBACK || !exchange->opened))
        return explain_address(E_DENIED, host, err);
    switch (code) {
    case CURLE_URL_MALFORMAT: /* it was parsed before: it could not be copied, unless the host has no name in ASCII */
        if (!str_is_ascii(str_from(host)))
            return explain_address(E_NETWORK, host, err);
        return error_memory(err);
    case CURLE_OUT_OF_MEMORY:
        return error_memory(err);
    case CURLE_OPERATION_TIMEDOUT:
        return error_set(err, E_TIMEOUT, NULL, "%.200s did not answer in time", host);
    case CURLE_COULDNT_RESOLVE_HOST:
        if (guard_is_address(host)) /* which needs no look-up */
            return error_memory(err);
        return explain_address(E_NETWORK, host, err);
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

/* The last header of that name, NULL when absent. */
static const char *header_value(CURL *handle, const char *name)
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

static enum status transfer_read_answer(CURL *handle, const struct transfer_exchange *exchange, struct arena *arena,
                                        struct net_response *response, const char **location, struct error *err)
{
    response->url = arena_copy(arena, exchange->transfer->url);
    response->retry_after_ms = clock_parse_retry_after(str_from(header_value(handle, "Retry-After")), clock_now_ms());
    response->body.len = exchange->body.len;
    response->body.data = arena_copy_n(arena, exchange->body.data, exchange->body.len);
    const char *where = header_value(handle, "Location");
    *location = where ? arena_copy(arena, where) : NULL;
    bool complete = response->url && response->body.data && (*location || !where) &&
                    read_content_type(arena, header_value(handle, "Content-Type"), response);
    return complete ? OK : error_memory(err);
}

/* The result of the one transfer. */
static CURLcode result_of(CURLM *multi)
{
    int left;
    const CURLMsg *message = curl_multi_info_read(multi, &left);
    return message && message->msg == CURLMSG_DONE ? message->data.result : CURLE_OUT_OF_MEMORY;
}

static int status_of(CURL *handle)
{
    long http_status = 0;
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &http_status);
    return (int)http_status;
}

static CURLcode drive(CURLM *multi, struct transfer_exchange *exchange)
{
    for (;;) {
        int running;
        if (curl_multi_perform(multi, &running) != CURLM_OK)
            return CURLE_OUT_OF_MEMORY;
        if (!running)
            return result_of(multi);
        if (watch(exchange, 0, 0, 0, 0))
            return CURLE_ABORTED_BY_CALLBACK;
        if (curl_multi_poll(multi, NULL, 0, CANCEL_CHECK_MS, NULL) != CURLM_OK)
            return CURLE_OUT_OF_MEMORY;
    }
}

/* Taking the transfer out before its end closes its connection. */
static CURLcode perform(struct transfer_handle *handle, struct transfer_exchange *exchange)
{
    struct sigpipe sigpipe;
    CURLcode code = CURLE_OUT_OF_MEMORY;
    sigpipe_block(&sigpipe);
    if (curl_multi_add_handle(handle->multi, exchange->easy) == CURLM_OK) {
        code = drive(handle->multi, exchange);
        curl_multi_remove_handle(handle->multi, exchange->easy);
    }
    sigpipe_restore(&sigpipe);
    return code;
}

static enum status run_transfer(struct transfer_handle *handle, struct transfer_exchange *exchange, struct arena *arena,
                                struct net_response *response, const char **location, struct error *err)
{
    const struct transfer *transfer = exchange->transfer;
    enum status status = target_init(&exchange->target, transfer->guard, transfer->url, err);
    response->status = 0;
    if (status == OK)
        status = transfer_add_headers(exchange, err);
    if (status != OK)
        return status;
    if (watch(exchange, 0, 0, 0, 0))
        return transfer_explain(exchange, CURLE_ABORTED_BY_CALLBACK, err);
    int64_t left = transfer->deadline - clock_mono_ms();
    if (left <= 0)
        return transfer_explain(exchange, CURLE_OPERATION_TIMEDOUT, err);
    CURL *easy = exchange->easy;
    if (!set_safety(easy, exchange) || !set_limits(easy, (long)left) || !set_callbacks(easy, exchange) ||
        !set_request(easy, exchange))
        return error_memory(err);
    CURLcode code = perform(handle, exchange);
    handle->is_in_doubt = code == CURLE_OUT_OF_MEMORY;
    response->status = status_of(easy);
    exchange->too_large |= curl_head_is_too_large(easy, code, exchange->body.len);
    if (code != CURLE_OK)
        return transfer_explain(exchange, code, err);
    return transfer_read_answer(easy, exchange, arena, response, location, err);
}

bool transfer_handle_init(struct transfer_handle *handle)
{
    *handle = (struct transfer_handle){.multi = curl_multi_init()};
    if (handle->multi && curl_multi_setopt(handle->multi, CURLMOPT_MAXCONNECTS, (long)IDLE_CONNECTIONS) == CURLM_OK)
        return true;
    transfer_handle_free(handle);
    return false;
}

/* Closing a connection that speaks TLS writes to it. */
void transfer_handle_free(struct transfer_handle *handle)
{
    struct sigpipe sigpipe;
    sigpipe_block(&sigpipe);
    if (handle->multi)
        curl_multi_cleanup(handle->multi);
    sigpipe_restore(&sigpipe);
}

enum status transfer_run(struct transfer_handle *handle, const struct transfer *transfer, struct arena *arena,
                         struct net_response *response, const char **location, struct error *err)
{
    size_t max_bytes = transfer->request->max_bytes;
    struct transfer_exchange exchange = {.transfer = transfer, .body.limit = max_bytes ? max_bytes : DEFAULT_MAX_BYTES};
    exchange.easy = curl_easy_init();
    enum status status =
        exchange.easy ? run_transfer(handle, &exchange, arena, response, location, err) : error_memory(err);
    curl_easy_cleanup(exchange.easy);
    curl_slist_free_all(exchange.headers);
    target_free(&exchange.target);
    buf_free(&exchange.body);
    return status;
}
