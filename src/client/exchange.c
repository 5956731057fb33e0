#include "client/exchange.h"

#include "base/system/curl_head.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_HEADERS = 256 * 1024, /* bytes of all headers of an answer */
    KEPT_ANSWER = 1024 * 1024 /* a larger buffer is not kept for the next call */
};

static const char headers_too_large[] = "the answer's headers are larger than 256 KiB";
static const char head_too_large[] = "a line before the answer's body, or their number, is larger than libcurl takes";
static const char too_large[] = "the answer is larger than 64 MiB";

static bool answer_text_add(struct buf *buf, const char *data, size_t length)
{
    buf_add(buf, data, length);
    return !buf->failed;
}

bool answer_text_add_header(struct answer_text *answer, const char *data, size_t length)
{
    if (length > MAX_HEADERS - answer->header_bytes)
        answer->too_large = headers_too_large;
    else
        answer->header_bytes += length;
    return !answer->too_large && answer_text_add(&answer->headers, data, length);
}

bool answer_text_add_body(struct answer_text *answer, const char *data, size_t length)
{
    if (length > CLIENT_MAX_ANSWER - answer->body.len)
        answer->too_large = too_large;
    return !answer->too_large && answer_text_add(&answer->body, data, length);
}

/* A final answer may follow interim ones (1xx): the headers that count are those since the last status line. */
static size_t take_header(char *data, size_t size, size_t count, void *context)
{
    struct answer_text *answer = context;
    size_t length = size * count;
    if (length >= 5 && memcmp(data, "HTTP/", 5) == 0) {
        buf_clear(&answer->headers);
        answer->has_headers = false;
    } else if (data[0] == '\r' || data[0] == '\n') {
        answer->has_headers = true;
    }
    return answer_text_add_header(answer, data, length) ? length : 0;
}

static size_t take_body(char *data, size_t size, size_t count, void *context)
{
    return answer_text_add_body(context, data, size * count) ? size * count : 0;
}

/* Lets curl deliver what the handle receives into this answer, which must not move afterwards. */
static void answer_text_collect(struct answer_text *answer, CURL *handle)
{
    curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, take_header);
    curl_easy_setopt(handle, CURLOPT_HEADERDATA, answer);
    curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, take_body);
    curl_easy_setopt(handle, CURLOPT_WRITEDATA, answer);
    curl_easy_setopt(handle, CURLOPT_MAXFILESIZE_LARGE, (curl_off_t)CLIENT_MAX_ANSWER);
}

CURLcode answer_text_check(struct answer_text *answer, CURL *handle, CURLcode code, long http_status,
                           char message[CURL_ERROR_SIZE])
{
    if (code == CURLE_FILESIZE_EXCEEDED)
        answer->too_large = too_large;
    if (!answer->too_large && curl_head_is_too_large(handle, code, answer->body.len))
        answer->too_large = head_too_large;
    if (code != CURLE_OK || answer->too_large || (answer->has_headers && http_status >= 200))
        return code;
    snprintf(message, CURL_ERROR_SIZE, "the server closed the connection before the end of the headers");
    return CURLE_GOT_NOTHING;
}

void answer_text_clear(struct answer_text *answer)
{
    if (answer->body.cap > KEPT_ANSWER)
        buf_free(&answer->body);
    buf_clear(&answer->body);
    buf_clear(&answer->headers);
    answer->header_bytes = 0;
    answer->has_headers = false;
    answer->http_status = 0;
    answer->too_large = NULL;
}

void answer_text_free(struct answer_text *answer)
{
    buf_free(&answer->headers);
    buf_free(&answer->body);
}

struct str answer_text_header(const struct answer_text *answer, const char *name)
{
    struct str rest = {buf_text(&answer->headers), answer->headers.len}, line;
    struct str wanted = str_from(name);
    while (str_split(&rest, '\n', &line))
        if (line.len > wanted.len && line.data[wanted.len] == ':' && str_istarts(line, wanted))
            return str_trim((struct str){line.data + wanted.len + 1, line.len - wanted.len - 1});
    return (struct str){NULL, 0};
}

int64_t answer_text_retry_after_ms(const struct answer_text *answer)
{
    int64_t ms = clock_parse_duration(answer_text_header(answer, "retry-after-ms"), 1);
    return ms >= 0 ? ms : clock_parse_retry_after(answer_text_header(answer, "retry-after"), clock_now_ms());
}

/* Before it sends a larger body, curl asks the server for its consent, unless told not to: a round trip for nothing. */
enum { EXPECT_BYTES = 512 * 1024 };

/* With a line break in it, the value of one header could forge another header. */
static bool has_control(const char *text)
{
    for (; *text; text++)
        if (((unsigned char)*text < 0x20 && *text != '\t') || *text == 0x7F)
            return true;
    return false;
}

enum status request_text_check_header(const char *header, struct error *err)
{
    const char *colon = strchr(header, ':');
    if (!colon || colon == header || memchr(header, ' ', (size_t)(colon - header)))
        return error_set(err, E_INVALID, NULL, "a header must read \"Name: value\"");
    if (has_control(header))
        return error_set(err, E_INVALID, NULL, "header %.*s holds a control character", (int)(colon - header), header);
    return OK;
}

static enum status request_text_check(const struct client_request *asked, struct error *err)
{
    if (!asked->method[0] || strspn(asked->method, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != strlen(asked->method))
        return error_set(err, E_INVALID, NULL, "the method must be in capital letters, such as GET");
    if (asked->path[0] != '/')
        return error_set(err, E_INVALID, NULL, "the path must begin with \"/\"");
    if (has_control(asked->path) || strpbrk(asked->path, "\t #"))
        return error_set(err, E_INVALID, NULL, "the path must be percent-encoded, without \"#\"");
    for (const char *const *header = asked->headers; header && *header; header++)
        if (request_text_check_header(*header, err) != OK)
            return err ? err->status : E_INVALID;
    if (asked->idempotency_key && has_control(asked->idempotency_key))
        return error_set(err, E_INVALID, NULL, "the idempotency key holds a control character");
    return OK;
}

static void request_text_add_text(struct buf *text, const char *part)
{
    buf_str(text, part);
    buf_char(text, '\0');
}

/* Bytes beyond ASCII, which no URL may hold, become %XX; all else stays as it is given. */
static void add_encoded(struct buf *text, const char *part)
{
    const char *end = part;
    for (; *end; end++) {
        if ((unsigned char)*end < 0x80)
            continue;
        buf_add(text, part, (size_t)(end - part));
        buf_printf(text, "%%%02X", (unsigned char)*end);
        part = end + 1;
    }
    buf_add(text, part, (size_t)(end - part));
}

static void request_text_add_url(struct buf *text, const struct settings *settings, const char *path)
{
    buf_add(text, settings->base_url, settings->authority_length);
    add_encoded(text, settings->base_url + settings->authority_length);
    add_encoded(text, path);
    buf_char(text, '\0');
}

/* Without a key by which the server knows that they are one, two attempts of these could do the work twice. */
static bool needs_key(const struct client_request *asked)
{
    return strcmp(asked->method, "POST") == 0 || strcmp(asked->method, "PATCH") == 0;
}

static size_t request_text_add_headers(struct request_text *request, const struct client_request *asked)
{
    size_t count = 0;
    for (const char *const *header = asked->headers; header && *header; header++, count++)
        request_text_add_text(&request->text, *header);
    if (request->has_body) {
        request_text_add_text(&request->text, "Content-Type: application/json");
        count++;
    }
    if (request->body.len > EXPECT_BYTES) {
        request_text_add_text(&request->text, "Expect:");
        count++;
    }
    if (asked->idempotency_key || needs_key(asked)) {
        char uuid[UUID_LENGTH + 1];
        uuid_v7(uuid);
        buf_printf(&request->text, "Idempotency-Key: %s", asked->idempotency_key ? asked->idempotency_key : uuid);
        buf_char(&request->text, '\0');
        count++;
    }
    return count;
}

/*
 * A curl list whose nodes are an array of the request's, with the settings' headers behind them: curl only reads it,
 * and the settings' headers need no copy.
 */
static bool link_headers(struct request_text *request, const struct settings *settings, size_t first, size_t count)
{
    if (count > request->header_cap) {
        struct curl_slist *headers = realloc(request->headers, count * sizeof *headers);
        if (!headers)
            return false;
        request->headers = headers;
        request->header_cap = count;
    }
    request->header_count = count;
    char *text = request->text.data + first;
    for (size_t i = 0; i < count; i++) {
        request->headers[i].data = text;
        request->headers[i].next = i + 1 < count ? &request->headers[i + 1] : settings->headers;
        text += strlen(text) + 1;
    }
    return true;
}

enum status request_text_make(struct request_text *request, const struct settings *settings,
                              const struct client_request *asked, struct buf *body, struct error *err)
{
    request->has_body = body != NULL;
    if (body) {
        request->body = *body;
        *body = (struct buf){0};
        if (request->body.failed)
            return error_memory(err);
    }
    enum status status = request_text_check(asked, err);
    if (status)
        return status;
    buf_clear(&request->text);
    request_text_add_text(&request->text, asked->method);
    request->url = request->text.len;
    request_text_add_url(&request->text, settings, asked->path);
    size_t first = request->text.len;
    size_t count = request_text_add_headers(request, asked);
    if (request->text.failed || !link_headers(request, settings, first, count))
        return error_memory(err);
    return OK;
}

static void request_text_free(struct request_text *request)
{
    buf_free(&request->text);
    buf_free(&request->body);
    free(request->headers);
}

const char *request_text_method(const struct request_text *request)
{
    return request->text.data;
}

const char *request_text_url(const struct request_text *request)
{
    return request->text.data + request->url;
}

/* As in curl, a header without a value is not sent: it means to leave out the one that curl would make. */
static bool is_sent(const char *header)
{
    const char *colon = strchr(header, ':');
    return colon && colon[1 + strspn(colon + 1, " \t")] != '\0';
}

const char *request_text_header(const struct request_text *request, const struct settings *settings, size_t index)
{
    for (size_t i = 0; i < request->header_count; i++)
        if (is_sent(request->headers[i].data) && index-- == 0)
            return request->headers[i].data;
    for (const struct curl_slist *header = settings ? settings->headers : NULL; header; header = header->next)
        if (is_sent(header->data) && index-- == 0)
            return header->data;
    return NULL;
}

/* A shorter key is not looked for: it would be found in ordinary words. */
enum { SECRET_LENGTH = 6 };

static void redact_cut(char *from, const char *to)
{
    memmove(from, to, strlen(to) + 1);
}

static void redact_key(const char *key, char *message)
{
    static const char stars[] = "***";
    size_t length = key ? strlen(key) : 0;
    if (length < SECRET_LENGTH)
        return;
    for (char *found = message; (found = strstr(found, key)); found += strlen(stars)) {
        memcpy(found, stars, strlen(stars));
        redact_cut(found + strlen(stars), found + length);
    }
}

/* Hides `user:password@` in URLs: all of a word up to its last "@", except the scheme. */
static void redact_users(char *message)
{
    static const char ends[] = " '\"\t";
    for (char *word = message; *word; word += strspn(word, ends)) {
        char *scheme = strstr(word, "://"), *at;
        size_t length = strcspn(word, ends);
        char *user = scheme && scheme < word + length ? scheme + 3 : word;
        while ((at = memchr(user, '@', strcspn(user, ends))))
            redact_cut(user, at + 1);
        word += strcspn(word, ends);
    }
}

void redact(const char *api_key, char *message)
{
    redact_key(api_key, message);
    redact_users(message);
}

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
