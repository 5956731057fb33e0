#include "client/internal.h"

#include <stdio.h>

enum {
    MAX_HEADERS = 256 * 1024, /* bytes of all headers of an answer */
    KEPT_ANSWER = 1024 * 1024 /* a larger buffer is not kept for the next call */
};

static const char headers_too_large[] = "the answer's headers are larger than 256 KiB";
static const char too_large[] = "the answer is larger than 64 MiB";

static bool add(struct buf *buf, const char *data, size_t length)
{
    buf_add(buf, data, length);
    return !buf->failed;
}

bool answer_add_header(struct client_call *call, const char *data, size_t length)
{
    if (length > MAX_HEADERS - call->header_bytes)
        call->too_large = headers_too_large;
    else
        call->header_bytes += length;
    return !call->too_large && add(&call->answer_headers, data, length);
}

bool answer_add_body(struct client_call *call, const char *data, size_t length)
{
    if (length > CLIENT_MAX_ANSWER - call->answer.len)
        call->too_large = too_large;
    return !call->too_large && add(&call->answer, data, length);
}

/* A final answer may follow interim ones (1xx): the headers that count are those since the last status line. */
static size_t take_header(char *data, size_t size, size_t count, void *context)
{
    struct client_call *call = context;
    size_t length = size * count;
    if (length >= 5 && memcmp(data, "HTTP/", 5) == 0) {
        buf_clear(&call->answer_headers);
        call->has_headers = false;
    } else if (data[0] == '\r' || data[0] == '\n') {
        call->has_headers = true;
    }
    return answer_add_header(call, data, length) ? length : 0;
}

static size_t take_body(char *data, size_t size, size_t count, void *context)
{
    return answer_add_body(context, data, size * count) ? size * count : 0;
}

void answer_collect(struct client_call *call)
{
    curl_easy_setopt(call->easy, CURLOPT_HEADERFUNCTION, take_header);
    curl_easy_setopt(call->easy, CURLOPT_HEADERDATA, call);
    curl_easy_setopt(call->easy, CURLOPT_WRITEFUNCTION, take_body);
    curl_easy_setopt(call->easy, CURLOPT_WRITEDATA, call);
    curl_easy_setopt(call->easy, CURLOPT_MAXFILESIZE_LARGE, (curl_off_t)CLIENT_MAX_ANSWER);
}

CURLcode answer_check(struct client_call *call, CURLcode code, long http_status)
{
    if (code == CURLE_FILESIZE_EXCEEDED)
        call->too_large = too_large;
    retry_heed_pace(call, (int)http_status);
    if (code != CURLE_OK || call->too_large || (call->has_headers && http_status >= 200))
        return code;
    snprintf(call->curl_message, sizeof call->curl_message,
             "the server closed the connection before the end of the headers");
    return CURLE_GOT_NOTHING;
}

void answer_clear(struct client_call *call)
{
    if (call->answer.cap > KEPT_ANSWER)
        buf_free(&call->answer);
    buf_clear(&call->answer);
    buf_clear(&call->answer_headers);
    call->header_bytes = 0;
    call->has_headers = false;
    call->http_status = 0;
    call->too_large = NULL;
}

int client_call_status(const struct client_call *call)
{
    return call->http_status;
}

struct str client_call_body(const struct client_call *call)
{
    return (struct str){buf_text(&call->answer), call->answer.len};
}

struct str client_call_header(const struct client_call *call, const char *name)
{
    struct str rest = {buf_text(&call->answer_headers), call->answer_headers.len}, line;
    struct str wanted = str_from(name);
    while (str_split(&rest, '\n', &line))
        if (line.len > wanted.len && line.data[wanted.len] == ':' && str_istarts(line, wanted))
            return str_trim((struct str){line.data + wanted.len + 1, line.len - wanted.len - 1});
    return (struct str){NULL, 0};
}

int64_t client_call_retry_after_ms(const struct client_call *call)
{
    return retry_after_ms(client_call_header(call, "retry-after-ms"), client_call_header(call, "retry-after"),
                          clock_now_ms());
}
