#include "client/client.h"

#include "client/call.h"
#include "client/parts.h"

#include <stdlib.h>

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
    if (status != OK)
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
    if (status != OK) {
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
