#include "client/internal.h"

#include <stdio.h>

enum status fault_status(const struct client_call *call, CURLcode code)
{
    if (call->too_large)
        return E_LIMIT;
    if (code == CURLE_OUT_OF_MEMORY || call->answer.failed || call->answer_headers.failed)
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

/* curl says that it could not connect, the system says why. Beyond a proxy it is the proxy that it speaks of. */
static void describe_network(const struct client_call *call, CURLcode code, char *message, size_t size)
{
    const struct client *client = call->client;
    const char *said = call->curl_message[0] ? call->curl_message : curl_easy_strerror(code);
    long number = 0;
    char reason[64];
    curl_easy_getinfo(call->easy, CURLINFO_OS_ERRNO, &number);
    if (call->socket_errno)
        number = call->socket_errno;
    if (code == CURLE_COULDNT_CONNECT && number)
        said = strerror_r((int)number, reason, sizeof reason);
    if (code == CURLE_COULDNT_CONNECT && client->proxy_place)
        snprintf(message, size, "cannot connect to the proxy %.150s: %.300s", client->proxy_place, said);
    else if (code == CURLE_COULDNT_CONNECT && number)
        snprintf(message, size, "cannot connect to %.150s: %s", client->place, said);
    else if (code == CURLE_PEER_FAILED_VERIFICATION)
        snprintf(message, size, "cannot trust %.150s: %s", client->place, said);
    else
        snprintf(message, size, "%s", said);
}

void fault_describe(const struct client_call *call, enum status status, CURLcode code, char message[FAULT_MESSAGE])
{
    switch (status) {
    case E_LIMIT:
        snprintf(message, FAULT_MESSAGE, "%s", call->too_large);
        break;
    case E_MEMORY:
        snprintf(message, FAULT_MESSAGE, "out of memory");
        break;
    default:
        describe_network(call, code, message, FAULT_MESSAGE);
        fault_redact(call->client, message);
    }
}

/* --- secrets ------------------------------------------------------------------------------------------------------- */

/* A key shorter than this would be found in innocent words. */
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

/* Up to its last "@" a word is a user name and a password, but for a scheme before them. */
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

void fault_redact(const struct client *client, char *message)
{
    redact_key(client->api_key, message);
    redact_users(message);
}
