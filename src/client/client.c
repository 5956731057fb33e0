#include "client/client.h"

#include "client/call.h"

#include <stdlib.h>
#include <sys/un.h>

/* --- URLs --- */

static enum status refuse_url(const struct settings *settings, const char *given, struct error *err)
{
    char *shown = arena_copy(settings->arena, given);
    if (!shown)
        return error_memory(err);
    redact(settings->api_key, shown);
    return error_set(err, E_INVALID, NULL, "base_url must be an http or https URL, or unix:/path, not \"%.100s\"",
                     shown);
}

static enum status check_http_url(struct settings *settings, CURLU *url, const char *given, struct error *err)
{
    static const CURLUPart unwanted[] = {CURLUPART_QUERY, CURLUPART_FRAGMENT, CURLUPART_USER};
    CURLUcode code = curl_url_set(url, CURLUPART_URL, given, CURLU_NON_SUPPORT_SCHEME);
    if (code == CURLUE_OUT_OF_MEMORY)
        return error_memory(err);
    settings->is_tls = str_istarts(str_from(given), STR("https://"));
    if (code != CURLUE_OK || !(settings->is_tls || str_istarts(str_from(given), STR("http://"))))
        return refuse_url(settings, given, err);
    char *part = NULL;
    for (size_t i = 0; i < COUNT_OF(unwanted); i++) {
        if (curl_url_get(url, unwanted[i], &part, 0) != CURLUE_OK)
            continue;
        curl_free(part);
        return error_set(err, E_INVALID, NULL, "base_url must have no user name, \"?\" or \"#\"");
    }
    if (curl_url_get(url, CURLUPART_HOST, &part, 0) != CURLUE_OK)
        return error_memory(err);
    settings->is_local = settings->is_local || address_is_loopback(str_from(part));
    curl_free(part);
    return OK;
}

static enum status set_http_url(struct settings *settings, const char *given, struct error *err)
{
    settings->address = curl_url();
    if (!settings->address)
        return error_memory(err);
    enum status status = check_http_url(settings, settings->address, given, err);
    if (status)
        return status;
    size_t length = strlen(given), scheme = settings->is_tls ? strlen("https://") : strlen("http://");
    settings->authority_length = scheme + strcspn(given + scheme, "/");
    while (given[length - 1] == '/')
        length--;
    settings->base_url = arena_copy_n(settings->arena, given, length);
    return settings->base_url ? OK : error_memory(err);
}

/* nginx's spelling: unix:/path/of.socket:/prefix */
static enum status set_unix_url(struct settings *settings, struct str given, struct error *err)
{
    struct str rest = {given.data + strlen("unix:"), given.len - strlen("unix:")}, path = {NULL, 0};
    str_split(&rest, ':', &path);
    if (path.len == 0 || path.data[0] != '/' || (rest.len && rest.data[0] != '/'))
        return error_set(err, E_INVALID, NULL, "base_url must be unix:/path or unix:/path:/prefix, not \"%.100s\"",
                         given.data);
    if (path.len >= sizeof((struct sockaddr_un *)NULL)->sun_path)
        return error_set(err, E_INVALID, NULL, "base_url: the path of a unix socket must be shorter than %zu bytes",
                         sizeof((struct sockaddr_un *)NULL)->sun_path);
    settings->is_local = true;
    settings->socket_path = arena_copy_n(settings->arena, path.data, path.len);
    char *url = arena_printf(settings->arena, "http://localhost%.*s", STR_ARG(rest));
    return settings->socket_path && url ? set_http_url(settings, url, err) : error_memory(err);
}

static enum status set_base_url(struct settings *settings, const char *base_url, struct error *err)
{
    if (!base_url || !base_url[0])
        return error_set(err, E_INVALID, NULL, "base_url is missing");
    bool is_unix = str_starts(str_from(base_url), STR("unix:"));
    enum status status =
        is_unix ? set_unix_url(settings, str_from(base_url), err) : set_http_url(settings, base_url, err);
    if (status)
        return status;
    settings->server_shown =
        is_unix ? arena_printf(settings->arena, "unix:%s", settings->socket_path) : settings->base_url;
    return settings->server_shown ? OK : error_memory(err);
}

/* --- proxy --- */

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

static enum status set_proxy(struct settings *settings, const char *proxy, struct error *err)
{
    settings->maybe_proxy = proxy ? proxy[0] != '\0' : !settings->is_local;
    if (!proxy)
        return OK;
    if (settings->socket_path && proxy[0])
        return error_set(err, E_INVALID, NULL, "proxy cannot be used with a unix socket");
    CURLU *url = curl_url();
    if (!url)
        return error_memory(err);
    enum status status = proxy[0] ? check_proxy(proxy, url, err) : OK;
    curl_url_cleanup(url);
    if (status)
        return status;
    char *shown = arena_copy(settings->arena, proxy);
    settings->proxy = arena_copy(settings->arena, proxy);
    if (!settings->proxy || !shown)
        return error_memory(err);
    redact(settings->api_key, shown);
    settings->proxy_shown = proxy[0] ? shown : NULL;
    return OK;
}

/* --- headers --- */

static enum status settings_add_header(struct settings *settings, const char *header, struct error *err)
{
    struct curl_slist *node = ARENA_NEW(settings->arena, struct curl_slist);
    char *data = header ? arena_copy(settings->arena, header) : NULL;
    if (!node || !data)
        return error_memory(err);
    enum status status = request_text_check_header(data, err);
    if (status)
        return status;
    node->data = data;
    node->next = settings->headers;
    settings->headers = node;
    return OK;
}

static enum status set_headers(struct settings *settings, const struct client_options *options, struct error *err)
{
    /* In the list of headers the user agent costs half of what it costs as CURLOPT_USERAGENT. */
    const char *agent = options->user_agent ? options->user_agent : "copydesk/" COPYDESK_VERSION;
    enum status status = settings_add_header(settings, arena_printf(settings->arena, "User-Agent: %s", agent), err);
    for (const char *const *header = options->headers; !status && header && *header; header++)
        status = settings_add_header(settings, *header, err);
    if (!status && options->api_key)
        status = settings_add_header(settings,
                                     arena_printf(settings->arena, "Authorization: Bearer %s", options->api_key), err);
    return status;
}

/* --- the rest --- */

static enum status settings_copy_text(struct settings *settings, const char *text, const char **copy, struct error *err)
{
    if (!text)
        return OK;
    *copy = arena_copy(settings->arena, text);
    return *copy ? OK : error_memory(err);
}

static enum status set_credentials(struct settings *settings, const struct client_options *options, struct error *err)
{
    if (options->client_key && !options->client_cert)
        return error_set(err, E_INVALID, NULL, "client_key needs a client_cert");
    if (options->client_cert && !settings->is_tls)
        return error_set(err, E_INVALID, NULL, "client_cert needs an https base_url");
    enum status status = settings_copy_text(settings, options->api_key, &settings->api_key, err);
    if (!status)
        status = settings_copy_text(settings, options->ca_file, &settings->ca_file, err);
    if (!status)
        status = settings_copy_text(settings, options->client_cert, &settings->client_cert, err);
    if (!status)
        status = settings_copy_text(settings, options->client_key, &settings->client_key, err);
    return status;
}

static enum status settings_make(struct settings *settings, const struct client_options *options, struct error *err)
{
    settings->arena = arena_new();
    if (!settings->arena)
        return error_memory(err);
    settings->timeout_ms = options->timeout_ms > 0 ? options->timeout_ms : CLIENT_TIMEOUT_MS;
    settings->retries = options->retries >= 0 ? options->retries : CLIENT_RETRIES;
    settings->external_transport = options->external_transport;
    settings->logs_attempts = options->logs_attempts;
    settings->waits_for_takeover = options->waits_for_takeover;
    enum status status = set_base_url(settings, options->base_url, err);
    if (!status)
        status = set_proxy(settings, options->proxy, err);
    if (!status)
        status = set_credentials(settings, options, err);
    return status ? status : set_headers(settings, options, err);
}

/* The settings are zeroed before, and to be freed in any case. Statuses as client_new. */
static void settings_free(struct settings *settings)
{
    curl_url_cleanup(settings->address);
    arena_free(settings->arena);
}

static void forget_handles(void *context)
{
    struct client *client = context;
    for (struct client_call *call = client->pool; call; call = call->next)
        call->attempt.exchange.transfer.handle = NULL;
    for (struct client_call *call = client->live, *next; call; call = next) {
        next = call->next;
        attempt_abandon(&call->attempt, "the process was forked while this request was under way");
    }
}

static enum status open_client(struct client *client, const struct client_options *options, struct error *err)
{
    enum status status = settings_make(&client->settings, options, err);
    if (status)
        return status;
    const struct engine_setup setup = {
        .is_tls = client->settings.is_tls,
        .blocks_sigpipe = client->settings.is_tls || client->settings.maybe_proxy,
        .connections = CLIENT_POOL_SIZE,
        .outgoing = &client->outgoing,
        .forked = forget_handles,
        .context = client,
    };
    return engine_open(&client->engine, &setup, err);
}

enum status client_new(const struct client_options *options, struct client **out, struct error *err)
{
    *out = NULL;
    struct client *client = calloc(1, sizeof *client);
    if (!client)
        return error_memory(err);
    /* curl counts these calls, so that a host program that uses curl itself is not disturbed. */
    if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
        free(client);
        return error_set(err, E_MEMORY, NULL, "libcurl could not be set up");
    }
    engine_init(&client->engine);
    enum status status = open_client(client, options, err);
    if (status) {
        client_free(client);
        return status;
    }
    *out = client;
    return OK;
}

void client_free(struct client *client)
{
    if (!client)
        return;
    if (client->engine.multi)
        engine_check_fork(&client->engine, NULL);
    for (struct client_call *call = client->live, *next; call; call = next) {
        next = call->next;
        call_detach(call);
    }
    for (struct client_call *call = client->pool, *next; call; call = next) {
        next = call->next;
        call_destroy(call);
    }
    engine_close(&client->engine);
    attempt_log_free(&client->log);
    settings_free(&client->settings);
    free(client);
    curl_global_cleanup();
}

int client_fd(struct client *client, struct error *err)
{
    return engine_fd(&client->engine, err);
}

int client_timeout(const struct client *client)
{
    return engine_timeout(&client->engine);
}

void client_keep_readable(struct client *client, bool on)
{
    engine_keep_readable(&client->engine, on);
}

enum status client_step(struct client *client, int timeout_ms, struct error *err)
{
    return engine_step(&client->engine, timeout_ms, err);
}

struct client_call *client_next_ended(struct client *client)
{
    return queue_pop(&client->ended);
}

bool client_next_attempt(struct client *client, struct client_attempt *attempt)
{
    return attempt_log_next(&client->log, attempt);
}

bool client_has_reached_server(const struct client *client)
{
    return client->has_reached_server;
}
