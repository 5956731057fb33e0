#include "base/version.h"
#include "client/internal.h"

#include <sys/un.h>

/* --- URLs ---------------------------------------------------------------------------------------------------------- */

static bool is_loopback(const char *host)
{
    return strcmp(host, "localhost") == 0 || strcmp(host, "[::1]") == 0 || strncmp(host, "127.", 4) == 0;
}

static enum status refuse_url(const struct client *client, const char *given, struct error *err)
{
    char *shown = arena_copy(client->arena, given);
    if (!shown)
        return error_memory(err);
    fault_redact(client, shown);
    return error_set(err, E_INVALID, NULL, "base_url must be an http or https URL, or unix:/path, not \"%.100s\"",
                     shown);
}

static enum status check_http_url(struct client *client, CURLU *url, const char *given, struct error *err)
{
    static const CURLUPart unwanted[] = {CURLUPART_QUERY, CURLUPART_FRAGMENT, CURLUPART_USER};
    CURLUcode code = curl_url_set(url, CURLUPART_URL, given, CURLU_NON_SUPPORT_SCHEME);
    if (code == CURLUE_OUT_OF_MEMORY)
        return error_memory(err);
    client->tls = str_istarts(str_from(given), STR("https://"));
    if (code != CURLUE_OK || !(client->tls || str_istarts(str_from(given), STR("http://"))))
        return refuse_url(client, given, err);
    char *part = NULL;
    for (size_t i = 0; i < COUNT_OF(unwanted); i++) {
        if (curl_url_get(url, unwanted[i], &part, 0) != CURLUE_OK)
            continue;
        curl_free(part);
        return error_set(err, E_INVALID, NULL, "base_url must have no user name, \"?\" or \"#\"");
    }
    if (curl_url_get(url, CURLUPART_HOST, &part, 0) != CURLUE_OK)
        return error_memory(err);
    client->local = client->local || is_loopback(part);
    curl_free(part);
    return OK;
}

static enum status set_http_url(struct client *client, const char *given, struct error *err)
{
    client->address = curl_url();
    if (!client->address)
        return error_memory(err);
    enum status status = check_http_url(client, client->address, given, err);
    if (status != OK)
        return status;
    size_t length = strlen(given), scheme = client->tls ? strlen("https://") : strlen("http://");
    client->authority_length = scheme + strcspn(given + scheme, "/");
    while (given[length - 1] == '/')
        length--;
    client->base_url = arena_copy_n(client->arena, given, length);
    return client->base_url ? OK : error_memory(err);
}

/* nginx's spelling: unix:/path/of.socket:/prefix */
static enum status set_unix_url(struct client *client, struct str given, struct error *err)
{
    struct str rest = {given.data + strlen("unix:"), given.len - strlen("unix:")}, path = {NULL, 0};
    str_split(&rest, ':', &path);
    if (path.len == 0 || path.data[0] != '/' || (rest.len && rest.data[0] != '/'))
        return error_set(err, E_INVALID, NULL, "base_url must be unix:/path or unix:/path:/prefix, not \"%.100s\"",
                         given.data);
    if (path.len >= sizeof((struct sockaddr_un *)NULL)->sun_path)
        return error_set(err, E_INVALID, NULL, "base_url: the path of a unix socket must be shorter than %zu bytes",
                         sizeof((struct sockaddr_un *)NULL)->sun_path);
    client->local = true;
    client->socket_path = arena_copy_n(client->arena, path.data, path.len);
    char *url = arena_printf(client->arena, "http://localhost%.*s", STR_ARG(rest));
    return client->socket_path && url ? set_http_url(client, url, err) : error_memory(err);
}

static enum status set_base_url(struct client *client, const char *base_url, struct error *err)
{
    if (!base_url || !base_url[0])
        return error_set(err, E_INVALID, NULL, "base_url is missing");
    bool is_unix = str_starts(str_from(base_url), STR("unix:"));
    enum status status = is_unix ? set_unix_url(client, str_from(base_url), err) : set_http_url(client, base_url, err);
    if (status != OK)
        return status;
    client->place = is_unix ? arena_printf(client->arena, "unix:%s", client->socket_path) : client->base_url;
    return client->place ? OK : error_memory(err);
}

/* --- proxy --------------------------------------------------------------------------------------------------------- */

static bool is_proxy_scheme(const char *scheme)
{
    static const char *const known[] = {"http", "https", "socks4", "socks4a", "socks5", "socks5h"};
    for (size_t i = 0; i < COUNT_OF(known); i++)
        if (strcmp(scheme, known[i]) == 0)
            return true;
    return false;
}

/* The URL itself is not repeated in a message: it may hold a password. */
static enum status check_proxy(const char *proxy, CURLU *url, struct error *err)
{
    CURLUcode code = curl_url_set(url, CURLUPART_URL, proxy, CURLU_NON_SUPPORT_SCHEME);
    if (code == CURLUE_OUT_OF_MEMORY)
        return error_memory(err);
    char *scheme = NULL;
    bool good =
        code == CURLUE_OK && curl_url_get(url, CURLUPART_SCHEME, &scheme, 0) == CURLUE_OK && is_proxy_scheme(scheme);
    curl_free(scheme);
    if (good)
        return OK;
    return error_set(
        err, E_INVALID, NULL,
        "proxy must be a URL such as http://proxy.example:3128 (or https, socks4, socks4a, socks5, socks5h)");
}

static enum status set_proxy(struct client *client, const char *proxy, struct error *err)
{
    client->maybe_proxy = proxy ? proxy[0] != '\0' : !client->local;
    if (!proxy)
        return OK;
    if (client->socket_path && proxy[0])
        return error_set(err, E_INVALID, NULL, "proxy cannot be used with a unix socket");
    CURLU *url = curl_url();
    if (!url)
        return error_memory(err);
    enum status status = proxy[0] ? check_proxy(proxy, url, err) : OK;
    curl_url_cleanup(url);
    if (status != OK)
        return status;
    char *shown = arena_copy(client->arena, proxy);
    client->proxy = arena_copy(client->arena, proxy);
    if (!client->proxy || !shown)
        return error_memory(err);
    fault_redact(client, shown);
    client->proxy_place = proxy[0] ? shown : NULL;
    return OK;
}

/* --- headers ------------------------------------------------------------------------------------------------------- */

static enum status add_header(struct client *client, const char *header, struct error *err)
{
    struct curl_slist *node = ARENA_NEW(client->arena, struct curl_slist);
    char *data = header ? arena_copy(client->arena, header) : NULL;
    if (!node || !data)
        return error_memory(err);
    enum status status = request_check_header(data, err);
    if (status != OK)
        return status;
    node->data = data;
    node->next = client->headers;
    client->headers = node;
    return OK;
}

static enum status set_headers(struct client *client, const struct client_options *options, struct error *err)
{
    /* As a header among others it costs half of what CURLOPT_USERAGENT does. */
    const char *agent = options->user_agent ? options->user_agent : "copydesk/" COPYDESK_VERSION;
    enum status status = add_header(client, arena_printf(client->arena, "User-Agent: %s", agent), err);
    for (const char *const *header = options->headers; status == OK && header && *header; header++)
        status = add_header(client, *header, err);
    if (status == OK && options->api_key)
        status = add_header(client, arena_printf(client->arena, "Authorization: Bearer %s", options->api_key), err);
    return status;
}

/* --- the rest ------------------------------------------------------------------------------------------------------ */

static enum status copy_text(struct client *client, const char *text, const char **copy, struct error *err)
{
    if (!text)
        return OK;
    *copy = arena_copy(client->arena, text);
    return *copy ? OK : error_memory(err);
}

static enum status set_credentials(struct client *client, const struct client_options *options, struct error *err)
{
    if (options->client_key && !options->client_cert)
        return error_set(err, E_INVALID, NULL, "client_key needs a client_cert");
    if (options->client_cert && !client->tls)
        return error_set(err, E_INVALID, NULL, "client_cert needs an https base_url");
    enum status status = copy_text(client, options->api_key, &client->api_key, err);
    if (status == OK)
        status = copy_text(client, options->ca_file, &client->ca_file, err);
    if (status == OK)
        status = copy_text(client, options->client_cert, &client->client_cert, err);
    if (status == OK)
        status = copy_text(client, options->client_key, &client->client_key, err);
    return status;
}

enum status options_copy(struct client *client, const struct client_options *options, struct error *err)
{
    client->timeout_ms = options->timeout_ms > 0 ? options->timeout_ms : CLIENT_TIMEOUT_MS;
    client->retries = options->retries >= 0 ? options->retries : CLIENT_RETRIES;
    client->by_hand = options->by_hand;
    client->keeps_notes = options->notes;
    client->patient = options->patient;
    enum status status = set_base_url(client, options->base_url, err);
    if (status == OK)
        status = set_proxy(client, options->proxy, err);
    if (status == OK)
        status = set_credentials(client, options, err);
    return status == OK ? set_headers(client, options, err) : status;
}
