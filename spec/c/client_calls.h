/* Calls of a client, as the tests of it make them. */
#ifndef COPYDESK_SPEC_CLIENT_CALLS_H
#define COPYDESK_SPEC_CLIENT_CALLS_H

#include "client/client.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

static inline struct client *open_client(const struct client_options *options)
{
    struct client *client;
    struct error err = {OK};
    if (client_new(options, &client, &err) != OK)
        fail_msg("%s", err.message);
    return client;
}

static inline struct client_call *start_request(struct client *client, const struct client_request *request)
{
    struct client_call *call;
    assert_int_equal(client_start(client, request, NULL, &call, NULL), OK);
    return call;
}

static inline struct client_call *start_get(struct client *client, const char *path)
{
    return start_request(client, &(struct client_request){.method = "GET", .path = path, .retries = -1});
}

static inline void finish(struct client *client, struct client_call *call)
{
    while (!client_call_done(call))
        assert_int_equal(client_step(client, -1, NULL), OK);
}

/* A whole call; its outcome, and in err what the client says of a failure. */
static inline enum status get_outcome(struct client *client, const char *path, struct error *err, bool *retryable)
{
    struct client_call *call = start_get(client, path);
    finish(client, call);
    enum status status = client_call_outcome(call, err);
    *retryable = client_call_retryable(call);
    client_call_free(call);
    return status;
}

/* Attempts that have ended since this was asked last, for a client that logs them. */
static inline int count_attempts(struct client *client)
{
    struct client_attempt attempt;
    int count = 0;
    while (client_next_attempt(client, &attempt))
        count++;
    return count;
}

#endif
