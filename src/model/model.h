/*
 * model: language models over HTTP, and beside them the writer that needs none.
 *
 *   registry.c   the models of a configuration: entries read and checked (entry.h), and which name leads to which
 *   ask.c        a question: its turn, its limits, its tries, an answer that was cut off; is the model there?
 *   backend.h    what a wire format is; its rows are in openai.c (also Ollama, llama.cpp, vLLM and gateways) and
 *                anthropic.c
 *   answer.h     an HTTP answer read while it arrives: server-sent events, a whole JSON, an error
 *   reply.h      what an answer says: its text without reasoning, how it ended, what it cost
 *   form.h       the shape of a JSON answer, told by an example: its schema for the wire, and a tolerant reader
 *   prompts/     the texts of the prompts, one file per kind of call
 *   check/       what an answer is checked for before it may stand in an article
 *   builtin/     the writer that needs no language model
 *
 * To add a wire format, write a file with its `const struct model_backend` and name it in the list of registry.c; the
 * configuration then takes entries with its `api`. Nothing else knows which there are.
 *
 * Requests go to the address that the configuration names: it is trusted, and no guard stands before it. What comes
 * back is data.
 */
#ifndef COPYDESK_MODEL_MODEL_H
#define COPYDESK_MODEL_MODEL_H

#include "model/form.h"
#include "text/text.h"

#include <jansson.h>
#include <stdatomic.h>

/* --- JSON as language models write it: inside other text, with raw line breaks in strings and commas too many --- */

/* Deepest nesting that is read. */
enum { LOOSE_JSON_DEPTH = 32 };

enum loose_json {
    LOOSE_JSON_FOUND,
    LOOSE_JSON_NONE,   /* no opening bracket follows */
    LOOSE_JSON_CUT,    /* the text ends before the brackets are balanced */
    LOOSE_JSON_TANGLED /* brackets that do not match, or nested too deeply */
};

/*
 * The next value at or after *at that opens with this bracket, '{' or '['. FOUND: *out holds it as JSON that a strict
 * parser may read (control characters in strings escaped, commas before a closing bracket dropped), *at is behind it.
 * CUT, TANGLED: *at is behind its opening bracket. What is wrong beside that stays as it is. Check out->failed.
 */
enum loose_json loose_json_next(struct str text, size_t *at, char open, struct buf *out);

/* --- what is written: sentences that know where they come from; and the excerpts that a model is shown --- */

enum { OWN_WORDS = -1 };

/* A link inside a sentence: text[start, start + length) leads to url. Its address comes from the customer or from data,
 * never from a model. length 0: there is none. */
struct model_link {
    struct str url;
    size_t start, length;
};

enum { ALSO_SOURCES = 3 };

/* Lists within each other; what is deeper stands in the last. */
enum { LISTS_DEEP = 6 };

/* One sentence and where it comes from. Plain text, never markup; with has_code, `backticks` mark code in it. */
struct model_sentence {
    struct str text;
    int source;             /* number of the source that says it; OWN_WORDS for the writer's own */
    int also[ALSO_SOURCES]; /* numbers of further sources that say it, each plus 1; 0: no more */
    long id;                /* which sentence of the sources it is, verbatim; -1: none */
    int item;               /* 0: running text; n: part of the n-th item of a list */
    int level;              /* of an item: how deep it stands, 0 and 1: in no other list */
    bool is_ordered;        /* of one that stands deeper: its list is numbered */
    struct str term;        /* what an item describes; stands before its first sentence; empty: nothing */
    bool has_code;
    struct spans spans; /* marks on its text */
    struct str code;    /* of a part of an item: the listing that stands behind it in its item; empty: none */
    struct model_link link;
    const struct model_link *more; /* further links, behind that one and in order */
    size_t more_count;
};

enum model_block_kind {
    TEXT_RUNNING,    /* a paragraph; or running text and the list that it announces, when some sentences have an item */
    TEXT_TABLE,      /* the sentences are cells, row by row; the first row is its head */
    TEXT_CODE,       /* code, as it stands */
    TEXT_QUOTE,      /* a quotation: each sentence a paragraph, or an item where it has a number */
    TEXT_SUBHEADING, /* one sentence: a heading below that of the text */
    TEXT_PICTURE     /* a picture; or, until the article type puts it there, the name of what stands here, as code */
};

/* A picture or a film of the page that an article is written from. */
struct model_picture {
    struct str url, alternative, caption;
    bool is_film; /* the address of a player */
};

struct model_block {
    struct model_sentence *sentences;
    size_t count;
    enum model_block_kind kind;
    bool is_ordered; /* items are numbered */
    size_t columns;  /* of a table */
    int first_item;  /* the number of its first item; 0: 1 */
    const struct model_picture *picture;
    struct str code, code_language; /* "bash"; empty: not known */
};

struct model_text {
    struct model_block *blocks;
    size_t count;
};

/* A piece of a source as a language model is shown it. */
struct model_excerpt {
    struct str text;    /* cleaned (model/check/check.h) */
    struct str heading; /* what it stands under in its source, as a path: "RAID levels > RAID 5" */
    struct str name;    /* of its source, for people: the page's title */
    int source;         /* number of the source */
    struct str day;     /* of its source: "2026-01-31"; empty: not known */
    size_t voices;      /* of how many buyers it tells: a review of one; 0: of none */
    struct str shown; /* the text with the marks of links and lists, as it stands in prompts; empty: the text itself */
    bool is_mark;     /* it stands for a picture, a table or code, which nobody writes anew */
    bool is_item;     /* of a list, whose items all stay */
};

/* --- one question --- */

enum model_role { MODEL_USER, MODEL_ASSISTANT };

struct model_message {
    enum model_role role;
    struct str text;
};

struct model_prompt {
    struct str system;
    const struct model_message *messages; /* in turns; the first and the last are the user's */
    size_t count;
    /* Of a JSON answer; NULL: prose. Where the schema is not sent (is_prompted, or the server does not take one), its
     * example is added to the last message. */
    const struct model_form *form;
    double temperature;
    long max_tokens;             /* of the answer; 0: the entry's max_output */
    const char *idempotency_key; /* the same for every try of this question; NULL: none is sent */
};

struct model_answer {
    /* Without reasoning ("<think>...", reasoning_content). Where a form was asked for, what should be its JSON:
     * model_form_read reads it. */
    struct str text;
    bool is_cut;         /* it ended at the token limit, though prose was continued as often as is allowed */
    const char *problem; /* what is odd about it, for the record; NULL: nothing */
};

/* What calls cost, in tokens, as the backend says or, where it says nothing, estimated. */
struct model_usage {
    long input, output;
};

/* What a call is given beside its question. It belongs to one thread, lives on the stack of the caller, and is used
 * for one question. */
struct model_call {
    struct arena *arena;
    struct error *err;
    const atomic_bool *cancel; /* true: return soon, with E_CANCELLED; NULL: it cannot be called off */
    /* In clock_mono_ms; when it has passed: E_TIMEOUT. 0: the entry's `seconds`, counted from its turn on, so that a
     * question may wait for others as long as it takes. */
    int64_t deadline;
    /* Gets the text as it grows, piece by piece, on the thread of the call; NULL: nobody watches. After a retry the
     * text, or the continuation that is tried again, begins again. */
    void (*on_text)(void *context, struct str piece);
    void *context;
    struct model_usage usage; /* what the question cost is added, also when it fails */
    int tries;                /* HTTP requests that were made */
};

/* --- models --- */

enum model_effort { MODEL_FULL, MODEL_PLAIN }; /* plain: a weak model, fewer and smaller calls */

/* What an entry of the configuration says, with defaults filled in. */
struct model_settings {
    const char *name;     /* of the entry: "alpha-6-luna", "beta-*", "*" */
    const char *api;      /* "builtin", "openai", "anthropic" */
    const char *base_url; /* "http://127.0.0.1:8000/v1" */
    const char *model;    /* its name upstream; the request's modelVersion where the entry names none */
    long context;         /* tokens of prompt and answer together */
    long max_output;      /* tokens of an answer */
    long seconds;         /* for one question, retries included; half of them may pass between two pieces */
    long parallel;        /* questions at once, over all articles */
    long article_tokens;  /* most that one article may use, prompts and answers together */
    enum model_effort effort;
    bool is_prompted;                 /* structured = "prompt": the JSON is asked for in words alone */
    bool has_fallback;                /* fallback = "builtin": the built-in writer writes what it cannot write */
    double input_price, output_price; /* per million tokens; negative: not said */
};

struct model;  /* one entry, open; used by any number of threads */
struct models; /* all entries of a configuration */

/*
 * Opens `models` of the configuration: an object of entries by name ("alpha-6-luna", "beta-*", "*"); NULL or empty: the
 * built-in writer for every name. No connection is made. E_INVALID: the message names the entry, the member that is
 * wrong and what is allowed; also when the environment variable of api_key_env is not set. E_MEMORY.
 */
enum status models_open(const json_t *entries, struct models **models, struct error *err);
void models_close(struct models *models); /* NULL is allowed */

/* The model for a modelVersion: the entry of that name, or the one with the longest matching name; without one the
 * built-in writer. */
const struct model *models_find(const struct models *models, const char *name);

/* All entries, in the order of the configuration. */
size_t models_count(const struct models *models);
const struct model *models_at(const struct models *models, size_t number);

const struct model_settings *model_settings(const struct model *model);

/* Is it a language model? False: the built-in writer. */
bool model_is_language(const struct model *model);

/*
 * Names the model in a message about "it": by its name at its server, or by the one that was asked for where the entry
 * has none, and by the entry, which is where it is changed. OK and E_MEMORY are left as they are.
 */
enum status model_error(const struct model *model, const char *asked, enum status status, struct error *err);

/*
 * Asks the model, and waits: for its turn (parallel), for the answer, for retries. name: the request's modelVersion,
 * where the entry has no upstream name of its own. Answers live in call->arena. A cut-off answer in prose is continued
 * up to twice. OK, or with a message for the user that says what the backend said:
 *   E_MEMORY     an allocation failed
 *   E_CANCELLED  *call->cancel became true
 *   E_TIMEOUT    the deadline passed, or nothing came for a while
 *   E_NETWORK    the model cannot be reached, or the connection broke each time
 *   E_DENIED     it refuses the key
 *   E_LIMIT      the question is too long for it (or its server has cut the prompt: answer->problem says so too), or it
 *                takes no more questions now
 *   E_UPSTREAM   it answers with an error, or with what is no answer of its format
 *   E_CORRUPT    it answers, but with nothing, with a refusal, or with a call of a tool: another question may do better
 */
enum status model_ask(const struct model *model, const char *name, const struct model_prompt *prompt,
                      struct model_call *call, struct model_answer *answer);

/* About how many tokens a text is: 3.5 bytes each, of Chinese and Japanese 1.75. */
long model_tokens(struct str text);

/* Is the model there? Asks for its list of models (GET {base_url}/models). */
struct model_reach {
    bool is_listed; /* its upstream name is in the list */
    size_t count;   /* models in the list */
    double seconds; /* until the answer */
};
enum status model_reach(const struct model *model, struct model_call *call, struct model_reach *reach);

#endif
