/* libcurl's own limits of what stands before the body of an answer: of a line (100 KiB), and of how many there are. */
#ifndef COPYDESK_BASE_SYSTEM_CURL_HEAD_H
#define COPYDESK_BASE_SYSTEM_CURL_HEAD_H

#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * Did a transfer that ended with this code, after so many bytes of a body, meet one of them? Since 8.6 there is a code
 * for that. Older ones say that memory ran out: once the request has been sent, and before the body, hardly anything
 * else takes memory. Where it did run out the next allocation will say.
 */
static inline bool curl_head_is_too_large(CURL *easy, CURLcode code, size_t body_bytes)
{
    enum { TOO_LARGE = 100 }; /* CURLE_TOO_LARGE, which the headers of older ones lack */
    long sent = 0;
    curl_easy_getinfo(easy, CURLINFO_REQUEST_SIZE, &sent);
    return ((int)code == TOO_LARGE || code == CURLE_OUT_OF_MEMORY) && sent > 0 && body_bytes == 0;
}

#endif
