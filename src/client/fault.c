#include "client/fault.h"

#include <stdio.h>

enum status fault_status(const struct exchange *exchange, CURLcode code)
{
    const struct answer_text *answer = &exchange->answer;
    if (answer->too_large)
        return E_LIMIT;
    if (code == CURLE_OUT_OF_MEMORY || answer->body.failed || answer->headers.failed)
        return E_MEMORY;
    return code == CURLE_OK ? OK : E_NETWORK;
}

bool fault_lasts(CURLcode code)
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

/*
 * Where no connection was made, curl's own words say no more than that; the reason is the system's. With a proxy it is
 * the proxy that could not be reached.
 */
static void describe_network(const struct settings *settings, const struct exchange *exchange, CURLcode code,
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

void fault_describe(const struct settings *settings, const struct exchange *exchange, enum status status, CURLcode code,
                    char message[FAULT_MESSAGE])
{
    switch (status) {
    case E_LIMIT:
        snprintf(message, FAULT_MESSAGE, "%s", exchange->answer.too_large);
        break;
    case E_MEMORY:
        snprintf(message, FAULT_MESSAGE, "out of memory");
        break;
    default:
        describe_network(settings, exchange, code, message, FAULT_MESSAGE);
        fault_redact(settings->api_key, message);
    }
}

/* --- secrets ------------------------------------------------------------------------------------------------------ */

/* A shorter key is not looked for: it would be found in ordinary words. */
enum { SECRET_LENGTH = 6 };

static void cut(char *from, const char *to)
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
        cut(found + strlen(stars), found + length);
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
            cut(user, at + 1);
        word += strcspn(word, ends);
    }
}

void fault_redact(const char *api_key, char *message)
{
    redact_key(api_key, message);
    redact_users(message);
}
