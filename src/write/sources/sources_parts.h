/*
 * What the files of the folder share: pages on their way to be stored, and one research on its way.
 *
 * Memory that runs out is noted in the arena for which it was asked: of the article, of what was found, of the study.
 * study_end asks all three.
 */
#ifndef COPYDESK_WRITE_SOURCES_SOURCES_PARTS_H
#define COPYDESK_WRITE_SOURCES_SOURCES_PARTS_H

#include "write/sources/queries.h"
#include "write/sources/sources.h"

/* --- the pages that were found for an article, until they are stored: each once, and together of bounded length --- */

/* What was found, until it is stored. */
struct found {
    struct arena *arena;
    struct page *pages;
    struct page_identity *identities; /* of the pages */
    size_t count;
    struct library_place library;
    struct library_answer hits;  /* of the library: pages point into them */
    const char *first_problem;   /* why the first source that cannot be used cannot; NULL: there is none */
    const char *library_problem; /* why the library cannot be searched; NULL: it can */
    const char *search_problem;  /* why no search gave anything; NULL: one did, or there was none */
    const char *searched;        /* what was asked, and answered: "3 searches of search.web"; NULL: nothing */
    struct str *questions;       /* that people ask, as searches tell */
    size_t question_count, question_cap;
    size_t named; /* the pages before it are those that the request names */
};

/* Records in the article's run what became of a source; title and detail may be NULL. */
void found_report(struct writing *writing, const char *url, const char *title, enum source_reason reason,
                  const char *detail);

/* Tells how far a reading is: "Reading page 3 of 12". That it cannot be told is no reason to stop: a reading that was
 * called off says so itself. */
void found_tell(struct writing *writing, double fraction, const char *what, size_t done, size_t all, const char *units);

/*
 * Counts the page that was read behind the others, unless it is one of them under another address, which is reported;
 * so is what was left out of it because it addresses a language model. url: as the request has it, and noted; NULL: the
 * page is the library's.
 */
void found_take(struct writing *writing, struct found *found, const char *url);

/* --- the sources as a stored step, which an attempt that goes on with the article reads again (stored.c) --- */

/* The stored step's value, a new reference. E_NOT_FOUND: there is none, or one of another version. */
enum status stored_find(struct writing *writing, json_t **value);

/* Stores what was found; *value is a new reference. began: clock_mono_ms(). */
enum status stored_save(struct writing *writing, const struct found *found, int64_t began, json_t **value);

/* Reads the pages into the writing, and what its brand says as a page behind them. E_MEMORY. */
enum status stored_load(struct writing *writing, const json_t *value);

/*
 * A page as JSON and back. {"url", "title", "language", "link", "blocks", "chapter", "place"}; blocks are a text each,
 * and behind it the numbers of kind, level, marks, group and of each span kind, start and end, with blanks between.
 */
json_t *stored_page_json(const struct page *page); /* NULL: memory ran out */

/* What is no page, block or span of a text is left out: another version may have stored it. */
void stored_page_load(struct arena *arena, const json_t *value, struct page *page);

/* The text, copied into the arena; "" where it is none. NULL when memory ran out. */
const char *stored_text(struct arena *arena, const json_t *value);

/* Adds to a list, which may be NULL, a value, which may be NULL when memory ran out for it; *ok is false then. */
void stored_add(json_t *list, json_t *value, bool *ok);

/* --- which places are asked: by realTimeDataSource, by what is configured, and with "auto" by the subject --- */

struct kinds {
    bool is_custom;         /* nothing is searched: the request's own addresses are all */
    enum search_kind first; /* is asked every query */
    bool is_open;           /* the subject may ask for a second one ("auto") */
    bool has_second;
    enum search_kind second; /* is asked the first query of each round too */
};

/* E_NOT_FOUND: no place is configured at all; a note says so, and err->message what to configure. Notes tell of a kind
 * that is not configured and what is asked instead. E_MEMORY. */
enum status kinds_choose(struct writing *writing, struct kinds *kinds);

/* What a subject asks for; SEARCH_WEB: nothing beside it. By its words: names of events, "latest", a year of now or
 * later; "study", "effects of", words of medicine. year: of today. */
enum search_kind kinds_of_keyword(struct arena *arena, struct str keyword, const struct language *language, int year);

/* By what was found: half of the results are younger than two weeks; a third stand where studies are published. */
enum search_kind kinds_of_results(const struct search_result *const *results, size_t count, int64_t now_ms);

/* Takes the kind as second where it is open, configured and not the first. */
void kinds_add(const struct writing *writing, struct kinds *kinds, enum search_kind kind);

/* --- how much is searched and read for an article: one row for each level that a request can ask for --- */

enum research_level { RESEARCH_STANDARD, RESEARCH_DEEP, RESEARCH_EXTENDED, RESEARCH_LEVELS };

struct levels_level {
    size_t agents;  /* lines of questions that are followed side by side */
    size_t rounds;  /* of searching and reading; each but the first asks what the ones before left open */
    size_t queries; /* of an agent in a round */
    size_t results; /* that a query asks for */
    size_t reads;   /* pages that an agent reads in a round */
    size_t most_searches, most_reads; /* of all agents and rounds together */
    size_t most_bytes;                /* of the text of all pages that are used */
    int seconds;                      /* of searching and reading, after which nothing new is begun */
};

/* The row of a level. Static. */
const struct levels_level *level_row(enum research_level level);

/* What the config asks for: realTimeData alone, with enableDeepResearch, with extendedResearch too. */
enum research_level level_asked(const json_t *config);

/* --- one research on its way: what was asked, what was found, how much may still be done --- */

/* A result of a search, as it is kept. It lives in the arena of the study. */
struct hit {
    struct search_result result;
    const char *address; /* normalised */
    double value;        /* for the order in which pages are read */
    size_t agent;        /* whose query found it first */
    struct str query;    /* for which it stood highest */
    size_t rank;         /* there, from 1 */
    double share;        /* of the words of the subject, or of its query, that title and text have; negative: not looked
                          * at yet */
    bool is_used;        /* read, or tried */
};

/* A page that was read, and the hit that led to it. */
struct read_page {
    const struct hit *hit;
    const struct page *page;
};

/* A query that is asked in a round. */
struct ask {
    struct str query;
    enum search_kind kind;
    size_t agent;
    const char *step;
    /* --- what came of it --- */
    struct search_results results;
    const char *problem; /* why it failed; NULL: it did not */
    double seconds;
    bool is_asked; /* false: there was no time left */
};

/* Told as it begins, one after the other, so that the count never falls. */
struct searching {
    pthread_mutex_t lock;
    size_t begun, planned;
};

struct study {
    struct writing *writing;
    struct arena *arena; /* until the sources are stored */
    const struct levels_level *level;
    struct kinds kinds;
    struct found *found;
    int64_t left_ms;     /* of searching and reading; what a model takes, and the wait for it, does not count */
    int64_t deadline;    /* of what is under way, in clock_mono_ms */
    const char *country; /* ISO 3166 alpha-2; NULL: none */
    enum search_age age;

    struct queries asked;
    struct searching searching;
    size_t searches, reads;      /* done */
    size_t failed;               /* of the searches */
    const char *problem;         /* of the first that failed */
    bool is_noted[SEARCH_KINDS]; /* that searches of this kind fail */

    struct hit *hits;
    size_t hit_count, hit_cap;

    struct read_page *pages; /* that were read, until some of them are chosen: room for most_reads of the level */
    size_t page_count;

    size_t rounds; /* done */

    struct arena **arenas; /* of its searches and readings */
    size_t arena_count, arena_cap;
};

/* found: where its pages go. E_MEMORY; study_close must follow in any case. */
enum status study_open(struct writing *writing, struct found *found, struct study *study);
void study_close(struct study *study);

/* The end of a step: its status, or E_MEMORY where memory ran out in it. */
enum status study_end(const struct study *study, enum status status);

/* The status of a search or a reading, which has an error of its own, as one of the article. */
enum status study_fault(const struct study *study, enum status status, const struct error *err);

/* Searching or reading begins, and ends. */
void study_start_clock(struct study *study);
void study_stop_clock(struct study *study);

enum { EVERYBODY = -1 };

/* The pages that an agent knows, or all: the request's own, the library's, and those that were read for it. */
struct page *study_pages(const struct study *study, int agent, struct arena *arena, size_t *count);

/* One more arena that lives as long as the study, for a thread of its own; NULL when memory ran out. */
struct arena *study_arena(struct study *study);

/* --- the steps of a round --- */

/* The queries of one agent in a round. */
struct question_line {
    struct str *queries;
    size_t count;
};

/* The first queries: the keyword, and what a language model or the rules ask of it, dealt out to the agents. lines: one
 * for each agent of the level. Statuses as of a question to a model (question_ask), without E_CORRUPT. */
enum status follow_begin(struct study *study, struct question_line *lines);

/* The next queries, from what the pages leave open. *count: how many there are of all agents; 0: nothing is open. */
enum status follow_on(struct study *study, struct question_line *lines, size_t *count);

/*
 * Asks all that were not asked by an earlier attempt, reports them in the run, and keeps what they found: hits, each
 * address once, and the questions that people ask. A search that fails is noted, the first of each kind. E_CANCELLED,
 * E_MEMORY, what the store says.
 */
enum status searching_round(struct study *study, struct ask *asks, size_t count);

/*
 * The next hits to be read, best first, `each` for every agent and `most` in all (what one agent found and has no room
 * for goes to another): those that several queries found or that a query found first, and of one host only a few while
 * others have some that fit. The best hit of each query goes before all others. Those that say less than half of the
 * subject, or of what their query asked for, in title and text, come last. They count as used then. list has room for
 * `most`; returns how many.
 */
size_t choosing_hits(struct study *study, size_t each, size_t most, struct hit **list);

/*
 * Reads the pages behind the hits, unless an earlier attempt did, into study->pages: those in the language of the
 * article. Why others are left out is in the run. The summary of a work whose page cannot be read stands in for it.
 * round: from 1. E_CANCELLED, E_MEMORY, what the store says.
 */
enum status reading_round(struct study *study, struct hit *const *hits, size_t count, size_t round);

#endif
