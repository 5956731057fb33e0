#include "net/target.h"

#include <stdlib.h>
#include <strings.h>

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
