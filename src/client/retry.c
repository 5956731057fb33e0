#include "client/retry.h"

#include "base/random.h"

/* As in the clients of AWS and OpenAI: 0.5 s, doubling up to 8 s, less up to a quarter at random. */
enum { BACKOFF_FIRST_MS = 500, BACKOFF_MAX_MS = 8000 };

bool retry_wanted(int http_status)
{
    return http_status == 408 || http_status == 409 || http_status == TOO_MANY_REQUESTS ||
           (http_status >= 500 && http_status <= 599);
}

int64_t retry_backoff_ms(int attempts)
{
    int64_t delay = BACKOFF_FIRST_MS;
    for (int i = 1; i < attempts && delay < BACKOFF_MAX_MS; i++)
        delay *= 2;
    return delay - (int64_t)random_below((uint64_t)delay / 4 + 1);
}

bool retry_is_useless(CURLcode code)
{
    switch (code) {
    case CURLE_URL_MALFORMAT:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
        return true;
    default:
        return false;
    }
}
