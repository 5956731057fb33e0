/*
 * upstream: services that the configuration names, asked over HTTP: search engines, picture models, maps, catalogues.
 *
 *   upstream.h   this file: a service is opened from its entry, and asked until it answers
 *   token.h      tokens that are given for client credentials
 *   entry.h      entries of the configuration, read and checked
 *   asking.h     one question while it is asked: its tries
 *   answers.h    answers that are kept for a while, so that the same question is not asked again
 *   pause.h      pauses between tries
 *   exchange.h   one HTTP exchange, piece by piece, on a kept connection
 *   json_text.h  JSON that came from elsewhere
 *
 * The address is trusted, since the configuration names it: no guard stands before it. What comes back is data. The
 * language models, which answer in streams and are paid by the token, have tries of their own (model/tries.h).
 */
#ifndef COPYDESK_NET_UPSTREAM_H
#define COPYDESK_NET_UPSTREAM_H

#include "base/base.h"

#include <jansson.h>

/* What is known of a service. All text outlives upstream_open, which copies it. */
struct upstream_settings {
    const char *name;       /* of the entry, for messages: "search.web" */
    const char *base_url;   /* without a slash at the end */
    const char *key_header; /* before the key: "X-API-KEY: "; NULL: no header carries it */
    const char *key_query;  /* the parameter of the query that carries it: "api_key"; NULL: none does */
    const char *key;        /* NULL: there is none. No message shows it, and no kept answer */
    const char *header;     /* that every request carries beside; NULL: none */
    long seconds;           /* for one question, with all its tries; 0: 30 */
    long parallel;          /* requests at once, the others wait in line; 0: 4 */
    long pause_ms;          /* least time between the starts of two requests, by the service's rules of use */
    long keep_seconds;      /* how long an answer is kept for the same question; 0: not at all */
    size_t max_bytes;       /* of an answer; 0: 4 MiB */
};

/* The members of an entry that upstream_read takes; to be listed for entry_check. */
#define UPSTREAM_MEMBERS "base_url", "api_key", "api_key_env", "seconds", "parallel"

/*
 * Reads those members over what *settings holds already: where base_url is set, an entry may do without. What is read
 * lives as long as the entry. E_INVALID names the member that is wrong and what is allowed, or a missing one.
 */
enum status upstream_read(const json_t *entry, bool needs_key, struct upstream_settings *settings, struct error *err);

struct upstream;

/* Nothing is sent before it is asked. Any number of threads may ask it at once. E_MEMORY. */
enum status upstream_open(const struct upstream_settings *settings, struct upstream **upstream, struct error *err);
void upstream_close(struct upstream *upstream); /* NULL is allowed; nobody asks it any more */

/* As in its settings, but for the defaults that are filled in. */
const struct upstream_settings *upstream_settings(const struct upstream *upstream);

struct upstream_request {
    const char *path;   /* behind base_url, with its query: "/search?q=basil"; or an absolute address */
    const char *header; /* that this request carries beside; NULL: none */
    const char *token;  /* sent as "Authorization: Bearer <token>", and no part of the question to kept answers; NULL:
                           none. No message shows it */
    struct str body;    /* sent with POST; data NULL: GET */
    const char *type;   /* of the body; NULL: application/json */
    const char *accept; /* NULL: application/json */
    bool is_fresh;      /* a kept answer will not do, and this one is not kept */
    bool is_paid;       /* each answer costs: it is not asked again after the connection broke in the middle */
    size_t max_bytes;   /* 0: as in the settings */
    bool sends_no_key;  /* for an absolute address of somebody else */
    /* Is an answer with 2xx one to keep? Some services tell of failures in them. NULL: any; of upstream_json any that
     * begins and ends as JSON does. */
    bool (*may_keep)(struct str body);
};

struct upstream_answer {
    int status;      /* of HTTP; 0: nothing came */
    struct str type; /* of the content, as sent; empty: not said */
    struct str body; /* a NUL follows */
    bool is_kept;    /* it was kept from an earlier question */
    int tries;       /* requests that were sent */
};

/*
 * Asks until there is an answer: up to three tries, after the pause that Retry-After names (two minutes at most) or a
 * growing, jittered one. Tried again: a connection that failed, and HTTP 408, 409, 425, 429, 500, 502, 503, 504. Ends
 * by the deadline of the look-up or after the seconds of the settings, whichever is earlier.
 *
 * OK: a status of 2xx. Otherwise the message names the service and says what to do, and *answer holds what came:
 * E_DENIED (401, 402, 403), E_NOT_FOUND (404, 410), E_INVALID (400, 422), E_LIMIT (429, or too large), E_UPSTREAM (any
 * other status), E_NETWORK, E_TIMEOUT, E_CANCELLED, E_MEMORY.
 */
enum status upstream_ask(struct upstream *upstream, const struct upstream_request *request, const struct lookup *lookup,
                         struct upstream_answer *answer);

/* The same, for an answer in JSON: an object or array, a new reference. E_UPSTREAM too: it is none. */
enum status upstream_json(struct upstream *upstream, const struct upstream_request *request,
                          const struct lookup *lookup, json_t **value);

/* A fault of what came back: "search.web: <text>". Gives E_UPSTREAM. */
enum status upstream_fault(const struct upstream *upstream, struct error *err, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Appends "?name=value" or "&name=value", percent-encoded, to the path of a request; nothing where the value is empty.
 */
void upstream_query(struct buf *path, const char *name, struct str value);

#endif
