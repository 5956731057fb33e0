#include "client/client.h"

#include "client/internal.h"

#include <stdlib.h>

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
    client->notes_end = &client->notes;
    client->arena = arena_new();
    enum status status = client->arena ? options_copy(client, options, err) : error_memory(err);
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
    if (call->state != CALL_DONE) {
        attempt_cancel(call);
        call_end(call, E_CANCELLED, "the client was closed");
    }
    queue_leave(call);
    handle_free(call);
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
    process_forget(client);
    notes_free(client);
    curl_url_cleanup(client->address);
    free(client->timers.calls);
    arena_free(client->arena);
    free(client);
    curl_global_cleanup();
}

struct client_call *client_next_ended(struct client *client)
{
    return queue_pop(&client->ended);
}
