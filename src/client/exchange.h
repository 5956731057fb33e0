/*
 * What the files of client share: the engine, its sockets and timers; what a client is set to; a request and its answer
 * over a curl handle, which is kept from one use to the next.
 */
#ifndef COPYDESK_CLIENT_EXCHANGE_H
#define COPYDESK_CLIENT_EXCHANGE_H

#include "base/base.h"
#include "client/client.h"
#include "client/heap.h"
#include "client/queue.h"

#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* --- the sockets that curl opens, watched through an epoll descriptor --- */

struct watched_socket {
    uint32_t events; /* that epoll reports for it; 0: it is not in the epoll set */
    bool is_ours;    /* opened and closed by the engine */
    bool is_idle;    /* in the set, though no transfer uses it */
};

struct sockets {
    int epoll;                   /* the engine's */
    bool is_tls;                 /* whether the connections speak TLS to the server */
    struct watched_socket *list; /* by descriptor */
    size_t count;
};

/*
 * *error is set whenever the handle opens a socket: why that failed (an errno), or 0. Both pointers live as long as the
 * handle.
 */
void sockets_of_handle(struct sockets *sockets, CURL *handle, int *error);

/* --- whether the process was forked since its client was opened --- */

/* Zeroed before the first process_remember. */
struct process {
    pid_t pid;
    volatile char *mark; /* 1 in the process that set it, 0 in a child; NULL where the kernel offers no such page */
};

/*
 * --- engine: one curl multi handle, curl's sockets and a set of timers behind a single pollable descriptor ---
 *
 * It knows nothing of what is transferred: it starts transfers and timers, and calls back when one ends or is due.
 * Callbacks are called from engine_step and engine_check_fork only; they may start and end other transfers and timers,
 * and must not close the engine.
 */

/* One use of a curl handle. Belongs to whoever starts it, and must not move while it is added. */
struct engine_transfer {
    CURL *handle; /* its CURLOPT_PRIVATE is the engine's */
    /* Called when curl is done with the handle, which has been removed from the engine and may be asked for details. */
    void (*ended)(void *context, CURLcode code);
    void *context;
    bool is_added;
    struct engine_transfer *prev, *next; /* in engine->transfers */
};

struct engine_setup {
    bool is_tls;         /* the connections speak TLS to the server */
    bool blocks_sigpipe; /* curl may write in a way that raises SIGPIPE: through TLS, to the server or to a proxy */
    size_t connections;  /* how many idle ones are kept */
    /* While this queue holds something, the descriptor is readable and a step does not wait. */
    const struct queue *outgoing;
    /*
     * The process is a forked child. All curl handles made so far stand for the parent's connections: they must not be
     * used or cleaned up, only forgotten. The transfers that used them are not in the engine any more and get no other
     * callback; timers are still set.
     */
    void (*forked)(void *context);
    void *context;
};

struct engine {
    struct engine_setup setup;
    struct process process; /* that made the handles below */
    CURLM *multi;           /* NULL: closed */
    struct sockets sockets; /* its epoll descriptor is the pollable one; -1 before it is made */
    int timer_fd;           /* timerfd inside epoll, made when engine_fd is first asked; -1 before */
    int64_t timer_fd_due;   /* monotonic ms; ENGINE_NEVER: not armed */
    int64_t curl_due;       /* monotonic ms of curl's own next timer; ENGINE_NEVER: it has none */
    struct timer_heap timers;
    struct engine_transfer *transfers;
    bool keeps_readable; /* see engine_keep_readable */
    bool skips_wait;     /* see engine_skip_wait */
    bool out_of_memory;  /* met while curl was at work: see start_over */
};

#define ENGINE_NEVER INT64_MAX

/* To be called before anything else; opens nothing. */
void engine_init(struct engine *engine);

/* E_IO or E_MEMORY: no descriptor, or no memory. The engine is to be closed in any case. */
enum status engine_open(struct engine *engine, const struct engine_setup *setup, struct error *err);
void engine_close(struct engine *engine);

/*
 * To be called before each use: in a forked child everything is made anew. Also opens what could not be opened before.
 */
enum status engine_check_fork(struct engine *engine, struct error *err);

/* Puts the transfer's handle to work. */
enum status engine_add(struct engine *engine, struct engine_transfer *transfer, struct error *err);

/* Breaks the transfer off, without a callback. One that is not added is allowed. */
void engine_remove(struct engine *engine, struct engine_transfer *transfer);

/* See client_fd, client_timeout and client_step. */
int engine_fd(struct engine *engine, struct error *err);
int engine_timeout(const struct engine *engine);
enum status engine_step(struct engine *engine, int timeout_ms, struct error *err);

/*
 * To be called when a timer was set or the outgoing queue was filled outside a step, so that the descriptor becomes
 * readable for it.
 */
void engine_arm_timer(struct engine *engine);

/* While on, the descriptor is readable, whatever there is to do. */
void engine_keep_readable(struct engine *engine, bool on);

/*
 * To be called from a callback when the caller of the step has something to look at: the step returns without waiting.
 */
void engine_skip_wait(struct engine *engine);

/* --- what comes back: headers and body, collected piece by piece and limited in size --- */

/* Zeroed before its first use; the buffers belong to it. */
struct answer_text {
    struct buf headers, body;
    size_t header_bytes;   /* received, those of interim answers (1xx) included */
    bool has_headers;      /* all of them have come */
    int http_status;       /* of a complete answer; 0: there is none */
    const char *too_large; /* what was too large, in words; NULL: nothing */
};

void answer_text_clear(struct answer_text *answer); /* keeps the buffers, unless they are very large */
void answer_text_free(struct answer_text *answer);

/*
 * The outcome of a transfer into this answer, given curl's. An answer that curl calls complete may have ended inside
 * the headers, or with an interim answer; then it is CURLE_GOT_NOTHING, and `message` says so. One that announces too
 * much is refused by curl before it is read, and so is one with too long a line before the body; then too_large is set.
 */
CURLcode answer_text_check(struct answer_text *answer, CURL *handle, CURLcode code, long http_status,
                           char message[CURL_ERROR_SIZE]);

/* False: too large (then too_large is set), or out of memory (then the buffer has failed). */
bool answer_text_add_header(struct answer_text *answer, const char *data, size_t length);
bool answer_text_add_body(struct answer_text *answer, const char *data, size_t length);

/* See client_call_header and client_call_retry_after_ms. */
struct str answer_text_header(const struct answer_text *answer, const char *name);
int64_t answer_text_retry_after_ms(const struct answer_text *answer);

/* --- settings: what the options of a client come to, in the form in which requests need them --- */

/* Read only, once made. */
struct settings {
    struct arena *arena;                                                                       /* the strings below */
    const char *base_url, *socket_path, *api_key, *ca_file, *client_cert, *client_key, *proxy; /* NULL: none given */
    const char *server_shown, *proxy_shown; /* both as messages may show them; proxy_shown NULL: none given */
    CURLU *address;                         /* base_url in parts */
    size_t authority_length;                /* of base_url, with the scheme: where its path begins */
    struct curl_slist *headers;
    int timeout_ms, retries;
    bool is_tls;                                                /* https */
    bool is_local;                                              /* this machine: a unix socket or a loopback address */
    bool maybe_proxy;                                           /* there is one, or the environment may name one */
    bool external_transport, logs_attempts, waits_for_takeover; /* see client_options */
};

/* --- the text of a request, checked and copied, in the form that curl takes --- */

/* Zeroed before its first use; the memory belongs to it. */
struct request_text {
    struct buf text;            /* method, URL, headers, each ended by a NUL */
    size_t url;                 /* offset in text */
    struct curl_slist *headers; /* array of header_count, pointing into text; the last one leads on to the settings' */
    size_t header_count, header_cap;
    struct buf body;
    bool has_body;
};

/* E_INVALID unless it reads "Name: value" without control characters. */
enum status request_text_check_header(const char *header, struct error *err);

/*
 * Fills the request, in place of an earlier one. Takes over the body (NULL: none), whose buffer is empty afterwards,
 * also on failure. The settings must outlive its use, but not request_text_free. Statuses as client_start.
 */
enum status request_text_make(struct request_text *request, const struct settings *settings,
                              const struct client_request *asked, struct buf *body, struct error *err);

const char *request_text_method(const struct request_text *request);
const char *request_text_url(const struct request_text *request);

/*
 * The header at this place among those that are sent, "Name: value"; NULL past the last. settings NULL: the request's
 * own alone.
 */
const char *request_text_header(const struct request_text *request, const struct settings *settings, size_t index);

/* --- one request and its answer --- */

/* Zeroed before its first use. Must not move once it is prepared: curl's handle points into it. */
struct client_exchange {
    struct engine_transfer
        transfer; /* its handle is NULL before the first attempt, and always with an external transport */
    struct request_text request;
    struct answer_text answer;
    int socket_errno; /* why no socket could be made; 0: one could */
    char curl_message[CURL_ERROR_SIZE];
};

enum { EXCHANGE_MESSAGE = sizeof((struct error *)NULL)->message };

/* Makes the handle if there is none, and sets it to the request. False: out of memory. */
bool exchange_prepare(struct client_exchange *exchange, const struct settings *settings, struct sockets *sockets);

/* Cleans up the curl handle; the request and the answer stay. */
void exchange_drop_handle(struct client_exchange *exchange);

/* Frees what it owns, not itself. */
void exchange_free(struct client_exchange *exchange);

/* What an exchange came to whose transfer ended with this code: OK, E_LIMIT, E_MEMORY or E_NETWORK. */
enum status exchange_status(const struct client_exchange *exchange, CURLcode code);

/* Writes why it came to that status, which is not OK. */
void exchange_describe(const struct client_exchange *exchange, const struct settings *settings, enum status status,
                       CURLcode code, char message[EXCHANGE_MESSAGE]);

/* --- what no message and no log may show --- */

/* Takes the API key (NULL: none), and user names and passwords in URLs, out of the message, which never gets longer. */
void redact(const char *api_key, char *message);

#endif
