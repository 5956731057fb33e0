/*
 * What the files of client/ share.
 *
 *   client.c    life of a client
 *   options.c   what it is made from
 *   call.c      life of a call
 *   request.c   the text of a request, copied and checked
 *   attempt.c   attempts, the waits between them, the deadline
 *   handle.c    the curl handle of a call
 *   answer.c    what comes back
 *   fault.c     what went wrong, in words
 *   by_hand.c   attempts that the caller carries out
 *   note.c      attempts, noted for a log
 *   engine.c    one multi handle behind one epoll descriptor
 *   sockets.c   curl's sockets in the epoll set
 *   retry.c     the rules of retrying
 *   heap.c      calls by due time
 *   queue.c     calls in order of arrival
 *   process.c   whether a fork lies between then and now
 *   sigpipe.c   broken connections that do not end the process
 */
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
    void *data;
    enum call_state state;
    CURL *easy;                 /* NULL before the first attempt, and always by hand */
    struct buf text;            /* method, URL, headers of the request, each ended by a NUL */
    size_t url;                 /* offset in text */
    struct curl_slist *headers; /* array of header_count, pointing into text; the last one leads on to the client's */
    size_t header_count, header_cap;
    struct buf body; /* of the request */
    struct buf answer_headers, answer;
    size_t header_bytes; /* received, interim answers included */
    bool has_headers;    /* all of them have come */
    int http_status;
    int attempts, retries;
    int absences;         /* attempts that found nobody listening and did not count */
    int64_t absent_since; /* monotonic ms: the first of those in a row; 0: there is none */
    int64_t timeout_ms;
    int64_t began;    /* monotonic ms: the attempt, where notes are kept */
    int64_t due;      /* monotonic ms: when the next attempt begins (CALL_WAITING), the deadline (CALL_RUNNING) */
    int64_t deadline; /* monotonic ms */
    size_t slot;      /* in client->timers, unless CALL_DONE */
    struct call_queue *queue; /* the one it stands in, or NULL */
    struct client_call *queue_prev, *queue_next;
    bool has_body, retryable, paced;
    const char *too_large; /* what of the answer is, or NULL */
    struct error error;    /* outcome (CALL_DONE) */
    int socket_errno;      /* why no socket could be made, or 0 */
    char curl_message[CURL_ERROR_SIZE];
};

/* Min-heap of calls that are not done, by their next due time. Room is made when a call is made, so that a call can always wait. */
struct call_heap {
    struct client_call **calls;
    size_t count, cap;
};

/* Linked through the calls themselves: a call can always be put in, and taken out from anywhere at once. In one queue at a time. */
struct call_queue {
    struct client_call *first, *last;
};

struct watched_socket {
    uint32_t events; /* that epoll knows of; 0: it is not in the set */
    bool ours;       /* opened and closed through the functions of sockets.c */
    bool idle;       /* in the set, though no transfer uses it */
};

struct socket_table {
    struct watched_socket *sockets; /* by descriptor */
    size_t count;
};

struct note {
    struct note *next;
    struct client_note note; /* its strings are in text */
    char text[];
};

/*
 * Finished calls, and idle connections, kept for the next request: as many as a list of articles has under way. Left to itself curl
 * keeps four connections for each request under way, that is none after a burst.
 */
enum { CLIENT_SPARES = 64 };

struct client {
    pid_t pid;                   /* the process that made the handles below */
    volatile char *process_mark; /* 1 in that process, 0 in a child; NULL where there is no such thing */
    CURLM *multi;
    int epoll;
    int timer; /* timerfd inside epoll, made when client_fd is first asked; -1 before */
    int64_t timer_set;
    int64_t curl_due; /* monotonic ms of curl's own next timer, NEVER when it has none */
    struct socket_table sockets;
    struct client_call *live;
    size_t live_count;
    struct client_call *spare; /* finished calls kept for their handles and buffers */
    size_t spare_count;
    size_t end_count; /* calls ended so far; a step that ended one does not wait */
    struct call_heap timers;
    struct call_queue ended, outgoing;
    struct note *notes, **notes_end, *note_given;
    struct arena *arena;                                                                       /* the strings below */
    const char *base_url, *socket_path, *api_key, *ca_file, *client_cert, *client_key, *proxy; /* NULL: none given */
    const char *place, *proxy_place; /* the server and the proxy in messages */
    CURLU *address;                  /* base_url in parts */
    size_t authority_length;         /* of base_url, with the scheme: where its path begins */
    struct curl_slist *headers;
    int timeout_ms, retries;
    bool tls;   /* https */
    bool local; /* this machine: a unix socket or a loopback address */
    bool maybe_proxy;
    bool by_hand, keeps_notes, patient, has_met_server;
    bool rings;         /* see client_ring */
    bool out_of_memory; /* met while curl was at work: see start_over */
};

#define NEVER INT64_MAX

/* options.c: fills the client from them; the strings are copied. */
enum status options_copy(struct client *client, const struct client_options *options, struct error *err);

/* engine.c */
enum status engine_open(struct client *client, struct error *err);
void engine_close(struct client *client);
enum status engine_check_fork(struct client *client, struct error *err);
enum status engine_add(struct client *client, CURL *easy, struct error *err);
void engine_remove(struct client *client, CURL *easy);
void engine_arm_timer(struct client *client);

/* sockets.c */
void sockets_of_multi(struct client *client);
void sockets_of_handle(struct client_call *call);
/* Asked when an event came: takes an idle one out of the set, and sees to it that curl uses it no more. */
bool sockets_is_idle(struct client *client, curl_socket_t socket);
void sockets_check_idle(struct client *client); /* the same for all on which an event has come by now */
void sockets_free(struct client *client);

/* request.c */
enum status request_copy(struct client_call *call, const struct client_request *request, struct error *err);
enum status request_check_header(const char *header, struct error *err);

/* handle.c */
bool handle_prepare(
    struct client_call *call); /* makes it if there is none, and sets it to the request; false: out of memory */
void handle_free(struct client_call *call);

/* attempt.c */
void attempt_schedule(struct client_call *call, enum call_state state, int64_t due);
void attempt_begin(struct client_call *call);
void attempt_stop(struct client_call *call);   /* takes it off the wire */
void attempt_cancel(struct client_call *call); /* no more than that: the call is neither waiting nor done afterwards */
void attempt_end(struct client_call *call, enum status status, bool retryable, const char *message);
void attempt_transferred(struct client_call *call, CURLcode code);
void attempt_due(struct client_call *call);

/* call.c */
void call_end(struct client_call *call, enum status status, const char *message);
void call_destroy(struct client_call *call);

/* answer.c */
void answer_collect(struct client_call *call); /* lets curl deliver here */
void answer_clear(struct client_call *call);

/*
 * What to make of curl's outcome: one that it calls complete may have ended inside the headers, or with an interim answer (1xx), and
 * an answer that announces too much is refused before it is read.
 */
CURLcode answer_check(struct client_call *call, CURLcode code, long http_status);
bool answer_add_header(struct client_call *call, const char *data, size_t length); /* false: too large, or no memory */
bool answer_add_body(struct client_call *call, const char *data, size_t length);

/* fault.c */
enum { FAULT_MESSAGE = sizeof((struct error *)NULL)->message };
enum status fault_status(const struct client_call *call, CURLcode code);
bool fault_lasts(CURLcode code); /* no repetition cures it */
void fault_describe(const struct client_call *call, enum status status, CURLcode code, char message[FAULT_MESSAGE]);

/* Takes out of the message what no log may show: the API key, and user names and passwords in URLs. */
void fault_redact(const struct client *client, char *message);

/* note.c */
void note_add(struct client_call *call, const char *message, int64_t retry_in_ms);
void notes_free(struct client *client);

/* heap.c */
bool heap_reserve(struct call_heap *heap, size_t count);
void heap_push(struct call_heap *heap, struct client_call *call);
void heap_remove(struct call_heap *heap, struct client_call *call);

/* queue.c */
void queue_push(struct call_queue *queue, struct client_call *call);
void queue_leave(struct client_call *call); /* whichever it stands in, if any */
struct client_call *queue_pop(struct call_queue *queue);

/* retry.c */
bool retry_wanted(int http_status);
void retry_heed_pace(struct client_call *call, int http_status); /* a paced call that met 429 has no attempt left */
int64_t retry_backoff_ms(int attempts);
int64_t retry_after_ms(struct str retry_after_ms_header, struct str retry_after_header, int64_t now_ms);

/* process.c */
void process_note(struct client *client); /* the client belongs to this process from now on */
bool process_is_same(const struct client *client);
void process_forget(struct client *client);

/* A broken connection must not end the process: SIGPIPE is held back around calls into TLS. */
struct sigpipe_guard {
    bool on, was_pending;
    sigset_t saved;
};
void sigpipe_hold(struct sigpipe_guard *guard, const struct client *client);
void sigpipe_release(const struct sigpipe_guard *guard);

#endif
