/*
 * model: who writes. A backend is a small table of functions that turn what the sources say into titles, outlines and
 * text. The built-in writer composes from the sources' own sentences and needs nothing else; language models stand
 * beside it.
 *
 *   model.h     what a model is asked, what it answers, and what each call is given
 *   registry.c  the backends, one row each; makes a model from an entry of the configuration
 *   builtin/    the writer that needs no language model
 *
 * To add a backend, write a file with its `const struct model_backend` and name it in the list of registry.c; the
 * configuration then takes entries with its `api`. Nothing else knows which backends there are.
 *
 * What a call returns lives in the arena of the call, and may point into what the call was given. Text that a backend
 * returns is plain text, never markup.
 */
#ifndef COPYDESK_MODEL_H
#define COPYDESK_MODEL_H

#include "text/text.h"

#include <jansson.h>
#include <stdatomic.h>

enum { OWN_WORDS = -1 };

/* One sentence and where it comes from. */
struct model_sentence {
    struct str text;
    int source;      /* number of the source that says it; OWN_WORDS for the writer's own */
    long id;         /* which sentence of the sources it is, verbatim; -1: none */
    int item;        /* 0: running text; n: part of the n-th item of a list */
    struct str term; /* what an item describes; stands before its first sentence; empty: nothing */
};

/* A paragraph; or running text and the list that it announces, when some sentences have an item. */
struct model_block {
    struct model_sentence *sentences;
    size_t count;
};

struct model_text {
    struct model_block *blocks;
    size_t count;
};

/* Neighbouring sentences of one source; those with an item are a list. By section, place and paragraph the built-in
 * writer puts passages of one source back together. */
struct model_passage {
    int source;
    size_t section;   /* which section of the sources: two passages with one number stand under one heading */
    size_t place;     /* where in its source: passages of one source read in this order */
    size_t paragraph; /* two passages of one source with one number are parts of one paragraph */
    double score;     /* 0-1, how well it fits */
    struct model_sentence *sentences;
    size_t count;
};

enum point_of_view { THIRD_PERSON, FIRST_PERSON_SINGULAR, FIRST_PERSON_PLURAL, SECOND_PERSON };

/* What the caller wishes for in words of its own, which only a language model can follow. Empty: nothing. */
struct model_wishes {
    struct str tone_profile;                 /* name of a style: "seo_optimized", "automatic", "custom" or any other */
    struct str tone;                         /* the style described; with the profile "custom" */
    struct str instructions;                 /* for the outline and all text */
    struct str title, introduction, section; /* for these calls alone */
    bool is_easy;                            /* short sentences and simple words */
};

/* What is true of the whole article; the same in every call. */
struct model_brief {
    struct str keyword; /* as the caller spells it */
    const struct language *language;
    enum point_of_view point_of_view;
    struct str keyword_phrase; /* the keyword as it stands in running text: with an article where the sources use one */
    struct model_wishes wishes;
};

/* A heading of the sources, as a candidate for the outline. */
struct model_heading {
    struct str text;
    int source;
    int depth;          /* 0: a page's title, 1: a main heading, 2: one below the last main heading before it */
    bool is_subtopic;   /* of its page: the page is about a part of the keyword's subject, not all of it */
    double position;    /* 0-1: in its source; in the row of sources when it is of a subtopic page */
    double relevance;   /* to the keyword, 0-1 */
    size_t words;       /* of usable text right below it */
    size_t total_words; /* with the headings inside it */
};

struct model_section {
    struct str title;
    struct str instructions; /* the caller's, may be empty */
    struct model_section *subsections;
    size_t count;
};

struct model_outline {
    struct model_section *sections;
    size_t count;
};

struct model_outline_request {
    const struct model_heading *headings; /* source by source, in document order */
    size_t count;
    size_t min_sections, max_sections; /* 0, 0: as many as the sources carry */
};

struct model_title_request {
    const struct model_outline *outline;
};

enum model_part { PART_INTRODUCTION, PART_SECTION, PART_CONCLUSION, PART_TAKEAWAYS, PART_ANSWER };

struct model_text_request {
    enum model_part part;
    struct str heading;                   /* of the section; the question to answer; empty for other parts */
    struct str instructions;              /* the caller's for this section; empty: none */
    const struct model_passage *passages; /* best first */
    size_t count;
};

/* A question that readers may have, with the passages that answer it. */
struct model_question {
    struct str text;
    struct model_passage answer;
};

struct model_questions_request {
    const struct model_question *asked; /* by the sources themselves */
    size_t asked_count;
    const struct model_passage *passages; /* to draw further questions from */
    size_t count;
    size_t max_questions;
};

/* What calls cost, in tokens; 0 for a backend that counts none. */
struct model_usage {
    long input, output;
};

/* What a call is given beside its question. It belongs to one thread, lives on the stack of the caller, and is used
 * for one call. */
struct model_call {
    struct arena *arena;
    struct error *err;
    const atomic_bool *cancel; /* true: return soon, with E_CANCELLED; NULL: it cannot be called off */
    int64_t deadline;          /* in clock_mono_ms, 0: none; when it has passed: E_TIMEOUT */
    /* Gets the text as it grows, piece by piece, on the thread of the call; NULL: nobody watches. A backend that has
     * the text all at once need not call it. */
    void (*on_text)(void *context, struct str piece);
    void *context;
    struct model_usage usage; /* the backend adds what the call cost, also when the call fails */
};

/*
 * A backend. All functions but open and close may be called by several threads at once for one state.
 *
 * Each call returns OK or one of these, with a message that tells the user what to do about it:
 *   E_MEMORY     an allocation failed
 *   E_CANCELLED  *call->cancel became true
 *   E_TIMEOUT    call->deadline passed
 *   E_NETWORK    the model cannot be reached, or the connection broke
 *   E_DENIED     it refuses the key
 *   E_LIMIT      the question is too long for it, or it takes no more of them now
 *   E_UPSTREAM   it answers with an error, or with what cannot be used
 *   E_INVALID    it cannot write in the language of the brief
 * A backend retries by itself what is worth it. The built-in writer returns OK, E_MEMORY or E_INVALID alone.
 */
struct model_backend {
    const char *api; /* its name in the configuration: "builtin" */

    /*
     * Makes the state of a model from its entry of the configuration. E_INVALID: the message names the member that
     * is wrong and what is allowed; E_MEMORY. No connection is made. NULL: there is no state, and `api` is the
     * entry's only member.
     */
    enum status (*open)(const json_t *entry, void **state, struct error *err);
    void (*close)(void *state); /* NULL: there is nothing to free */

    enum status (*outline)(void *state, const struct model_brief *brief, const struct model_outline_request *request,
                           struct model_call *call, struct model_outline *outline);
    enum status (*title)(void *state, const struct model_brief *brief, const struct model_title_request *request,
                         struct model_call *call, struct str *title);
    /* A text without blocks when the passages give none. */
    enum status (*text)(void *state, const struct model_brief *brief, const struct model_text_request *request,
                        struct model_call *call, struct model_text *text);
    enum status (*questions)(void *state, const struct model_brief *brief,
                             const struct model_questions_request *request, struct model_call *call,
                             struct model_question **questions, size_t *count);
};

/* A backend with the settings of one entry. Read-only once it is open; used by several threads. */
struct model {
    const struct model_backend *backend;
    void *state;
};

/*
 * Opens a model of the backend with this api (NULL: the entry names none). entry: the model's table in the
 * configuration; NULL: no settings. E_INVALID: no backend has this api, or the entry is wrong; the message names what
 * is allowed. E_MEMORY.
 */
enum status model_open(const char *api, const json_t *entry, struct model *model, struct error *err);

/* Closes it; one that could not be opened is allowed. */
void model_close(struct model *model);

#endif
