#include "client/internal.h"

/* The rules that the best client libraries share: half a second, doubling up to eight, less up to a quarter at random. */
enum { BACKOFF_FIRST_MS = 500, BACKOFF_MAX_MS = 8000 };

enum { TOO_MANY_REQUESTS = 429 };

bool retry_wanted(int http_status)
{
    return http_status == 408 || http_status == 409 || http_status == TOO_MANY_REQUESTS ||
           (http_status >= 500 && http_status <= 599);
}

void retry_heed_pace(struct client_call *call, int http_status)
{
    if (call->paced && http_status == TOO_MANY_REQUESTS)
        call->retries = 0;
}

int64_t retry_backoff_ms(int attempts)
{
    int64_t delay = BACKOFF_FIRST_MS;
    for (int i = 1; i < attempts && delay < BACKOFF_MAX_MS; i++)
        delay *= 2;
    return delay - (int64_t)random_below((uint64_t)delay / 4 + 1);
}

/* Decimal digits with an optional fraction, times scale; -1 for anything else. Large values stay large, not wrong. */
static int64_t parse_decimal(struct str text, int64_t scale)
{
    enum { TOO_LARGE = 1000 * 1000 * 1000 };
    int64_t value = 0;
    size_t i = 0;
    for (; i < text.len && ascii_is_digit(text.data[i]); i++)
        if (value < TOO_LARGE)
            value = value * 10 + (text.data[i] - '0');
    if (i == 0)
        return -1;
    value *= scale;
    if (i == text.len)
        return value;
    if (text.data[i++] != '.')
        return -1;
    for (int64_t weight = scale / 10; i < text.len && ascii_is_digit(text.data[i]); i++, weight /= 10)
        value += weight * (text.data[i] - '0');
    return i == text.len ? value : -1;
}

int64_t retry_after_ms(struct str retry_after_ms_header, struct str retry_after_header, int64_t now_ms)
{
    int64_t ms = parse_decimal(retry_after_ms_header, 1);
    if (ms >= 0)
        return ms;
    ms = parse_decimal(retry_after_header, 1000);
    if (ms >= 0)
        return ms;
    char date[64];
    int64_t when;
    if (retry_after_header.len == 0 || retry_after_header.len >= sizeof date)
        return -1;
    memcpy(date, retry_after_header.data, retry_after_header.len);
    date[retry_after_header.len] = '\0';
    if (!clock_parse_http_date(date, &when))
        return -1;
    return when > now_ms ? when - now_ms : 0;
}
