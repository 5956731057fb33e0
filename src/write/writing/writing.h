/*
 * writing: the one article that is being written, and what all its parts need: what the caller wants, the sources,
 * notes, progress, and the outputs of finished steps, which survive when the process ends.
 *
 *   writing.c         notes, progress, stored steps, work side by side; what is known of the sources
 *   brief.c           what is true of the whole article, read from the config; what a keyword says of a list
 *   plan.c            title and headings: the caller's, the keyword and the brand in them; the brand in texts
 *   draft.c           the text, part by part; where a call to action leads; how each engine writes
 *   source_report.c   every source that was looked at, and what came of it
 *
 * Each piece of work side by side has a struct writing of its own (tasks_run): what is behind `shared` is one for all
 * of them, everything else belongs to one thread.
 */
#ifndef COPYDESK_WRITE_WRITING_WRITING_H
#define COPYDESK_WRITE_WRITING_WRITING_H

#include "model/builtin/builtin.h"
#include "model/prompts/prompts.h"
#include "research/excerpt/excerpt.h"
#include "write/document/document.h"
#include "write/params/params.h"
#include "write/write.h"

#include <jansson.h>
#include <pthread.h>
#include <stdbool.h>

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

/* Sets up what pieces of work share, and takes it down. */
void writing_open(struct writing *writing, struct writing_shared *shared);
void writing_close(struct writing *writing);

/*
 * Memory that runs out is noted in the arena of the writing, and asked for once a step: what only fails for it needs
 * no status. writing_made notes a call that can fail for nothing else, and tells whether it did not; writing_end is the
 * status of a step, or E_MEMORY where memory ran out before its end.
 */
bool writing_made(struct writing *writing, enum status status);
enum status writing_end(struct writing *writing, enum status status);

/* Adds a note for the user; the same one once. E_MEMORY, which the arena has noted too. */
enum status writing_note(struct writing *writing, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Tells how far it is; E_CANCELLED when the work was called off. A fraction below an earlier one is raised to it. */
enum status writing_progress(struct writing *writing, double fraction, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Was the work called off? */
bool writing_is_cancelled(const struct writing *writing);

/* Tokens that the article has used so far, with those of earlier attempts. */
long writing_tokens(struct writing *writing);

/* The text without line ends behind it, copied into the arena; the buffer is freed. data NULL: memory ran out, and the
 * arena has noted it. */
struct str writing_keep(struct writing *writing, struct buf *text);

/* The text of a parameter; empty when it is absent. It lives as long as the config. */
struct str config_text(const json_t *config, const char *name);

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

/* --- the brief: what is true of the whole article --- */

/* What the request itself says: keyword, language, point of view, labels, wishes. All that polishing needs. */
void brief_request(struct writing *writing);

/* Reads writing->brief, labels, wishes and brand from the config. Fails with model_unavailable when the built-in
 * writer is to write and cannot write the language. */
enum status brief_read(struct writing *writing);

/* Once the sources are there: the keyword as they spell it, and as they use it in running text. */
enum status brief_phrase(struct writing *writing);

/* For articles in which the built-in writer says nothing in words of its own: notes that pointOfView shows nowhere,
 * where it was to be another than the third person. E_MEMORY. */
enum status brief_note_person(struct writing *writing);

/* The number of things that a keyword announces ("7 best herbs", "the ten best ..."), in digits or as a word of the
 * language, 0: none; and what the things are, "herbs": a slice of the keyword, all of it where it announces nothing.
 * language may be NULL. E_MEMORY. */
enum status keyword_announces(struct arena *arena, struct str keyword, const struct language *language, size_t *count,
                              struct str *subject, struct error *err);

/* --- what the sources are to it --- */

/* The sentences of the sources, for the built-in writer: made when they are first needed. Not for pieces of work side
 * by side. E_NOT_FOUND with no_sources when there is none in the article's language. */
enum status writing_corpus(struct writing *writing);

/* Holds the pages against the keyword: writing->sought, writing->found, writing->is_accepted. Once. E_MEMORY. */
enum status writing_sought(struct writing *writing);

/* --- every source that was looked at, and what came of it: the `sources` of a run, [{url, title, used, why}] --- */

enum source_reason {
    SOURCE_UNREACHABLE, /* detail: the message, without a full stop */
    SOURCE_SAME,        /* detail: the address of the source that it is the same as */
    SOURCE_FOREIGN,
    SOURCE_EMPTY,
    SOURCE_CUT,
    SOURCE_REPEATS,   /* passages of it stand in another source too */
    SOURCE_ADDRESSES, /* passages of it give orders to who reads it as a program */
    SOURCE_UNFIT,
    SOURCE_NOT_READ, /* a search found it */
    SOURCE_OLD,
    SOURCE_LIKE, /* detail: the address of the source that it is like */
    SOURCE_NO_ROOM,
    SOURCE_SUMMARY, /* detail: why the page could not be read */
    SOURCE_CITED,
    SOURCE_UNCITED,
    SOURCE_REASONS
};

struct source_fate {
    const char *url, *title; /* title may be NULL: none is known */
    enum source_reason reason;
    const char *detail; /* where the reason has one, else NULL */
};

/*
 * Adds the source to the JSON array, in the order in which sources are first named. What is added of the same address
 * once more goes to its entry: the reason behind those that are there, a title where there is none; it is used when
 * one of its reasons is that it was cited. E_MEMORY: the array is as it was.
 */
enum status source_report_add(json_t *sources, const struct source_fate *fate, struct error *err);

/* Puts what an earlier attempt had found into the array; a source keeps the reasons that it has beside those. E_MEMORY:
 * the array may have some of them. */
enum status source_report_merge(json_t *sources, const json_t *stored, struct error *err);

/* --- how an article is written: its engine, its type --- */

/* An engine with a language model; one row each. */
struct pipeline {
    int engine;   /* of write_job */
    bool in_turn; /* a plan, then the sections one by one, each shown those before; else all at once where it fits */
};

/* The row of the engine; that of the newest for any other number. Static. */
const struct pipeline *pipeline_find(int engine);

/* What an article may be made of, below its title. Which of them it gets, the request's parameters say too. */
enum article_part {
    ARTICLE_INTRODUCTION,
    ARTICLE_TAKEAWAYS,
    ARTICLE_VIDEO,    /* the player of the film that the article follows */
    ARTICLE_SECTIONS, /* of the outline */
    ARTICLE_CONCLUSION,
    ARTICLE_QUESTIONS, /* with answers */
    ARTICLE_CALL,      /* the call to action */
    ARTICLE_SOURCES,   /* the list of those cited; gets no internal links, and stands last */
    ARTICLE_PARTS
};

/* What must be there before an article of the type is begun: bits, each with its row in write.c, which gets it or
 * fails the article. */
enum {
    NEEDS_SOURCES = 1 << 0,
    NEEDS_PAGE = 1 << 1,     /* the one at articleUrl */
    NEEDS_CAPTIONS = 1 << 2, /* of the film at videoSiteVideoUrl */
};

/* How long an article of a type is, where it has measures of its own. */
struct article_size {
    size_t least, most;   /* sections, or items; 0: as the material has it */
    size_t section_words; /* of one */
    size_t extra;         /* sections behind the items, at most */
    size_t words;         /* of the whole; 0: by its sections */
};

struct article_plan;
struct document;
struct draft;
struct drafted;
struct manuscript;

struct article_type {
    const char *name;               /* as in the request */
    unsigned bit;                   /* of the parameter table, TYPE_... */
    const enum article_part *parts; /* in the order of the article */
    size_t part_count;
    unsigned needs;
    enum prompt whole; /* that asks for all of it in one answer; PROMPT_SYSTEM: PROMPT_ARTICLE */
    bool keeps_person; /* its opening is in the author's way, and I, we and you are those of what it is written from,
                          unless the caller has another wish */
    enum prompt kind_plan, kind_write; /* by these rules beside the usual ones; PROMPT_SYSTEM: none */
    enum status (*size)(struct writing *writing, struct article_size *size); /* NULL: by articleLength */
    /* What a language model writes from where it is not pages: an array in the arena, each passage named by what stands
     * for its place (a time). With it `subject`, what they are of, in a line. E_MEMORY. */
    enum status (*passages)(struct writing *writing, struct model_excerpt **list, size_t *count);
    enum status (*subject)(struct writing *writing, struct str *text);
    /* What of the plan is there before a language model is asked: title, headings. E_MEMORY. */
    enum status (*keep)(struct writing *writing, struct article_plan *plan);
    /* Puts into the text that a language model wrote what it left out and nobody writes anew, as marks. NULL: marks
     * mean nothing. E_MEMORY. */
    enum status (*complete)(struct writing *writing, struct manuscript *manuscript);
    /* Gives a written text the marks of its own passages: times, say. NULL: the common ones. E_MEMORY. */
    enum status (*mark)(struct writing *writing, struct model_text *text);
    bool is_list;        /* it lists things */
    bool always_calls;   /* the call to action is part of its shape, whatever includeCta says */
    bool draws_on_brand; /* what the customer says of its brand is a source beside the others */
    /* Its own way to a plan without a language model; NULL: the common one, from the caller's outline or from what the
     * sources say. OK, or what ends the writing, with the record's code in the error. */
    enum status (*plan)(struct writing *writing, struct article_plan *plan);
    /* Its own way to write without a language model, all parts at once; NULL: the common one, part by part. OK, or
     * what ends the writing. */
    enum status (*compose)(struct writing *writing, struct article_plan *plan, struct draft *draft);
    /* The text of a heading for which the model gave nothing that can be used; NULL: sentences of the sources. OK also
     * when there is nothing to say. */
    enum status (*fill)(struct writing *writing, const struct article_plan *plan, size_t number,
                        struct drafted *drafted);
    /* For articles that are made of data: their own way to the whole, instead of sources, plan and parts; with a
     * language model prompted_article, whose headings the plan gives, each with the number of what it is of. All three
     * are zeroed but for the document's arena. Gives the document with its title as a heading; in the plan the title;
     * in the draft the text that a description can be drawn from. NULL: the common way. */
    enum status (*make)(struct writing *writing, struct article_plan *plan, struct draft *draft,
                        struct document *document);
};

/* --- the plan: what an article is made of before its text is written --- */

/* What a heading of the body is for. */
enum plan_role {
    ROLE_SECTION,
    ROLE_ITEM, /* of a list; it is numbered when the article is put together */
    ROLE_BENEFITS,
    ROLE_PROCESS,
    ROLE_PROOF,
    PLAN_ROLES
};

/* A heading of the body with what writing it takes. */
struct planned {
    struct str title;
    int level;               /* 2 or 3; those of level 3 belong to the last of level 2 before them */
    struct str instructions; /* the caller's for this heading, may be empty */
    struct str covers;       /* the question that the text answers; of an item: in what it differs; may be empty */
    enum plan_role role;
    size_t section; /* of the sources, or the product or place, whose text belongs here: its number, plus 1; 0: any */
    size_t segments[2]; /* of a film: the first and the last of the captions that belong here */
    const struct page_text
        *of_pages;                 /* what stands here of an article made page by page (write/pages); NULL: nothing */
    const struct model_text *text; /* of an item that a page has as it stands; NULL: it is composed */
    bool is_of_brand; /* the section is about the brand, and made of its own texts (brandMentionLevel "prominent") */
};

struct article_plan {
    struct str title; /* empty as long as it is not made */
    bool title_is_given;
    bool is_given;  /* the headings are the caller's: they stay as they are, and stand even without text */
    bool has_close; /* its close is one of the headings, if it is to have any */
    struct planned *headings;
    size_t count;
    const struct model_text *introduction; /* of a list that a page is; NULL: it is composed */
    size_t items;                          /* of data: how many products or places; 0: it is not made of data */
};

/* The role of that name, "section", "item", "benefits", "process" or "proof"; ROLE_SECTION for any other. */
enum plan_role plan_role_find(struct str name);

/* Number of the heading after the section that begins at `first`, with its subsections. */
size_t plan_section_end(const struct article_plan *plan, size_t first);

/* How many headings of level 2. */
size_t plan_sections(const struct article_plan *plan);

/* How many body sections the config asks for; 0, 0: the outline decides. */
void plan_bounds(const json_t *config, size_t *min, size_t *max);

/*
 * The caller's headings: `outline`, or the lines of extraOutlinePrompt. plan->is_given tells whether there are any.
 * E_MEMORY.
 */
enum status plan_read_given(struct writing *writing, struct article_plan *plan);

/*
 * Search engines look for the keyword in a heading (seoOptimizationLevel "default"). Where no heading of level 2 has
 * the words of its subject, in any form, the first that says nothing but some of them is named by all. Items of a list
 * keep their names, and no heading gets the keyword in front of what it says: where none fits, one behind the body may
 * (keyword_heading of write/assemble.h). E_MEMORY.
 */
enum status plan_put_keyword(struct writing *writing, struct article_plan *plan);

/* Is the keyword to stand in a heading? */
bool plan_wants_keyword(const struct writing *writing);

/* Does the heading have the words of the keyword's subject, in any form and order? E_MEMORY. */
enum status plan_has_keyword(struct writing *writing, struct str heading, bool *has);

/*
 * A section with the brand in its heading (brandMentionLevel "prominent"), unless a heading names it: behind the
 * others, and where the caller said how many there may be, in place of the last that has not the keyword. A brand of
 * which nothing is known gets none, with a note.
 */
enum status plan_put_brand(struct writing *writing, struct article_plan *plan);

/* Is there to be a section on the brand? With a note where nothing is known to write it from. E_MEMORY. */
enum status plan_wants_brand(struct writing *writing, bool *wants);

/* --- the draft: the text, part by part, before it is put together --- */

/* A heading with its text. */
struct drafted {
    struct str title;
    int level; /* 2 or 3 */
    enum plan_role role;
    struct str purpose; /* what else its writer put behind " | " in the heading: "long runs"; empty: nothing */
    struct model_text text;
    const char *problem; /* why a language model gave no text that could be used; NULL: there is none */
    const struct document_figure *figure; /* a picture or a film; NULL: none */
    size_t figure_behind;                 /* so many blocks of the text; 0: right below the heading */
};

/* A part: running text, or headings with theirs. Both are empty as long as it is not drafted, and when there is
 * nothing to say. */
struct draft_part {
    enum article_part kind;
    struct str title; /* of its own heading, where its writer chose one; empty: the usual */
    struct model_text text;
    struct drafted *headings;
    size_t count;
    const char *problem; /* as of struct drafted, for running text */
};

struct draft {
    struct draft_part *parts; /* in the order of the article type */
    size_t count;
    struct str description; /* for search pages; empty: made from the text */
    bool is_composed;       /* some of its text is the sources' own, which stay as long as it does */
};

/* The part of this kind; an empty one when the article type has none. */
struct draft_part *draft_find(const struct draft *draft, enum article_part kind);

/* Is there text below a heading, or below those inside it? */
bool draft_has_text(const struct draft_part *part, size_t heading);

/* Number of the heading after the section that begins at `first`, with its subsections. */
size_t draft_section_end(const struct draft_part *part, size_t first);

/* Puts the headings of the plan, without text, into a part. E_MEMORY. */
enum status draft_headings(struct writing *writing, const struct article_plan *plan, struct draft_part *part);

/* The text as one string, a blank between sentences; in the arena, data NULL when memory ran out. */
struct str draft_plain(struct arena *arena, const struct model_text *text);

/* --- the customer's brand in texts: where its name stands, and what is known of it, sentence by sentence --- */

/* Where the name stands in the text, as words of its own, from `from` on; text.len: nowhere. A name of one word may be
 * a common word too: it is found as it is spelled, or with a capital letter. */
size_t brand_find(const struct writing *writing, struct str text, size_t from);

/* May the article not name it (brandMentionLevel "none")? False where the keyword itself names it. */
bool brand_is_avoided(const struct writing *writing);

/* The sentences of its description and its knowledge, in this order. Where the article may not name the brand, without
 * those that do. E_MEMORY. */
enum status brand_sentences(struct writing *writing, struct str **sentences, size_t *count);

/* A sentence of these as it can stand in an article: the brand is named as the one who says it, unless it is named
 * already. data NULL: memory ran out. */
struct str brand_attributed(struct writing *writing, struct str sentence);

/* Where a call to action leads; text.len 0: nowhere. E_MEMORY, or what the store says. */
enum status writing_call_link(struct writing *writing, struct writing_brand_link *link);

#endif
