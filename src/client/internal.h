/* What the files of client/ share: the engine that moves bytes, the calls that ride on it, the rules of retrying. */
#ifndef COPYDESK_CLIENT_INTERNAL_H
#define COPYDESK_CLIENT_INTERNAL_H

#include "client/client.h"

#include <curl/curl.h>
#include <signal.h>
#include <sys/types.h>

enum call_state { CALL_WAITING, CALL_RUNNING, CALL_DONE };

struct client_call {
    struct client *client;           /* NULL once the client is freed */
    struct client_call *prev, *next; /* in client->live, or next alone in client->spare */
    enum call_state state;
    CURL *easy;
    struct buf text;            /* method, URL, headers of the request, each ended by a NUL */
    size_t url;                 /* offset in text */
    struct curl_slist *headers; /* array of header_count, pointing into text; the last one leads on to the client's */
    size_t header_count, header_cap;
    struct buf body; /* of the request */
    struct buf answer_headers, answer;
    int http_status;
    int attempts, retries;
    int64_t timeout_ms;
    int64_t due;      /* monotonic ms: when the next attempt begins (CALL_WAITING), the deadline (CALL_RUNNING) */
    int64_t deadline; /* monotonic ms */
    size_t slot;      /* in client->timers, unless CALL_DONE */
    bool has_body, too_large, retryable;
    struct error error; /* outcome (CALL_DONE) */
    char curl_message[CURL_ERROR_SIZE];
};

/* Min-heap of calls that are not done, by their next due time. Room is made when a call is made, so that a call can always wait. */
struct call_heap {
    struct client_call **calls;
    size_t count, cap;
};

struct client {
    pid_t pid; /* the process that made the handles below */
    CURLM *multi;
    int epoll;
    int timer; /* timerfd inside epoll, made when client_fd is first asked; -1 before */
    int64_t timer_set;
    int64_t curl_due; /* monotonic ms of curl's own next timer, NEVER when it has none */
    struct client_call *live;
    size_t live_count;
    struct client_call *spare; /* finished calls kept for their handles and buffers */
    size_t spare_count;
    size_t ended; /* calls so far; a step that ended one does not wait */
    struct call_heap timers;
    struct arena *arena; /* the strings below */
    const char *base_url, *ca_file;
    struct curl_slist *headers;
    int timeout_ms, retries;
    bool tls, loopback;
    bool out_of_memory; /* met while curl was at work, told by the step */
};

#define NEVER INT64_MAX

/* engine.c: one multi handle, one epoll descriptor. */
enum status engine_open(struct client *client, struct error *err);
void engine_close(struct client *client);
enum status engine_check_fork(struct client *client, struct error *err);
enum status engine_add(struct client *client, CURL *easy, struct error *err);
void engine_remove(struct client *client, CURL *easy);
void engine_arm_timer(struct client *client);

/* request.c: the text of a request, copied and checked. */
enum status request_copy(struct client_call *call, const struct client_request *request, struct error *err);
enum status request_check_header(const char *header, struct error *err);

/* call.c */
void call_due(struct client_call *call);
void call_attempt_ended(struct client_call *call, CURLcode code);
void call_end(struct client_call *call, enum status status, const char *message);
void call_destroy(struct client_call *call);

/* answer.c: what curl delivers, collected. */
void answer_collect(struct client_call *call);
void answer_clear(struct client_call *call);

/* heap.c */
bool heap_reserve(struct call_heap *heap, size_t count);
void heap_push(struct call_heap *heap, struct client_call *call);
void heap_remove(struct call_heap *heap, struct client_call *call);

/* retry.c */
bool retry_wanted(int http_status);
int64_t retry_backoff_ms(int attempts);
int64_t retry_after_ms(struct str retry_after_ms_header, struct str retry_after_header, int64_t now_ms);

/* A broken connection must not end the process: SIGPIPE is held back around calls into TLS. */
struct sigpipe_guard {
    bool on, was_pending;
    sigset_t saved;
};
void sigpipe_hold(struct sigpipe_guard *guard, bool tls);
void sigpipe_release(const struct sigpipe_guard *guard);

#endif
