/*
 * client: the client without Lua. Calls to one service over libcurl's multi interface, behind a single pollable
 * descriptor.
 *
 * A call is one request with all that belongs to it: attempts, the waits between them, and one deadline over
 * everything. Calls run side by side; nothing here blocks but client_step, and that only for as long as its caller
 * allows. Start calls, step until they are done, read their answers, free them:
 *
 *     client_start(client, &request, NULL, &call, &err);
 *     while (!client_call_done(call))
 *         client_step(client, -1, &err);
 *
 * Where many calls run at once, give each its data, and client_next_ended lists those that have ended.
 *
 * A client belongs to one thread. After a fork the child may go on using its copy: connections and calls of the parent
 * are abandoned there (the calls end with E_NETWORK) and new ones are made.
 *
 * The files, from the bottom; each calls only those named before it:
 *
 *   queue.h       a list in order of arrival
 *   heap.c        timers by due time
 *   engine.c      transfers and timers over curl multi: its sockets in an epoll set, and what a fork leaves of them
 *   exchange.c    a request, checked and copied, and its answer on a curl handle; secrets taken out of messages
 *   call.c        the life of a call: its attempts, the waits between them, the deadline, the log of attempts; attempts
 *                 that the caller answers
 *   client.c      the life of a client, and what its options come to
 *   wakeup.c      by itself: a byte on a socket when a descriptor becomes readable
 *
 * exchange.h and call.h say what these files share.
 */
#ifndef COPYDESK_CLIENT_CLIENT_H
#define COPYDESK_CLIENT_CLIENT_H

#include "base/base.h"

struct client;
struct client_call;

enum {
    CLIENT_TIMEOUT_MS = 60 * 1000,          /* deadline of a call that names none */
    CLIENT_RETRIES = 2,                     /* further attempts of a call that names none */
    CLIENT_TAKEOVER_MS = 15 * 1000,         /* see client_options.waits_for_takeover */
    CLIENT_MAX_RETRY_AFTER_MS = 120 * 1000, /* a server that asks for a longer wait is not waited for */
    CLIENT_MAX_ANSWER = 64 * 1024 * 1024,   /* bytes of an answer, after decompression */
    /*
     * Idle connections, and curl handles of freed calls, that are kept for the next request: as many as a list of
     * articles has under way. By default curl keeps four connections for each request under way, which is none after a
     * burst.
     */
    CLIENT_POOL_SIZE = 64
};

struct client_options {
    /*
     * http or https; or "unix:/path/of.socket", "unix:/path/of.socket:/prefix". A path prefix is kept, slashes at its
     * end are not.
     */
    const char *base_url;
    const char *api_key;     /* sent as a bearer token; NULL: none */
    const char *user_agent;  /* NULL: "copydesk/VERSION" */
    const char *ca_file;     /* PEM file of trusted authorities; NULL: the system's. TLS is always verified */
    const char *client_cert; /* PEM file, shown to a server that asks for it; https only; NULL: none */
    const char *client_key;  /* PEM file, without pass phrase; NULL: it is in client_cert */
    /*
     * URL (http, https, socks4, socks4a, socks5, socks5h). "": none. NULL: what the environment names, unless base_url
     * is local.
     */
    const char *proxy;
    const char *const *headers; /* "Name: value", NULL-terminated, sent with every request; NULL: none */
    int timeout_ms;             /* 0: CLIENT_TIMEOUT_MS */
    int retries;                /* negative: CLIENT_RETRIES */
    bool external_transport;    /* no connection is made: see client_next_outgoing */
    bool logs_attempts;         /* see client_next_attempt */
    /*
     * Another process is about to take the service over: for CLIENT_TAKEOVER_MS a call that may be retried is repeated
     * at short intervals while nobody listens, and this uses up none of its retries.
     */
    bool waits_for_takeover;
};

/* Copies the options. E_INVALID names the one that is wrong. Opens no connection. */
enum status client_new(const struct client_options *options, struct client **client, struct error *err);

/*
 * Calls that are still under way end with E_CANCELLED; they and finished ones stay readable until freed. NULL is
 * allowed.
 */
void client_free(struct client *client);

/*
 * The descriptor that becomes readable when client_step has something to do, timers included; the client's own, never
 * to be read or closed by the caller. Another one after a fork. -1 and err when none can be made.
 */
int client_fd(struct client *client, struct error *err);

/*
 * Milliseconds after which client_step has something to do even if no descriptor became ready; 0: now, -1: nothing
 * planned.
 */
int client_timeout(const struct client *client);

/*
 * While on, the descriptor is always readable and client_timeout is 0. Use it when several coroutines of a loop wait
 * for the same descriptor and each needs a wake-up.
 */
void client_keep_readable(struct client *client, bool on);

/*
 * Waits for at most timeout_ms (0: not at all, negative: until something happens) and advances every call. A signal
 * ends the wait early. OK says nothing about the calls: each has its own outcome. E_IO or E_MEMORY: there was no
 * descriptor, or no memory, to work with; a later step may find some.
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
    void *data;                  /* the caller's own, given back by client_call_data; not NULL: see client_next_ended */
    bool step_follows;           /* the caller steps the client right after starting: the timer need not be armed */
    bool paced; /* the caller paces its requests itself: an answer 429 ends the call, whatever retries are left */
};

/*
 * Starts a call. All of the request is copied, except the JSON body (NULL: none): its memory is taken over and the
 * buffer is empty afterwards, also on failure. POST and PATCH carry an Idempotency-Key, the same in every attempt.
 */
enum status client_start(struct client *client, const struct client_request *request, struct buf *body,
                         struct client_call **call, struct error *err);

/* Cancels it if it is still under way. NULL is allowed. */
void client_call_free(struct client_call *call);

/* The request's data. */
void *client_call_data(const struct client_call *call);

/*
 * The calls started with data that have ended, each once, in the order of their ending; NULL: no more for now. Calls
 * that were freed are left out, and those that client_free ended.
 */
struct client_call *client_next_ended(struct client *client);

/* --- answers --- */

/* Has the call ended? The functions of this section may be asked only then. */
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

/*
 * Wait that the last answer asks for (retry-after-ms, else Retry-After as seconds or date), in ms; -1 when it asks for
 * none.
 */
int64_t client_call_retry_after_ms(const struct client_call *call);

/* Would another attempt make sense: a connection that broke, a deadline, 408, 409, 429, 5xx? */
bool client_call_retryable(const struct client_call *call);

/* Has any attempt of any call reached a server, whatever came of it? */
bool client_has_reached_server(const struct client *client);

/* --- external transport -------------------------------------------------------------------------------------------
 *
 * The caller sends each request and hands the response back; retries and deadlines stay here.
 */

/*
 * The call whose attempt is to be sent next, once for each attempt, in order; NULL: none for now, or the client has no
 * external transport. While there is one, client_timeout is 0, the descriptor readable, and client_step does not wait.
 * Attempts begin in client_start and client_step.
 */
struct client_call *client_next_outgoing(struct client *client);

/* The request as it would be on the wire. All of it lives until the call is freed. */
const char *client_call_method(const struct client_call *call);
const char *client_call_url(const struct client_call *call);
struct str client_call_request_body(const struct client_call *call); /* data NULL: none */

/* "Name: value"; NULL past the last. */
const char *client_call_request_header(const struct client_call *call, size_t index);

/*
 * Ends the attempt as this answer from the wire would: the call ends or waits for another attempt. Everything is
 * copied; headers ("Name: value", NULL-terminated) may be NULL. E_INVALID: a wrong status (100 to 599 is allowed) or
 * header; the attempt still waits for its answer. E_CONFLICT: it does not, since the call has ended meanwhile (a
 * deadline, client_free).
 */
enum status client_call_answer(struct client_call *call, int http_status, const char *const *headers, struct str body,
                               struct error *err);

/*
 * Ends the attempt as a broken connection would: E_NETWORK, worth another attempt. Does nothing when the call waits for
 * no answer.
 */
void client_call_refuse(struct client_call *call, const char *message);

/* --- attempt log: what went over the wire --- */

struct client_attempt {
    const char *method, *url;
    int attempt;            /* 1: the first */
    int http_status;        /* 0: no answer */
    const char *message;    /* why there is no answer; NULL when there is one */
    const char *request_id; /* x-request-id of the answer; NULL: none */
    int64_t ms;             /* from the beginning of the attempt to its end */
    size_t sent, received;  /* bytes of the bodies; the answer's after decompression, as far as it came */
    int64_t retry_in_ms;    /* wait before the next attempt; -1: this was the last */
};

/*
 * The attempts that have ended, each once, in order; false: no more for now. The strings live until the next call of
 * this function or of client_free; they hold neither the API key nor a proxy's password. Only for a client with the
 * option logs_attempts, which keeps its attempts until they are fetched. One that no memory was left for is missing.
 */
bool client_next_attempt(struct client *client, struct client_attempt *attempt);

/*
 * --- wakeup: a byte on a unix socket when a descriptor becomes readable ---
 *
 * For a host that can only wait for connections that it made.
 * nginx's Lua waits for cosockets, and a cosocket connects to an address. So a thread waits for the descriptors and
 * writes a byte to the one connection that was made to its unix socket; it does nothing else, and sleeps while nothing
 * happens:
 *
 *     wakeup_open(&wakeup, &err);
 *     wakeup_listen(wakeup, &path, &err);      the host connects to unix:path
 *     wakeup_accept(wakeup, &err);
 *     wakeup_watch(wakeup, descriptor, &err);  one byte once it is readable; watch it again after having dealt with it
 *
 * All functions are for one thread of the host's. A wakeup does not survive a fork: a child may only free its copy.
 */

struct wakeup;

/* Starts the thread, with all signals blocked. E_IO or E_MEMORY when the system has no thread or descriptor for it. */
enum status wakeup_open(struct wakeup **wakeup, struct error *err);

/* Ends the thread and the connection. NULL is allowed. In a forked child only the descriptors are closed. */
void wakeup_free(struct wakeup *wakeup);

/*
 * Listens on a unix socket in a fresh folder below TMPDIR (/tmp); *path lives until wakeup_accept or wakeup_free, which
 * remove the folder. E_IO when no folder can be written or the path is too long for a socket's address.
 */
enum status wakeup_listen(struct wakeup *wakeup, const char **path, struct error *err);

/* Takes the connection that was made to the path, in place of an earlier one. E_IO when there is none. */
enum status wakeup_accept(struct wakeup *wakeup, struct error *err);

/* Writes one byte when the descriptor is readable, at once if it is already. Closing the descriptor ends the watch. */
enum status wakeup_watch(struct wakeup *wakeup, int descriptor, struct error *err);

/* Writes a byte now; where there is no connection, when the next one is accepted. Never blocks. */
void wakeup_notify(struct wakeup *wakeup);

#endif
