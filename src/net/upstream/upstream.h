/*
 * upstream: services that the configuration names, asked over HTTP: search engines, picture models, maps, catalogues.
 *
 *   upstream.c   a service is opened from its entry and asked until it answers; answers kept for a while; tokens that
 *                are given for client credentials
 *   attempt.c    one exchange with a server of the configuration, and the pauses between tries
 *   entry.c      entries of the configuration, read and checked; JSON that came from elsewhere
 *
 * The address is trusted, since the configuration names it: no guard stands before it. What comes back is data. The
 * language models, which answer in streams and are paid by the token, have tries of their own (model/ask.c).
 */
#ifndef COPYDESK_NET_UPSTREAM_UPSTREAM_H
#define COPYDESK_NET_UPSTREAM_UPSTREAM_H

#include "base/system/system.h"
#include "net/net.h"

#include <jansson.h>
#include <pthread.h>
#include <stdatomic.h>

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

/* --- tokens for client credentials (RFC 6749, section 4.4): one is kept until shortly before it expires --- */

/* All text outlives upstream_tokens_open, which copies it. */
struct upstream_credentials {
    const char *name; /* of the entry, for messages */
    const char *url;  /* where tokens are given */
    const char *client_id, *client_secret;
    const char *scope; /* NULL: none is asked for */
};

struct upstream_tokens;

/* Nothing is sent before a token is asked for; any number of threads may ask at once. E_MEMORY. */
enum status upstream_tokens_open(const struct upstream_credentials *credentials, struct upstream_tokens **tokens,
                                 struct error *err);
void upstream_tokens_close(struct upstream_tokens *tokens); /* NULL is allowed */

/* A token in the arena of the look-up, for upstream_request.token. E_DENIED: the credentials are refused; statuses of
 * upstream_json. */
enum status upstream_token(struct upstream_tokens *tokens, const struct lookup *lookup, const char **token);

/* The service has refused this token: it is not given again. */
void upstream_token_refuse(struct upstream_tokens *tokens, const char *token);

/* --- one exchange (net/exchange.h) with a server that the configuration names, and pauses between tries --- */

/*
 * OK: the answer came to its end, whatever its HTTP status, or on_piece wanted no more of it. E_MEMORY, E_CANCELLED,
 * E_TIMEOUT, E_NETWORK, E_LIMIT (max_bytes). The message is about "it": "it accepts no connection".
 */
enum status exchange_run(struct exchange_pool *pool, struct exchange *exchange, struct error *err);

/* Milliseconds to wait after so many tries (1 or more): 0.5 s, doubling up to 8 s, less up to a quarter at random, as
 * in the clients of OpenAI and AWS. */
int64_t pause_length(int tries);

/* Waits so many milliseconds. E_CANCELLED soon after *cancel (may be NULL) became true. */
enum status pause_wait(int64_t ms, const atomic_bool *cancel, struct error *err);

/* --- entries of the configuration such as products = { api = "file", path = "products.json" } --- */

/* name: of the entry in messages: "products". names: the apis that there are; *number: which of them it is.
 * E_INVALID. */
enum status entry_api(const json_t *entry, const char *name, const char *const *names, size_t count, size_t *number,
                      struct error *err);

/* Has the entry no members but these (NULL-terminated) and api? E_INVALID names the first other one. */
enum status entry_check(const json_t *entry, const char *name, const char *const *members, struct error *err);

/* A member that must be a text and not empty; it lives as long as the entry. E_INVALID. */
enum status entry_text(const json_t *entry, const char *name, const char *member, const char **text, struct error *err);

/* The same, where it may be absent: then *text stays. */
enum status entry_optional(const json_t *entry, const char *name, const char *member, const char **text,
                           struct error *err);

/* A member that must be an http or https address without user, query and fragment; where it is absent *address stays,
 * and must be there already. E_INVALID, E_MEMORY. */
enum status entry_address(const json_t *entry, const char *name, const char *member, const char **address,
                          struct error *err);

/* The key: `api_key`, or what the environment variable holds that `api_key_env` names; *key stays where there is
 * neither. A key of the environment lives until that changes. is_needed: there must be one. E_INVALID. */
enum status entry_key(const json_t *entry, const char *name, bool is_needed, const char **key, struct error *err);

/* A whole number; *number stays where it is absent. E_INVALID. */
enum status entry_whole(const json_t *entry, const char *name, const char *member, long least, long most, long *number,
                        struct error *err);

/* Names of entries for several things: a name, or the beginning of names and a star ("alpha-*", "*"). */
bool entry_is_pattern(const char *pattern);
/* How well a name fits, more for longer patterns and most for the whole name; 0: not at all. */
size_t entry_match(const char *pattern, const char *name);

/* Is it an http or https address without user, query and fragment? E_MEMORY. */
enum status entry_address_check(const char *address, bool *is_good);

/* Is the host of the address this machine? False when memory ran out. */
bool entry_is_local(const char *address);

/* May the text stand in a header: printable, without blanks? */
bool entry_is_plain(const char *text);

/* --- JSON that came from elsewhere, for a parser that recurses and does not always know when memory ran out --- */

/* json_loadb that knows when memory ran out: NULL and *no_memory, or NULL and the fault. */
json_t *json_text_load(struct str json, size_t flags, bool *no_memory, json_error_t *fault);

/* Is the JSON nested no deeper than that, and are there few enough lists, objects and values in it? An empty list of
 * three bytes takes hundreds in memory. */
bool json_text_is_modest(struct str json, int depth);

/* --- answers that are kept for a while, by the question: a bounded number of bytes, the oldest go first --- */

enum { ANSWERS_MOST = 512, ANSWERS_BYTES = 16 * 1024 * 1024 /* usually */, ANSWERS_ASKED = 64 };

/* Any thread; does not move while it is used. */
struct answers {
    pthread_mutex_t lock;
    struct answers_entry {
        uint64_t hash;
        char *text; /* the question, and behind it type and body */
        size_t question, type, body;
        int64_t until;    /* clock_mono_ms */
    } list[ANSWERS_MOST]; /* in order of their ages, from `first` on */
    size_t first, count, bytes, most_bytes;
    uint64_t asked[ANSWERS_ASKED]; /* hashes of the questions that are being asked */
    size_t asked_count;
    pthread_cond_t ended; /* one of them is asked no more */
};

void answers_init(struct answers *answers, size_t most_bytes);
void answers_destroy(struct answers *answers);

/* Finds what was answered, and copies it into the arena. E_NOT_FOUND: nothing that is young enough; E_MEMORY. */
enum status answers_find(struct answers *answers, struct str question, struct arena *arena, struct str *type,
                         struct str *body, struct error *err);

/* Keeps an answer for so many seconds, if there is memory for it. */
void answers_keep(struct answers *answers, struct str question, struct str type, struct str body, long seconds);

/* The same question is asked by one at a time. False: somebody asks it now (answers_wait). True: answers_end must
 * follow. */
bool answers_begin(struct answers *answers, struct str question);
void answers_end(struct answers *answers, struct str question);

/* Waits until nobody asks the question any more. E_CANCELLED, E_TIMEOUT (deadline: clock_mono_ms). */
enum status answers_wait(struct answers *answers, struct str question, const atomic_bool *cancel, int64_t deadline);

#endif
