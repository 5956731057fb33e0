#include "client/answer_text.h"

#include "base/system/curl_head.h"
#include "client/client.h"

#include <stdio.h>

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

void answer_text_collect(struct answer_text *answer, CURL *handle)
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
