/*
 * A wire format of language models: one const row, in a file of its own. Everything else is the same for all of them:
 * `Content-Type`, the key behind `key_header`, `Idempotency-Key`; answers as server-sent events of which the data is
 * JSON, or whole as JSON; errors as JSON or text (reply.h); `GET {base_url}/models` with {"data":[{"id":"..."}]}.
 */
#ifndef COPYDESK_MODEL_BACKEND_H
#define COPYDESK_MODEL_BACKEND_H

#include "model/model.h"
#include "model/reply.h"

/*
 * In what a server differs from others of its format, as bits. What it refuses is left out when the question is sent
 * again, and from then on in all questions to it.
 */
enum model_variation {
    NO_STREAM_OPTIONS = 1,
    COMPLETION_TOKENS = 2, /* max_completion_tokens instead of max_tokens */
    NO_TEMPERATURE = 4,
    NO_SCHEMA = 8 /* the JSON is asked for in words alone */
};

/* A question, ready to be written. Everything is borrowed. */
struct model_question {
    const char *model; /* name upstream */
    struct str system; /* empty: none */
    const struct model_message *messages;
    size_t count;
    const char *form_name; /* of the schema; NULL: prose, or JSON that is asked for in words */
    json_t *schema;
    double temperature;
    long max_tokens;
    unsigned variations;
};

struct model_backend {
    const char *api;        /* of the configuration */
    const char *path;       /* behind base_url: "/chat/completions"; NULL: no language model */
    const char *key_header; /* before the key: "Authorization: Bearer " */
    const char *header;     /* that each request carries beside; NULL: none */

    /* The body of the request: a new reference; NULL when memory ran out. */
    json_t *(*write)(const struct model_question *question);

    /* Reads an event into the reply. What it does not know is passed over; whether memory ran out is in reply->text. An
     * error that the server reports is not given to it. */
    void (*read_event)(struct reply *reply, const json_t *event);

    /* Reads an answer that came in one piece. OK; E_UPSTREAM with the fault: it is none of the format; E_MEMORY. */
    enum status (*read_whole)(struct reply *reply, const json_t *answer, struct error *err);

    /* What the server does not take, by its message about a request that it refused; 0: nothing that can be left out.
     */
    unsigned (*read_refusal)(struct str message);
};

#endif
