/*
 * The one article that is being written, and what all its parts need: what the caller wants, the sources, notes,
 * progress, and the outputs of finished steps, which survive when the process ends. The front header of the folder.
 *
 *   writing.h   this file
 *   steps.c     stored steps
 *   keyword_list.c  what a keyword says of a list
 *   writing_sought.c  are the pages about the keyword?
 *   call_link.c where a call to action leads
 *   source_report.h: every source that was looked at, and what came of it
 *   tasks.c     work of one article side by side
 *   brief.h     what is true of the whole article is read from the config
 *   brand.h     the customer's brand in texts
 *   pipeline.h  how each engine writes
 *   plan.h      title, headings, and the excerpts that each is written from
 *   draft.h     the text, part by part
 *   document.h  the article as a typed tree, and its HTML
 *   article_type.h: what an article type is
 *
 * Each piece of work side by side has a struct writing of its own (tasks_run): what is behind `shared` is one for all
 * of them, everything else belongs to one thread.
 */
#ifndef COPYDESK_WRITE_WRITING_H
#define COPYDESK_WRITE_WRITING_H

#include "base/codes.h"
#include "model/builtin/builtin.h"
#include "research/excerpt/excerpt.h"
#include "research/sought/sought.h"
#include "research/topic/topic.h"
#include "write/params/params.h"
#include "write/write.h"

#include <pthread.h>

/* What the caller wishes for in words of its own, which only a language model can follow. Empty: nothing. */
struct wishes {
    struct str style;        /* how the article speaks: a style's name, the caller's description, or one made for it */
    struct str instructions; /* for the outline and all text */
    struct str title, introduction, section, item, cta, polish; /* for these calls alone */
    bool is_easy;                                               /* short sentences and simple words */
};

enum mention { MENTION_SUBTLE, MENTION_PROMINENT, MENTION_NONE };

/* The customer's brand, as it reaches the calls. name is empty: there is none. */
struct writing_brand {
    struct str name, url, description, voice, knowledge, audience;
    struct str *avoid;
    size_t avoid_count;
    struct writing_brand_link {
        struct str text, url;
    } * links;
    size_t link_count;
    enum mention mention;
};

/* A term that the article is to hold (seoOptimizationLevel "manual" and "ai_powered"). */
struct writing_term {
    struct str text;
    double share;       /* of the pages that were found, 0-1; 1: the caller wants it */
    size_t least, most; /* how often it stands in a page that has it; most SIZE_MAX: no limit */
};

struct writing_terms {
    struct writing_term *list;
    size_t count;
    bool is_found; /* drawn from the pages found, and no wish of the caller */
};

struct pipeline;

/* What the pieces of work on one article share. Guarded by the lock, but for what never changes once it is set. */
struct writing_shared {
    pthread_mutex_t lock;
    long tokens;                    /* that the article has used, with those of earlier attempts */
    size_t unusable;                /* answers of the model that could not be used */
    double fraction;                /* of the progress, which never falls */
    char nonce[17];                 /* delimits material in prompts; the same when the article is resumed */
    char identity[UUID_LENGTH + 1]; /* of the article towards the model, for idempotency keys */
    struct arena **arenas;          /* of pieces of work that have ended: their texts live as long as the article */
    size_t arena_count, arena_cap;
};

struct writing {
    const struct write_services *services;
    const struct write_job *job;
    const json_t *config; /* of the job */
    struct arena *arena;  /* as long as the article */
    struct error *err;
    json_t *notes;            /* of the result */
    json_t *run;              /* of the result */
    json_t *searches;         /* of the result */
    struct model_usage usage; /* of all calls so far */
    int64_t waited_ms;        /* for answers to them */
    struct writing_shared *shared;

    const struct article_type *type;
    const struct pipeline *pipeline; /* of the engine that was asked for */
    struct builtin_brief brief;
    struct keyword asked; /* what the keyword asks for */
    struct wishes wishes;
    struct writing_brand brand;
    struct writing_terms terms;
    const struct labels *labels; /* in the article's language; those of English where it has none */
    const struct model *model;   /* a language model; NULL: the built-in writer writes */
    bool is_plain;               /* it is asked fewer and smaller questions */
    const void *subject;         /* what the type gathered beside sources, in a shape of its own; NULL: nothing */

    struct source {
        struct str url, title;
        bool is_link;    /* url is an http(s) address that the article may link to */
        bool is_foreign; /* it is known to be in another language than the article */
        bool is_shown;   /* a language model was shown passages of it */
    } * sources;
    size_t source_count;
    struct str *questions; /* that people ask about the subject, as searches told */
    size_t question_count;

    struct arena *research; /* what is known of the sources; with a language model freed when the article is planned */
    struct page *pages;     /* of the sources, by their numbers */
    size_t page_count;
    struct excerpts excerpts;           /* of the sources, for a language model */
    struct corpus corpus;               /* of the sources, for the built-in writer */
    struct word_memory *words;          /* of the language, for the built-in writer; with `sought` */
    struct topic_collection collection; /* that the pages were picked from; without pages: the sources are all */
    bool has_brand_page;                /* the last page is what the customer says of its brand */
    bool has_corpus;                    /* the corpus has been made */
    struct used_sentences used;         /* of the corpus: those that the article has already */
    struct sought *sought;              /* what the keyword looks for; NULL: not read yet (writing_sought) */
    struct sought_page *found;          /* with it, the class of each page */
    bool is_accepted;                   /* with it, whether the pages are enough to write from (sought_accepts) */
    struct topic topics[2];             /* the subject, and of a comparison the other one, in the corpus */
    size_t topic_count;                 /* 0: not looked for yet */
    const struct lead *leads[2];        /* of the topics, the sentences that may open the article; NULL: not rated */
    struct by_page *by_page;            /* the article is made page by page (write/pages); NULL: it is gathered */
    struct cases *cases;                /* how the sources write words of their headings; NULL: not counted yet */
};

/* Sets up what pieces of work share, and takes it down. E_MEMORY. */
enum status writing_open(struct writing *writing, struct writing_shared *shared);
void writing_close(struct writing *writing);

/* Adds a note for the user; the same one once. */
enum status writing_note(struct writing *writing, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Tells how far it is; E_CANCELLED when the work was called off. A fraction below an earlier one is raised to it. */
enum status writing_progress(struct writing *writing, double fraction, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Was the work called off? */
bool writing_is_cancelled(const struct writing *writing);

/* The sentences of the sources, for the built-in writer: made when they are first needed. Not for pieces of work side
 * by side. E_NOT_FOUND with no_sources when there is none in the article's language. */
enum status writing_corpus(struct writing *writing);

/* Holds the pages against the keyword: writing->sought, writing->found, writing->is_accepted. Once. E_MEMORY. */
enum status writing_sought(struct writing *writing);

/* The number of things that a keyword announces ("7 best herbs", "the ten best ..."), in digits or as a word of the
 * language, 0: none; and what the things are, "herbs": a slice of the keyword, all of it where it announces nothing.
 * language may be NULL. E_MEMORY. */
enum status keyword_announces(struct arena *arena, struct str keyword, const struct language *language, size_t *count,
                              struct str *subject, struct error *err);

/* Where a call to action leads; text.len 0: nowhere. E_MEMORY, or what the store says. */
enum status writing_call_link(struct writing *writing, struct writing_brand_link *link);

/* Tokens that the article has used so far, with those of earlier attempts. */
long writing_tokens(struct writing *writing);

/* The text without line ends behind it, copied into the arena; the buffer is freed. data NULL: memory ran out. */
struct str writing_keep(struct writing *writing, struct buf *text);

/* --- stored steps --- */

/* Stored outputs of steps, as JSON. E_NOT_FOUND when the step was not finished, or by another version of it. A loaded
 * value is a new reference. began_ms: when the work on it began, by clock_mono_ms. */
enum status step_load(struct writing *writing, const char *step, int version, json_t **value);
enum status step_save(struct writing *writing, const char *step, int version, int64_t began_ms, const json_t *value);

/* A step that is a call to a model, or one that failed. `value` NULL: there is no output. */
enum status step_save_call(struct writing *writing, const struct write_step *step, const json_t *value);

/* --- side by side --- */

/* One piece of work: `number` of the count. Returns OK, or what ends the article. */
typedef enum status (*task_run)(struct writing *writing, size_t number, void *context);

/*
 * Does `count` pieces of work at once, each on a thread with a struct writing, an arena, notes and an error of its own;
 * returns when all have ended. The status is that of the first by number that failed, and its error; notes come in the
 * order of numbers. Where no thread can be started, the piece is done in turn. Each piece takes a turn at the
 * processors; the caller's is given back until all have ended.
 */
enum status tasks_run(struct writing *writing, size_t count, task_run run, void *context);

/*
 * Turns at the processors (services->processors): of all articles under way only so many pieces of work compute at a
 * time, the others wait in line. Whoever writes has a turn, and gives it back while it waits for something outside.
 */
void writing_take_turn(struct writing *writing);
void writing_give_turn(struct writing *writing);

/* The text of a parameter; empty when it is absent. It lives as long as the config. */
struct str config_text(const json_t *config, const char *name);

#endif
