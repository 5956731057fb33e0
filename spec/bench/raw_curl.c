/*
 * What libcurl alone costs: GET the same URL over one reused handle and connection.
 *
 *     raw_curl URL KEY COUNT      prints µs per request: wall clock, and processor time of this process
 */
#include "base/base.h"

#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static size_t take(char *data, size_t size, size_t count, void *context)
{
    buf_add(context, data, size * count);
    return size * count;
}

static double cpu_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

static bool get(CURL *easy, struct buf *body)
{
    long status = 0;
    buf_clear(body);
    return curl_easy_perform(easy) == CURLE_OK &&
           curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status) == CURLE_OK && status == 200 && body->len > 0;
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: raw_curl URL KEY COUNT\n");
        return 2;
    }
    char authorization[200];
    struct buf body = {0};
    long count = strtol(argv[3], NULL, 10);
    snprintf(authorization, sizeof authorization, "Authorization: Bearer %s", argv[2]);
    CURL *easy = curl_easy_init();
    struct curl_slist *headers = curl_slist_append(NULL, authorization);
    curl_easy_setopt(easy, CURLOPT_URL, argv[1]);
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, &body);
    bool good = get(easy, &body); /* connects */
    double wall = (double)clock_mono_us(), cpu = cpu_us();
    for (long i = 0; i < count && good; i++)
        good = get(easy, &body);
    wall = (double)clock_mono_us() - wall;
    cpu = cpu_us() - cpu;
    if (good)
        printf("%.2f %.2f\n", wall / (double)count, cpu / (double)count);
    else
        fprintf(stderr, "raw_curl: the request failed\n");
    curl_easy_cleanup(easy);
    curl_slist_free_all(headers);
    buf_free(&body);
    return good ? 0 : 1;
}
