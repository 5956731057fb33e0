#include "client/client.h"

#include "base/version.h"
#include "client/internal.h"

#include <stdlib.h>

/* --- options ------------------------------------------------------------------------------------------------------- */

static bool is_loopback(const char *host)
{
    return strcmp(host, "localhost") == 0 || strcmp(host, "[::1]") == 0 || strncmp(host, "127.", 4) == 0;
}

static enum status read_url(struct client *client, CURLU *url, const char *base_url, struct error *err)
{
    CURLUcode code = curl_url_set(url, CURLUPART_URL, base_url, CURLU_NON_SUPPORT_SCHEME);
    if (code == CURLUE_OUT_OF_MEMORY)
        return error_memory(err);
    struct str given = str_from(base_url);
    bool http = str_istarts(given, STR("http://"));
    client->tls = str_istarts(given, STR("https://"));
    if (code != CURLUE_OK || !(http || client->tls))
        return error_set(err, E_INVALID, NULL, "base_url must be an http or https URL, not \"%.100s\"", base_url);
    char *part = NULL;
    static const CURLUPart unwanted[] = {CURLUPART_QUERY, CURLUPART_FRAGMENT, CURLUPART_USER};
    for (size_t i = 0; i < COUNT_OF(unwanted); i++) {
        if (curl_url_get(url, unwanted[i], &part, 0) != CURLUE_OK)
            continue;
        curl_free(part);
        return error_set(err, E_INVALID, NULL, "base_url must have no user name, \"?\" or \"#\"");
    }
    if (curl_url_get(url, CURLUPART_HOST, &part, 0) != CURLUE_OK)
        return error_memory(err);
    client->loopback = is_loopback(part);
    curl_free(part);
    while (given.len && given.data[given.len - 1] == '/')
        given.len--;
    client->base_url = arena_copy_n(client->arena, given.data, given.len);
    return client->base_url ? OK : error_memory(err);
}

static enum status set_base_url(struct client *client, const char *base_url, struct error *err)
{
    if (!base_url || !base_url[0])
        return error_set(err, E_INVALID, NULL, "base_url is missing");
    CURLU *url = curl_url();
    if (!url)
        return error_memory(err);
    enum status status = read_url(client, url, base_url, err);
    curl_url_cleanup(url);
    return status;
}

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

static enum status set_options(struct client *client, const struct client_options *options, struct error *err)
{
    client->timeout_ms = options->timeout_ms > 0 ? options->timeout_ms : CLIENT_TIMEOUT_MS;
    client->retries = options->retries >= 0 ? options->retries : CLIENT_RETRIES;
    client->ca_file = options->ca_file ? arena_copy(client->arena, options->ca_file) : NULL;
    if (options->ca_file && !client->ca_file)
        return error_memory(err);
    enum status status = set_base_url(client, options->base_url, err);
    return status == OK ? set_headers(client, options, err) : status;
}

/* --- life ---------------------------------------------------------------------------------------------------------- */

enum status client_new(const struct client_options *options, struct client **out, struct error *err)
{
    *out = NULL;
    struct client *client = calloc(1, sizeof *client);
    if (!client)
        return error_memory(err);
    /* Counted by curl: a host program that uses curl itself is not disturbed. */
    if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
        free(client);
        return error_set(err, E_MEMORY, NULL, "libcurl could not be set up");
    }
    client->epoll = client->timer = -1;
    client->arena = arena_new();
    enum status status = client->arena ? set_options(client, options, err) : error_memory(err);
    if (status == OK)
        status = engine_open(client, err);
    if (status != OK) {
        client_free(client);
        return status;
    }
    *out = client;
    return OK;
}

/* Calls outlive their client only as readable results. */
static void orphan(struct client_call *call)
{
    if (call->state == CALL_RUNNING)
        engine_remove(call->client, call->easy);
    if (call->state != CALL_DONE)
        call_end(call, E_CANCELLED, "the client was closed");
    curl_easy_cleanup(call->easy);
    call->easy = NULL;
    call->client = NULL;
}

void client_free(struct client *client)
{
    if (!client)
        return;
    if (client->multi)
        engine_check_fork(client, NULL);
    for (struct client_call *call = client->live, *next; call; call = next) {
        next = call->next;
        orphan(call);
    }
    for (struct client_call *call = client->spare, *next; call; call = next) {
        next = call->next;
        call_destroy(call);
    }
    engine_close(client);
    free(client->timers.calls);
    arena_free(client->arena);
    free(client);
    curl_global_cleanup();
}
