/*
 * client: the client without Lua. Calls to one service over libcurl's multi interface, behind a single pollable descriptor.
 *
 * A call is one request with all that belongs to it: attempts, the waits between them, and one deadline over everything.
 * Calls run side by side; nothing here blocks but client_step, and that only as long as it is told to. Start calls, step until
 * they are done, read their answers, free them:
 *
 *     client_start(client, &request, NULL, &call, &err);
 *     while (!client_call_done(call))
 *         client_step(client, -1, &err);
 *
 * A client belongs to one thread. After a fork the child may go on using its copy: connections and calls of the parent are
 * abandoned there (the calls end with E_NETWORK) and new ones are made.
 */
#ifndef COPYDESK_CLIENT_H
#define COPYDESK_CLIENT_H

#include "base/base.h"

struct client;
struct client_call;

enum {
    CLIENT_TIMEOUT_MS = 60 * 1000,          /* deadline of a call that names none */
    CLIENT_RETRIES = 2,                     /* further attempts of a call that names none */
    CLIENT_MAX_RETRY_AFTER_MS = 120 * 1000, /* a server that asks for a longer wait is not waited for */
    CLIENT_MAX_ANSWER = 64 * 1024 * 1024    /* bytes of an answer, after decompression */
};

struct client_options {
    const char *base_url;       /* http or https, a path prefix is kept, slashes at the end are not */
    const char *api_key;        /* sent as a bearer token; NULL: none */
    const char *user_agent;     /* NULL: "copydesk/VERSION" */
    const char *ca_file;        /* PEM file of trusted authorities; NULL: the system's. TLS is always verified */
    const char *const *headers; /* "Name: value", NULL-terminated, sent with every request; NULL: none */
    int timeout_ms;             /* 0: CLIENT_TIMEOUT_MS */
    int retries;                /* negative: CLIENT_RETRIES */
};

/* Copies the options. E_INVALID names the one that is wrong. Opens no connection. */
enum status client_new(const struct client_options *options, struct client **client, struct error *err);

/* Calls that are still under way end with E_CANCELLED; they and finished ones stay readable until freed. NULL is allowed. */
void client_free(struct client *client);

/*
 * The descriptor that becomes readable when client_step has something to do, timers included; the client's own, never to be read
 * or closed by the caller. Another one after a fork. -1 and err when none can be made.
 */
int client_fd(struct client *client, struct error *err);

/* Milliseconds after which client_step has something to do even if no descriptor became ready; 0: now, -1: nothing planned. */
int client_timeout(const struct client *client);

/*
 * Waits for at most timeout_ms (0: not at all, negative: until something happens) and advances every call. A signal ends the
 * wait early. OK says nothing about the calls: each has its own outcome. E_IO or E_MEMORY: the client cannot go on.
 */
enum status client_step(struct client *client, int timeout_ms, struct error *err);

struct client_request {
    const char *method;
    const char *path;            /* begins with "/", encoded, joined to the base URL */
    const char *const *headers;  /* as in client_options */
    int timeout_ms;              /* deadline of the whole call: attempts and waits; 0: the client's */
    int retries;                 /* negative: the client's */
    int delay_ms;                /* wait before the first attempt, not counted in timeout_ms */
    const char *idempotency_key; /* NULL: one is made for POST and PATCH */
};

/*
 * Starts a call. All of the request is copied, except the JSON body (NULL: none): its memory is taken over and the buffer is empty
 * afterwards, also on failure. POST and PATCH carry an Idempotency-Key, the same in every attempt.
 */
enum status client_start(struct client *client, const struct client_request *request, struct buf *body,
                         struct client_call **call, struct error *err);

/* Has the call ended? The functions below may be asked only then. */
bool client_call_done(const struct client_call *call);

/*
 * OK: a complete HTTP answer came, whatever its status (redirects are not followed). Otherwise E_NETWORK, E_TIMEOUT,
 * E_LIMIT (answer too large), E_CANCELLED, E_MEMORY or E_IO, and err (may be NULL) says why.
 */
enum status client_call_outcome(const struct client_call *call, struct error *err);

/* HTTP status of the last answer, 0 when none came. */
int client_call_status(const struct client_call *call);

/* Lives until the call is freed. */
struct str client_call_body(const struct client_call *call);

/* First header of the last answer with this name, trimmed; data NULL when absent. Lives until the call is freed. */
struct str client_call_header(const struct client_call *call, const char *name);

/* Wait that the last answer asks for (retry-after-ms, else Retry-After as seconds or date), in ms; -1 when it asks for none. */
int64_t client_call_retry_after_ms(const struct client_call *call);

/* Would another attempt make sense: a connection that broke, a deadline, 408, 409, 429, 5xx? */
bool client_call_retryable(const struct client_call *call);

/* Attempts made so far. */
int client_call_attempts(const struct client_call *call);

/* Cancels it if it is still under way. NULL is allowed. */
void client_call_free(struct client_call *call);

#endif
